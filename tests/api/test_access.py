"""Every route of the application, called by every kind of caller, against `tests/api/access.py`: what the registry of
commands says, and the table of all other routes. What matters most is told by hand, too."""

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from api.routes.tournament import commands
from domain.tournament.registry.commands import COMMANDS
from domain.tournament.registry.spec import CommandSpec
from tests.api.access import (
    ACCESS,
    BESIDE,
    FILE,
    OF_COMMANDS,
    address,
    document,
    expected,
    not_made_from_the_registry,
)
from tests.api.callers import CALLERS, NOBODY, T
from tests.api.changed import require_shows_what_changed
from tests.api.everybody import all_callers
from tests.api.plays import HOLDERS, PLAYS
from tests.api.scenes import Cast, Scene
from tests.api.support import Service, routes, routes_and_pages, unserved_app
from tests.api.test_analyses import using
from tests.api.visible import (
    answers,
    require_answered_as_the_table_says,
    require_problem_as_the_table_says,
)
from tests.properties import PROFILE

CHANGING = [route for route in ACCESS if not route.startswith("GET")]


def test_every_route_stands_in_the_table() -> None:
    """Every route there is, from the application itself, but pages: they show what those routes answer."""
    found = {f"{method} {route.path_format}" for route in routes() for method in route.methods or ()}
    assert len(routes_and_pages()) >= len(unserved_app().routes)
    assert found == set(ACCESS)


def test_the_table_is_written_out() -> None:
    assert FILE.read_text(encoding="utf-8") == document()


def test_every_role_of_the_registry_is_held_by_somebody_known() -> None:
    assert {name for spec in OF_COMMANDS.values() for name in spec.permission.names} == set(HOLDERS)


def test_every_route_that_changes_a_tournament_is_made_from_the_registry() -> None:
    """Beside them stand what only tries or works something out, and the two commands whose routes say why."""
    assert not_made_from_the_registry(unserved_app()) == set()
    assert set(OF_COMMANDS).isdisjoint(BESIDE)
    made = {
        f"{method} {route.path}"
        for route in commands.router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }
    assert made == set(OF_COMMANDS) - {address(COMMANDS[command]) for command in commands.APART}
    assert {route.endpoint.__qualname__ for route in commands.router.routes if isinstance(route, APIRoute)} == {
        "add_command.<locals>.handle"
    }


@pytest.mark.parametrize("path", ["matches/{match}/swap", "matches/{match}/verification"])
def test_a_route_by_hand_is_found(path: str) -> None:
    """One that the registry does not know, and one that takes the place of a route that it made."""
    app = FastAPI()
    app.add_api_route(f"{T}/{path}", lambda: None, methods=["POST"])
    assert not_made_from_the_registry(app) == {f"POST {T}/{path}"}


# Told by hand from TD-1, TD-9, TD-11, TD-12, TD-14, ALL-8 and ALL-12, and from nothing that the program says.
BY_HAND = (
    ("start", "director", True),
    ("start", "elsewhere", False),
    ("start", "narrowed", False),
    ("entries", "player", True),
    ("entries/{entry}/resignation", "side", True),
    ("entries/{entry}/resignation", "entrant", False),
    ("matches/{match}/result", "side", True),
    ("matches/{match}/result", "entrant", False),
    ("matches/{match}/verification", "side", False),
    ("matches/{match}/corrections", "side", False),
    ("rulings", "side", False),
    ("rulings", "director", True),
    ("rulings/{ruling}/appeals", "side", True),
    ("rulings/{ruling}/appeals", "entrant", False),
    ("appeals/{appeal}/votes", "player", True),
    ("appeals/{appeal}/votes", "side", False),
    ("appeals/{appeal}/decision", "player", False),
    ("report/filings", "auditor", False),
)


@pytest.mark.rule("TD-1", "TD-9", "TD-11", "TD-12", "TD-14")
def test_most_important_things_are_as_they_were_told_by_hand() -> None:
    told = [(path, caller, expected(f"POST {T}/{path}", caller) == 200) for path, caller, _ in BY_HAND]
    assert told == list(BY_HAND)


@pytest.mark.rule("TD-1")
def test_request_without_a_valid_key_changes_nothing() -> None:
    assert {expected(route, caller) for route in CHANGING for caller in NOBODY} == {401}


@pytest.fixture(scope="module")
def people(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cast]:
    """The engine of the service is a program that says nothing, be another installed or not."""
    with using(service, "true"):
        yield all_callers(service, tmp_path_factory.mktemp("keys"))


