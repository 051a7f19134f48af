"""What holds of every list, every wrong body, every time that is sent and every number in an address."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi._compat import ModelField
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from api.asgi import openapi
from api.http.command_requests import Accepts
from tests.api.support import Client, Season, Service, routes, routes_and_pages, season

_NUMBERED = re.compile(r"/\{[^}]+\}")
OTHERWISE = ("+1", "01", "+12", "012", " 12", "12 ", "1.0", "12.0", "1_2", "\u0967\u0968", "1e1")
"""Numbers as no address is ever written here."""


@pytest.fixture(scope="module")
def played(service: Service) -> Season:
    return season(service, 2)


def lists_of_what_changes() -> dict[str, APIRoute]:
    """The lists of what commands change by an ETag, by their addresses."""
    changing = [route for route in routes() if (accepts := openapi.dependency(route, Accepts)) and accepts.changes]
    places = {route.path[: last.start()] for route in changing for last in _NUMBERED.finditer(route.path)}
    return {route.path: route for route in routes() if route.path in places and "GET" in (route.methods or ())}


def test_an_item_of_a_list_says_what_is_needed_to_act_on_it() -> None:
    found = lists_of_what_changes()
    assert {"/v1/persons", "/v1/series", "/v1/tournaments", "/v1/tournaments/{tournament}/matches"} <= set(found)
    for path, route in found.items():
        item = route.response_model.model_fields["items"].annotation.__args__[0]
        assert "revision" in item.model_fields, path


def errors(played: Season, body: Any, path: str = "/v1/tournaments") -> dict[str, str]:  # noqa: ANN401 -- any JSON
    answer = played.director.post(path, body)
    assert (answer.status_code, answer.json()["type"]) == (422, "/v1/problems/input-invalid")
    return {error["pointer"]: error["message"] for error in answer.json()["errors"]}


def test_all_that_is_wrong_is_said_at_once_with_the_nearest_known_name(played: Season) -> None:
    body = {
        "name": "",
        "fromat": {"kind": "open"},
        "format": {"kind": "nxe", "loses": 2, "lengths": [0]},
        "conditions": {"venu": "The club", "starts_at": "soon", "zzz": 1},
    }
    said = errors(played, body)
    assert said["/fromat"] == "is no field here; did you mean format?"
    assert said["/format/loses"] == "is no field here; did you mean losses?"
    assert said["/conditions/venu"] == "is no field here; did you mean venue?"
    assert said["/conditions/zzz"] == "is no field here"
    assert {"/name", "/format/lengths/0", "/conditions/starts_at"} <= set(said)
    results = {"results": [{"sides": [1, 2], "lenght": 5, "result": {"kind": "score", "first": 5, "secnd": 3}}]}
    said = errors(played, results, f"{played.path}/results")
    assert said["/results/0/lenght"].endswith("did you mean length?")
    assert said["/results/0/result/secnd"].endswith("did you mean second?")
    query = played.director.get("/v1/tournaments", None, serie="x", limit=0).json()["errors"]
    assert query == [
        {"in": "query", "pointer": "/serie", "message": "is not a parameter of this address; did you mean series?"}
    ]


@pytest.mark.parametrize(
    "spelt",
    ["2026-11-22T19:30+01:00", "2026-11-22T19:30:00+01:00", "2026-11-22T18:30:00.000Z", "2026-11-22T18:30Z"],
)
def test_times_are_taken_as_browsers_send_them(played: Season, spelt: str) -> None:
    made = {"name": "An evening", "format": {"kind": "open"}, "conditions": {"starts_at": spelt}}
    tournament = played.director.done("/v1/tournaments", made).json()["tournament"]
    read = played.director.read(f"/v1/tournaments/{tournament}")
    assert read["conditions"]["starts_at"] == "2026-11-22T18:30:00Z"
    begins = {"from": spelt, "director": played.director_id}
    assert tournament in [one["id"] for one in played.director.read("/v1/tournaments", **begins)["items"]]
    without = errors(played, {**made, "conditions": {"starts_at": spelt[:16]}})
    assert without == {
        "/conditions/starts_at": "must be a date and a time with its offset, such as 2026-03-01T19:30:00+01:00"
    }


def in_addresses(dependant: Dependant) -> Iterator[ModelField]:
    """What a route reads of its address and its query."""
    yield from (*dependant.path_params, *dependant.query_params)
    for one in dependant.dependencies:
        yield from in_addresses(one)


def test_every_number_in_an_address_is_written_in_one_way() -> None:
    fields = {(route.path, one.alias): one for route in routes_and_pages() for one in in_addresses(route.dependant)}
    assert ("/v1/log/events/{position}.tlog-proof", "position") in fields
    taken = {
        (*named, text): value
        for named, field in fields.items()
        for text in OTHERWISE
        for value, wrong in [field.validate(text, {}, loc=("address",))]
        if not wrong and not isinstance(value, str)
    }
    assert taken == {}


@pytest.mark.parametrize("number", ["+1", "01"])
def test_a_number_that_is_written_otherwise_is_no_other_address_of_the_same(anonymous: Client, number: str) -> None:
    for address in (f"/v1/log/events/{number}.tlog-proof", f"/v1/log/{number}2/checkpoint"):
        answer = anonymous.get(address, None)
        assert (answer.status_code, answer.json()["type"]) == (422, "/v1/problems/input-invalid")
