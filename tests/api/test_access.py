"""Every route of the application, called by every kind of caller, against the table in `tests/api/access.py`."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import cast

import psycopg
import pytest
from fastapi.routing import APIRoute

from api.app import create_app
from api.etags import FEDERATION, PERSON, SERIES, SETTINGS, Resource
from api.keys import revoke_key
from domain.ids import FEDERATION as FEDERATION_STREAM
from domain.ids import person_stream, tournament_stream
from domain.tournament.state import Tournament
from tests.api.access import ACCESS, CALLERS, FILE, T, document, expected
from tests.api.support import Client, Service, score

RESULT = {"result": score(7, 4)}
REASON = {"reason": "Because."}
RATING = {"pool": "normal", "policy": "room", "version": 1}


def routes() -> set[str]:
    """Every route there is, from the application itself."""
    app = create_app(NotImplemented)
    found = {
        f"{method} {route.path}"
        for route in app.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }
    assert len(found) >= len(app.routes)
    return found


def test_every_route_stands_in_the_table() -> None:
    assert routes() == set(ACCESS)


def test_the_table_is_written_out() -> None:
    assert FILE.read_text(encoding="utf-8") == document()


@dataclass
class Cast:
    """The persons of the play, and a client for each kind of caller."""

    service: Service
    persons: dict[str, str]
    clients: dict[str, Client]

    @property
    def administrator(self) -> Client:
        return self.clients["administrator"]


@pytest.fixture(scope="module")
def people(service: Service) -> Cast:
    names = ("director", "elsewhere", "side", "opponent", "entrant", "waiting", "player", "auditor", "spare")
    persons = {name: service.register(name) for name in names}
    unlimited = REASON | {"limit": None}  # the same person resigns from scene after scene
    service.administrator().done("/v1/federation/resignation-limit", unlimited, seen=FEDERATION.etag(0))
    other = service.administrator().done("/v1/tournaments", _announcement("Another", persons["elsewhere"]))
    other_id = other.json()["tournament"]
    now = datetime.now(UTC)
    keys = {
        "administrator": service.key("administrator"),
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
    with psycopg.connect(service.owner_url) as connection:
        assert revoke_key(connection, keys["revoked"].split("_")[1], now)
    clients = {name: service.client(keys.get(name)) for name in CALLERS}
    return Cast(service, persons, clients)


def _announcement(name: str, director: str, kind: str = "open") -> dict[str, object]:
    conditions = {"appeal_window_minutes": 0}
    return {
        "name": name,
        "format": {"kind": kind},
        "rating": RATING,
        "director": director,
        "conditions": conditions,
    }


@dataclass
class Scene:
    """A tournament in which everything can happen: entries 1 to 3 approved (1 is the side, 3 the entrant) and 4
    requested; match 1 is open, 2 reported, 3 announced, 4 void. Person and entry in question are the side's."""

    cast: Cast
    id: str = ""
    spare: str = ""
    kind: str = "open"
    series: str = ""

    def set(self) -> "Scene":
        administrator, persons = self.cast.administrator, self.cast.persons
        self.spare = self.cast.service.register("Spare")
        answer = administrator.done("/v1/tournaments", _announcement("Scene", persons["director"], self.kind))
        self.id = answer.json()["tournament"]
        for number, name in enumerate(("side", "opponent", "entrant", "waiting"), 1):
            administrator.done(self.at("/entries"), {"person": persons[name]})
            if name != "waiting":
                administrator.done(self.at(f"/entries/{number}/approval"), seen=self.etag("entry", number))
        return self

    def begin(self) -> "Scene":
        administrator, side = self.cast.administrator, self.cast.clients["side"]
        administrator.done(self.at("/start"), seen=self.settings())
        pair = {"sides": [1, 2], "length": 7}
        side.done(self.at("/matches"), pair)
        side.done(self.at("/matches"), pair | RESULT)
        administrator.done(self.at("/matches"), pair | RESULT)
        administrator.done(self.at("/matches"), pair | RESULT)
        administrator.done(self.at("/matches/4/voiding"), REASON, seen=self.etag("match", 4))
        return self

    def rounds(self, *then: tuple[str, object]) -> "Scene":
        """The same persons in a tournament with rounds, started; then these commands."""
        self.kind = "nxe"
        self.set()
        self.cast.administrator.done(self.at("/start"), seen=self.settings())
        for place, body in then:
            kind, _, rest = place.removeprefix("/").partition("/")
            number = rest.partition("/")[0]
            if kind in ("entries", "matches"):
                seen = self.etag("entry" if kind == "entries" else "match", int(number))
            else:
                seen = self.settings()
            self.cast.administrator.done(self.at(place), body, seen=seen)
        return self

    def complete(self) -> "Scene":
        self.settle()
        self.cast.administrator.done(self.at("/completion"), seen=self.settings())
        return self

    def settle(self) -> "Scene":
        for match in (1, 2):
            seen = self.etag("match", match)
            self.cast.administrator.done(self.at(f"/matches/{match}/voiding"), REASON, seen=seen)
        return self

    def two_directors(self) -> "Scene":
        body = {"person": self.spare}
        self.cast.administrator.done(self.at("/directors"), body, seen=self.settings())
        return self

    def offered(self) -> "Scene":
        """The side's entry is refused here, and another flight offered."""
        administrator = self.cast.administrator
        flight = administrator.done("/v1/tournaments", _announcement("Masters", self.cast.persons["director"]))
        body = {"flight": flight.json()["tournament"]}
        administrator.done(self.at("/entries/1/flight-offer"), body, seen=self.etag("entry", 1))
        return self

    def barred(self) -> "Scene":
        seen = self.person_etag(self.spare)
        self.cast.administrator.done(f"/v1/persons/{self.spare}/bars", REASON, seen=seen)
        return self

    def resigned(self) -> "Scene":
        """The spare person has resigned from a tournament."""
        administrator = self.cast.administrator
        administrator.done(self.at("/entries"), {"person": self.spare})
        administrator.done(self.at("/entries/5/approval"), seen=self.etag("entry", 5))
        administrator.done(self.at("/start"), seen=self.settings())
        administrator.done(self.at("/entries/5/resignation"), {}, seen=self.etag("entry", 5))
        return self

    def shelved(self) -> "Scene":
        """A series of which the director of the tournament is one."""
        body = {"name": "Winter cup", "directors": [self.cast.persons["director"]]}
        self.series = self.cast.administrator.done("/v1/series", body).json()["series"]
        return self

    def federation_etag(self) -> str:
        return FEDERATION.etag(self.cast.service.services.journal.state(FEDERATION_STREAM).version)

    def at(self, place: str) -> str:
        return f"/v1/tournaments/{self.id}{place}"

    def state(self) -> Tournament:
        return cast("Tournament", self.cast.service.services.journal.state(tournament_stream(self.id)))

    def settings(self) -> str:
        settings = self.state().settings
        assert settings is not None
        return SETTINGS.etag(settings.revision, self.state().version)

    def etag(self, kind: str, number: int) -> str:
        if kind == "entry":
            return Resource("entry", number).etag(self.state().entries[number].revision)
        return Resource("match", number).etag(self.state().matches[number].revision)

    def person_etag(self, person: str) -> str:
        return PERSON.etag(self.cast.service.services.journal.state(person_stream(person)).version)


