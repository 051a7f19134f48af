"""Every route of the application, called by every kind of caller, against `tests/api/access.py`: what the registry of
commands says, and the table of all other routes. What matters most is told by hand, too."""

from datetime import UTC, datetime, timedelta
from html import unescape
from typing import NamedTuple

import httpx
import psycopg
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from api.http.etags import FEDERATION
from api.routes.service import exports
from api.routes.tournament import commands
from api.site.frame.visit import Handler, Json, Visit
from domain.tournament.registry.commands import COMMANDS
from ops.evidence import renewal
from ops.evidence.signer import Signing, sign
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
from tests.api.callers import ALL, CALLERS, READS_TEXTS, T
from tests.api.plays import HOLDERS, PLAYS, begun, side
from tests.api.scenes import REASON, Cast, Scene, announcement
from tests.api.support import Service, end_key, pages, routes, routes_and_pages, unserved_app
from tests.api.visible import (
    reads,
    require_answered_as_the_table_says,
    require_as_the_table_says,
    require_problem_as_the_table_says,
)
from tests.evidence.support import ORIGIN, key_folder


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
    made = {f"POST {route.path}" for route in commands.router.routes if isinstance(route, APIRoute)}
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
def test_what_matters_most_is_as_it_was_told_by_hand() -> None:
    told = [(path, caller, expected(f"POST {T}/{path}", caller) == 200) for path, caller, _ in BY_HAND]
    assert told == list(BY_HAND)


@pytest.mark.rule("TD-1")
def test_who_has_no_valid_key_changes_nothing() -> None:
    changing = [route for route in ACCESS if route.startswith("POST")]
    nobody = ("anonymous", "expired", "revoked", "garbage")
    assert {expected(route, caller) for route in changing for caller in nobody} == {401}


WITHHELD_NAME = "Nobody's business"
"""Of the side, who does not consent to its publication."""

LISTS_NAMES = "GET /v1/persons"
"""It has the names that are withheld too: for auditors with the right to texts about persons only."""

NAMED = {"administrator", "director", "elsewhere", "narrowed", "side", "entrant", "player", READS_TEXTS}