@pytest.mark.longer
@pytest.mark.rule("TD-1", "ALL-12")
@pytest.mark.parametrize("route", CHANGING)
def test_commands_are_for_those_whom_the_table_names(people: Cast, route: str) -> None:
    play, found = PLAYS[route], dict[str, int]()
    scene: Scene | None = None
    for caller in walk(route):
        scene = scene or play.before(Scene(people))
        version = scene.state().version
        answer = people.clients[caller].post(play.path(route, scene), play.body(scene), seen=play.etag(scene))
        found[caller] = 200 if answer.is_success else answer.status_code
        if answer.is_success:
            require_answered_as_the_table_says(route.partition(" ")[2], caller, answer.json())
            shows = require_shows_what_changed(people.clients[caller], play.path(route, scene), answer)
            assert shows == ("changed" in answers()[route.partition(" ")[2]])
            scene = scene if changes_nothing(route) else None
        else:
            assert answer.headers["Content-Type"] == "application/problem+json"
            assert scene.state().version == version
            require_problem_as_the_table_says(route, caller, answer.json())
    assert found == {caller: expected(route, caller) for caller in found}


def walk(route: str) -> Sequence[str]:
    """Who calls it; in `make proof` everybody. First come all who are refused: they leave one scene as it is. Of those
    without a valid key, who are refused before it is known what they send, one does in turn. Of the commands that ask
    the same of their senders, only the first is sent by all others, and each further one by some in turn."""
    refused = [caller for caller in CALLERS if expected(route, caller) != 200]
    allowed = [caller for caller in CALLERS if expected(route, caller) == 200]
    if PROFILE == "proof":
        return refused + allowed
    unknown, known = ([one for one in refused if (one in NOBODY) == is_so] for is_so in (True, False))
    alike = [one for one, spec in OF_COMMANDS.items() if route in OF_COMMANDS and is_alike(spec, OF_COMMANDS[route])]
    place = alike.index(route) if alike else 0
    walked = [unknown[CHANGING.index(route) % len(unknown)]] if unknown else []
    if place == 0:
        return walked + known + allowed
    return walked + known[place % 2 :: 2] + [allowed[place % len(allowed)]]


def is_alike(one: CommandSpec, other: CommandSpec) -> bool:
    """Whether both ask the same of anyone who sends them."""
    return one.permission is other.permission


def changes_nothing(route: str) -> bool:
    """Whether it only tries or works something out, so that what is there can be used again."""
    parts = ("/previews/", "/calculations/", "/analysis", "/live-score")
    return route.endswith("/previews") or any(part in route for part in parts)


@pytest.mark.parametrize("caller", [caller for caller in CALLERS if caller not in NOBODY])
def test_each_caller_is_walked_with_every_kind_of_command(caller: str) -> None:
    """What is left to `make proof` are commands that ask the same of anyone who sends them as one that all have
    sent."""
    asked = [OF_COMMANDS[route].permission for route in OF_COMMANDS if caller in walk(route)]
    assert {id(one) for one in asked} == {id(spec.permission) for spec in OF_COMMANDS.values()}
    assert all(caller in walk(route) for route in BESIDE if not route.startswith("GET"))


def test_each_command_is_walked_with_somebody_without_a_valid_key() -> None:
    walked = [[caller for caller in walk(route) if caller in NOBODY] for route in CHANGING]
    assert all(walked)
    assert Counter(caller for found in walked for caller in found).keys() == set(NOBODY)


def test_a_key_that_is_no_key_is_refused_wherever_keys_are_looked_at(people: Cast) -> None:
    for text in (
        "Basic YTpi",
        "Bearer",
        "Bearer a b",
        "bearer scoresheet_zz_11",
        "Bearer " + "x" * 5000,
    ):
        answer = people.service.http.get("/v1/tournaments", headers={"Authorization": text})
        assert (answer.status_code, answer.json()["type"]) == (401, "/v1/problems/key-invalid")
        assert "Bearer" in answer.headers["WWW-Authenticate"]


def test_two_keys_in_one_request_are_refused(people: Cast) -> None:
    key = people.service.key("administrator")
    twice = [("Authorization", f"Bearer {key}"), ("Authorization", f"Bearer {key}")]
    answer = people.service.http.get("/v1/keys", headers=twice)
    assert (answer.status_code, answer.json()["type"]) == (401, "/v1/problems/key-invalid")