@dataclass
class Play:
    """How a command is called so that whoever may do it succeeds."""

    set: Callable[[Scene], Scene]
    path: Callable[[Scene], str]
    body: Callable[[Scene], object] = lambda _: {}
    seen: Callable[[Scene], str | None] = lambda _: None


def _settings(place: str, body: object = None, before: Callable[[Scene], Scene] = Scene.set) -> Play:
    return Play(before, lambda s: s.at(place), lambda _: body or {}, Scene.settings)


def _entry(number: int, action: str, body: object = None) -> Play:
    return Play(
        lambda s: s.set(),
        lambda s: s.at(f"/entries/{number}/{action}"),
        lambda _: body or {},
        lambda s: s.etag("entry", number),
    )


def _match(number: int, action: str, body: object = None) -> Play:
    return Play(
        _begun,
        lambda s: s.at(f"/matches/{number}/{action}"),
        lambda _: body or {},
        lambda s: s.etag("match", number),
    )


def _begun(scene: Scene) -> Scene:
    return scene.set().begin()


def _offered(scene: Scene) -> str:
    """The flight that entry 1 was offered."""
    offer = scene.state().entries[1].offer
    assert offer is not None
    return offer.flight.tournament


def _spare(place: str, body: object, before: Callable[[Scene], Scene] = Scene.set) -> Play:
    return Play(before, lambda s: f"/v1/persons/{s.spare}/{place}", lambda _: body, lambda s: s.person_etag(s.spare))


