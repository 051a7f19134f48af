"""Ids of what is created over HTTP: drawn, and not made of what was sent; a repetition is answered with the first."""

import uuid
from typing import Any

import pytest

from tests.api.support import Client, Service

CREATED: dict[str, tuple[dict[str, Any], str]] = {
    "/v1/persons": ({"name": "Ivo Drawn"}, "person"),
    "/v1/clubs": ({"name": "Club of the drawn"}, "club"),
    "/v1/series": ({"name": "Series of the drawn"}, "series"),
    "/v1/tournaments": ({"name": "Evening of the drawn", "format": {"kind": "open"}}, "tournament"),
}


@pytest.fixture
def office(service: Service) -> Client:
    return service.administrator()


@pytest.mark.rule("REG-2")
@pytest.mark.parametrize("path", CREATED)
def test_new_id_is_drawn_and_a_repetition_finds_it(office: Client, path: str) -> None:
    body, field = CREATED[path]
    key = f"guessable {path}"
    first = office.post(path, body, key=key)
    office.read("/v1/persons")
    again = office.post(path, body, key=key)
    made = first.json()[field]
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json()[field] == made
    assert first.headers["Location"] == again.headers["Location"] == f"{path}/{made}"
    assert again.headers["Idempotent-Replayed"] == "true"
    assert uuid.UUID(made).version == 4


@pytest.mark.rule("REG-2")
def test_rows_of_one_request_have_drawn_ids_and_a_repetition_finds_them(office: Client) -> None:
    body = {"persons": [{"name": "Row One Drawn"}, {"name": "Quite Another"}]}
    first = office.post("/v1/persons/bulk", body, key="guessable rows")
    again = office.post("/v1/persons/bulk", body, key="guessable rows")
    made = [row["person"] for row in first.json()["rows"]]
    assert made == [row["person"] for row in again.json()["rows"]]
    assert [uuid.UUID(one).version for one in made] == [4, 4]


@pytest.mark.rule("REG-2")
def test_evening_of_one_request_is_found_again_by_a_repetition(office: Client) -> None:
    rows = [{"entry": {"new_person": {"name": "Evening Newcomer"}}}]
    body = {"announcement": {"name": "Drawn evening", "format": {"kind": "open"}}, "rows": rows}
    first = office.post("/v1/tournaments/bulk", body, key="guessable evening")
    again = office.post("/v1/tournaments/bulk", body, key="guessable evening")
    assert (first.status_code, first.headers["Location"]) == (201, again.headers["Location"])
    assert first.headers["ETag"] == again.headers["ETag"]
    assert first.json()["rows"] == again.json()["rows"]