@pytest.fixture(scope="module")
def people(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Cast:
    names = ("administrator", "director", "elsewhere", "side", "opponent", "entrant", "waiting", "player", "auditor")
    persons = {name: service.register(name) for name in (*names, "spare")}
    persons["side"] = service.register(WITHHELD_NAME)
    service.administrator().change(f"/v1/persons/{persons['side']}", "publication-consent", {"granted": False})
    unlimited = REASON | {"limit": None}  # the same person resigns from scene after scene
    service.administrator().done("/v1/federation/resignation-limit", unlimited, seen=FEDERATION.etag(0))
    other = service.administrator().done("/v1/tournaments", announcement("Another", persons["elsewhere"]))
    other_id = other.json()["tournament"]
    listed = {"kind": "rating-list", "pool": "normal", "date": "2026-01-01"}
    service.administrator().done("/v1/publications", {"subject": listed})
    service.services.readings.wait_for(service.services.journal.position(), 30, ["evidence"])
    folder = key_folder(tmp_path_factory.mktemp("keys"))
    folder.prepare(None)
    with psycopg.connect(service.owner_url, autocommit=True) as connection:
        sign(connection, Signing(folder, ORIGIN))
        renewal.restart(service.services.journal, connection, folder)
        service.services.readings.wait_for(service.services.journal.position(), 30, ["evidence"])
        sign(connection, Signing(folder, ORIGIN))
    now = datetime.now(UTC)
    keys = {
        "administrator": service.key("administrator", persons["administrator"]),
        "director": service.key("director", persons["director"]),
        "elsewhere": service.key("director", persons["elsewhere"]),
        "narrowed": service.key("director", persons["director"], other_id),
        "side": service.key("player", persons["side"]),
        "entrant": service.key("player", persons["entrant"]),
        "player": service.key("player", persons["player"]),
        "auditor": service.key("auditor"),
        "feed-reader": service.key("feed-reader"),
        "expired": service.key("administrator", expires_at=now - timedelta(seconds=1)),
        "revoked": service.key("administrator"),
        "garbage": f"scoresheet_{'0' * 16}_{'0' * 64}",
    }
    end_key(service.owner_url, keys["revoked"])
    keys[READS_TEXTS] = service.key("auditor", personal=True)
    clients = {name: service.client(keys.get(name)) for name in (*CALLERS, READS_TEXTS)}
    return Cast(service, persons, clients)


@pytest.mark.rule("TD-1", "ALL-12")
@pytest.mark.parametrize("route", [route for route in ACCESS if route.startswith("POST")])
def test_who_may_command(people: Cast, route: str) -> None:
    play = PLAYS[route]
    scene = play.set(Scene(people))
    found = {}
    for caller in CALLERS:
        version = scene.state().version
        answer = people.clients[caller].post(play.path(scene), play.body(scene), seen=play.seen(scene))
        found[caller] = 200 if answer.is_success else answer.status_code
        if answer.is_success:
            scene = play.set(Scene(people))
            require_answered_as_the_table_says(route.removeprefix("POST "), caller, answer.json())
        else:
            assert answer.headers["Content-Type"] == "application/problem+json"
            assert scene.state().version == version
            require_problem_as_the_table_says(route, caller, answer.json())
    assert found == {caller: expected(route, caller) for caller in CALLERS}


@pytest.fixture(scope="module")
def scene(people: Cast) -> Scene:
    made = begun(Scene(people).twice().merged()).shelved().with_club().with_webhook(disabled=False).voted()
    people.administrator.get(made.at(""))
    return made


@pytest.fixture(scope="module")
def drawn(people: Cast) -> Scene:
    """A tournament of which the first round has been drawn."""
    return Scene(people).rounds(("/rounds/1/draw", {}))


def named(scene: Scene, drawn: Scene, route: str) -> dict[str, object]:
    """What the route's address names."""
    return {
        "tournament": drawn.id if "{round}" in route or route.endswith("report-file") else scene.id,
        "entry": 1,
        "match": 3,
        "dispute": 1,
        "ruling": 1,
        "appeal": 1,
        "stage": 1,
        "round": 1,
        "generation": 2,
        "version": 1,
        "number": "rank",
        "pool": "normal",
        "feed": "results",
        "slug": "stale",
        "guide": "access",
        "topic": "tournament.started.v1",
        "publication": 1,
        "file": "ratings-normal-2026-01-01.csv",
        "position": 1,
        "path": "0/000.p/1",
        "clause": "4.2.3",
        "series": scene.series,
        "club": scene.club,
        "webhook": scene.webhook,
        "person": side(scene),
        "record": scene.record,
    }


@pytest.mark.rule("TD-1", "ALL-12")
@pytest.mark.parametrize("route", [route for route in ACCESS if route.startswith("GET")])
def test_who_may_read(people: Cast, scene: Scene, drawn: Scene, route: str) -> None:
    path = route.removeprefix("GET ").format(**named(scene, drawn, route))
    ask = "HEAD" if path.endswith("/stream") else "GET"  # a stream that is read goes on
    people.administrator.get(path.removesuffix("/stream"))
    found, shown = {}, {}
    for caller in (*CALLERS, READS_TEXTS):
        client = people.clients[caller]
        answer = client.http.request(ask, path, headers=client.headers())
        found[caller] = 200 if answer.status_code < 400 or is_let_in(answer) else answer.status_code
        assert caller in NAMED or WITHHELD_NAME not in answer.text
        if answer.is_success and route.removeprefix("GET ") in reads():
            shown[caller] = answer.json()
    reading = found.pop(READS_TEXTS)
    assert found == {caller: expected(route, caller) for caller in CALLERS}
    assert reading == (200 if route == LISTS_NAMES else found["auditor"])
    assert noted_for(people, path) == (set() if ACCESS[route] == ALL else {"auditor", READS_TEXTS})
    for caller, told in shown.items():
        require_as_the_table_says(route.removeprefix("GET "), caller, told, shown["administrator"])


@pytest.fixture(autouse=True)
def _without_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the signature of these scenes, which are signed once, at the beginning."""
    monkeypatch.setattr(exports, "PATIENCE_SECONDS", 0)


class Asked(NamedTuple):
    """What a page has asked the API for: the route that answers it, how it was asked, and the answer."""

    path: str
    how: str
    told: Json


PATHS = {route.endpoint: route.path for route in routes() if "GET" in (route.methods or ())}
NO_PAGES = ("/live", "/whom", "/login/{code}", "/play/{code}", "/static/{digest}/{name}")
"""A stream that goes on, what leads to another page, links that log in, and files."""
OWN_PAGE = "/tournaments/{tournament}/play"
"""Only for who has an entry there."""
OF_PAGES = {"page": "finish", "command": "give-ruling", "paper": "tables", "wall": "tables"}
PAGES = sorted({route.path_format for route in pages() if "GET" in (route.methods or ())})
VISITORS = ("administrator", "anonymous", "side", "elsewhere", "auditor", READS_TEXTS)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """What pages ask the API from here on, and what they are answered."""
    asks, found = Visit.asks, list[Asked]()

    def noted(visit: Visit, handler: Handler, /, **further: object) -> Json:
        told = asks(visit, handler, **further)
        found.append(Asked(PATHS[handler], repr(further), told))
        return told

    monkeypatch.setattr(Visit, "asks", noted)
    return found


@pytest.mark.rule("ALL-12")
@pytest.mark.parametrize("page", [page for page in PAGES if not page.endswith(NO_PAGES)])
def test_a_page_is_made_of_what_its_reader_may_see(
    people: Cast, scene: Scene, drawn: Scene, asked: list[Asked], page: str
) -> None:
    """Matches by their status apart, of which who is not told a result has others."""
    path = page.format(**named(scene, drawn, page), **OF_PAGES)
    whole: dict[tuple[str, str], Json] = {}
    for caller in VISITORS:
        asked.clear()
        answer = people.service.http.get(path, headers=people.clients[caller].headers())
        none_of_own = page == OWN_PAGE and caller != "side"
        assert answer.status_code in (200, 401, 403, *([404] if none_of_own else [])), answer.text
        assert caller in NAMED or WITHHELD_NAME not in unescape(answer.text)
        for one in asked:
            all_told = one.told if "status" in one.how else whole.setdefault((one.path, one.how), one.told)
            require_as_the_table_says(one.path, caller, one.told, all_told)


def is_let_in(answer: httpx.Response) -> bool:
    """Whether what is lacking is the log's, not the right to it: these scenes sign it once, at the beginning."""
    return answer.status_code == 404 and answer.json()["type"].endswith("not-signed-yet")


def noted_for(people: Cast, path: str) -> set[str]:
    """Those of the callers of whom it is noted that they have read what stands at that address."""
    with psycopg.connect(people.service.owner_url) as connection:
        found = connection.execute("SELECT key FROM public.audited_reads WHERE address = %s", (path,)).fetchall()
    keys = {(client.key or "__").split("_")[1]: name for name, client in people.clients.items()}
    return {keys[key] for (key,) in found}


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