def _side(scene: Scene) -> str:
    return scene.cast.persons["side"]


def _rounds(place: str, body: object = None, *before: tuple[str, object]) -> Play:
    return Play(lambda s: s.rounds(*before), lambda s: s.at(place), lambda _: body or {})


PAIRED: tuple[str, object] = ("/rounds/1/pairings", REASON | {"pairings": [[1, 2]], "byes": [3]})
LEFT: tuple[tuple[str, object], ...] = tuple((f"/entries/{number}/resignation", {}) for number in (1, 2, 3))
CANCELLED: tuple[str, object] = ("/cancellation", REASON)
TURNED = {"kind": "correct", "match": 3, "result": score(7, 5)} | REASON
PLAYED = {"sides": [1, 2], "length": 7, **RESULT}
PLAYS: dict[str, Play] = {
    "POST /v1/tournaments": Play(
        Scene.set, lambda _: "/v1/tournaments", lambda _: {"name": "New", "format": {"kind": "open"}}
    ),
    f"POST {T}/conditions": _settings("/conditions", {"conditions": {"clock": "none"}}),
    f"POST {T}/directors": Play(Scene.set, lambda s: s.at("/directors"), lambda s: {"person": s.spare}, Scene.settings),
    f"POST {T}/directors/{{person}}/release": Play(
        lambda s: s.set().two_directors(),
        lambda s: s.at(f"/directors/{s.spare}/release"),
        seen=Scene.settings,
    ),
    f"POST {T}/start": _settings("/start"),
    f"POST {T}/completion": _settings("/completion", None, lambda s: _begun(s).settle()),
    f"POST {T}/cancellation": _settings("/cancellation", REASON),
    f"POST {T}/reopening": _settings("/reopening", REASON, lambda s: _begun(s).complete()),
    f"POST {T}/entries": Play(Scene.set, lambda s: s.at("/entries"), lambda s: {"person": s.cast.persons["player"]}),
    f"POST {T}/entries/{{entry}}/approval": _entry(4, "approval"),
    f"POST {T}/entries/{{entry}}/refusal": _entry(4, "refusal", REASON),
    f"POST {T}/entries/{{entry}}/withdrawal": _entry(1, "withdrawal", REASON),
    f"POST {T}/entries/{{entry}}/flight-offer": Play(
        lambda s: s.set().offered(),
        lambda s: s.at("/entries/3/flight-offer"),
        lambda s: {"flight": _offered(s)},
        lambda s: s.etag("entry", 3),
    ),
    f"POST {T}/entries/{{entry}}/flight-answer": Play(
        lambda s: s.set().offered(),
        lambda s: s.at("/entries/1/flight-answer"),
        lambda _: {"accepted": True},
        lambda s: s.etag("entry", 1),
    ),
    f"POST {T}/matches": Play(_begun, lambda s: s.at("/matches"), lambda _: PLAYED),
    f"POST {T}/results": Play(
        _begun, lambda s: s.at("/results"), lambda _: {"results": [PLAYED, {"match": 1, **RESULT}]}
    ),
    f"POST {T}/matches/{{match}}/result": _match(1, "result", RESULT),
    f"POST {T}/matches/{{match}}/verification": _match(2, "verification"),
    f"POST {T}/matches/{{match}}/corrections": _match(3, "corrections", REASON | {"result": score(7, 5)}),
    f"POST {T}/matches/{{match}}/voiding": _match(3, "voiding", REASON),
    f"POST {T}/matches/{{match}}/reinstatement": _match(4, "reinstatement", REASON),
    f"POST {T}/entries/{{entry}}/resignation": Play(
        lambda s: s.rounds(),
        lambda s: s.at("/entries/1/resignation"),
        lambda _: {},
        lambda s: s.etag("entry", 1),
    ),
    f"POST {T}/rounds/{{round_number}}/draw": _rounds("/rounds/1/draw"),
    f"POST {T}/rounds/{{round_number}}/pairings": _rounds(*PAIRED),
    f"POST {T}/rounds/{{round_number}}/annulment": _rounds("/rounds/1/annulment", REASON, PAIRED),
    f"POST {T}/decisions": _rounds(
        "/decisions", REASON | {"question": "nobody-left-0", "choice": "no-champion"}, *LEFT
    ),
    f"POST {T}/commitment": _rounds("/commitment", None, CANCELLED, ("/reveal", {}), ("/reopening", REASON)),
    f"POST {T}/reveal": _rounds("/reveal", None, CANCELLED),
    f"POST {T}/previews": Play(_begun, lambda s: s.at("/previews"), lambda _: {"command": TURNED}),
    f"POST {T}/matches/{{match}}/invitation": Play(
        lambda s: s.rounds(PAIRED),
        lambda s: s.at("/matches/1/invitation"),
        lambda _: {},
        lambda s: s.etag("match", 1),
    ),
    f"POST {T}/matches/{{match}}/acknowledgement": Play(
        lambda s: s.rounds(PAIRED, ("/matches/1/invitation", {"by": "second"})),
        lambda s: s.at("/matches/1/acknowledgement"),
        lambda _: {},
        lambda s: s.etag("match", 1),
    ),
    "POST /v1/persons": Play(Scene.set, lambda _: "/v1/persons", lambda _: {"name": "New"}),
    "POST /v1/persons/{person}/details": Play(
        Scene.set,
        lambda s: f"/v1/persons/{_side(s)}/details",
        lambda _: {"name": "side"},
        lambda s: s.person_etag(_side(s)),
    ),
    "POST /v1/persons/{person}/opening-ratings": Play(
        Scene.set,
        lambda s: f"/v1/persons/{s.spare}/opening-ratings",
        lambda _: REASON | {"pool": "price", "rating": "1600", "experience": 5},
        lambda s: s.person_etag(s.spare),
    ),
    "POST /v1/persons/{person}/bars": _spare("bars", REASON),
    "POST /v1/persons/{person}/bars/{bar}/lifting": _spare("bars/1/lifting", REASON, lambda s: s.set().barred()),
    "POST /v1/persons/{person}/resignations/lifting": _spare(
        "resignations/lifting", REASON, lambda s: s.set().resigned()
    ),
    "POST /v1/series": Play(Scene.set, lambda _: "/v1/series", lambda _: {"name": "Winter cup"}),
    "POST /v1/series/{series}/description": Play(
        lambda s: s.set().shelved(),
        lambda s: f"/v1/series/{s.series}/description",
        lambda s: {"name": "Spring cup", "directors": [s.cast.persons["director"]]},
        lambda _: SERIES.etag(1),
    ),
    "POST /v1/federation/resignation-limit": Play(
        Scene.set,
        lambda _: "/v1/federation/resignation-limit",
        lambda _: REASON | {"limit": None},
        Scene.federation_etag,
    ),
    "POST /v1/persons/{person}/erasure": Play(
        Scene.set, lambda s: f"/v1/persons/{s.spare}/erasure", seen=lambda s: s.person_etag(s.spare)
    ),
}


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
        else:
            assert answer.headers["Content-Type"] == "application/problem+json"
            assert scene.state().version == version
    assert found == {caller: expected(route, caller) for caller in CALLERS}


@pytest.fixture(scope="module")
def scene(people: Cast) -> Scene:
    made = _begun(Scene(people)).shelved()
    people.administrator.get(made.at(""))
    return made


@pytest.mark.rule("TD-1", "ALL-12")
@pytest.mark.parametrize("route", [route for route in ACCESS if route.startswith("GET")])
def test_who_may_read(people: Cast, scene: Scene, route: str) -> None:
    names = {
        "tournament": scene.id,
        "entry": 1,
        "match": 3,
        "pool": "normal",
        "slug": "stale",
        "series": scene.series,
        "person": _side(scene),
    }
    path = route.removeprefix("GET ").format(**names)
    people.administrator.get(path)
    found = {}
    for caller in CALLERS:
        client = people.clients[caller]
        answer = client.http.get(path, headers=client.headers())
        found[caller] = 200 if answer.status_code < 400 else answer.status_code
    assert found == {caller: expected(route, caller) for caller in CALLERS}


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
