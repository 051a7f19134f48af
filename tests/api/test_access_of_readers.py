"""Every read and every page, asked for by every kind of caller: held to `tests/api/access.py` and to the table of
visibility, field by field."""

import json
from collections.abc import Sequence
from html import unescape
from typing import NamedTuple

import httpx
import psycopg
import pytest

from api.http.mails import Letter, Mails
from api.http.sign_ups import SignUpList
from api.queries.visible_fields import restricted
from api.routes.service import exports
from api.site.frame.visit import Handler, Json, Visit
from api.site.office.rooms import ROOMS
from ops.webhooks.key_file import write_webhook_settings
from tests.api.access import (
    ACCESS,
    expected,
)
from tests.api.callers import ALL, BAD_KEYS, CALLERS, READS_TEXTS, VALID
from tests.api.everybody import WITHHELD_NAME, all_callers
from tests.api.lists_to_come import SOON
from tests.api.plays import begun, side
from tests.api.scenes import Cast, Scene
from tests.api.support import WEBHOOK_KEY, Service, documents, pages, routes
from tests.api.visible import (
    reads,
    require_as_the_table_says,
)
from tests.properties import PROFILE

LISTS_NAMES = ("GET /v1/persons", "GET /v1/persons/particulars")
"""They have the names that are withheld too: for auditors with the right to texts about persons only."""

NAMED = {"administrator", "director", "elsewhere", "narrowed", "side", "entrant", "player", READS_TEXTS}


@pytest.fixture(scope="module")
def people(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Cast:
    return all_callers(service, tmp_path_factory.mktemp("keys"))


@pytest.fixture(scope="module")
def scene(people: Cast) -> Scene:
    made = (
        begun(Scene(people).twice().merged())
        .transcribed()
        .with_divisions()
        .with_list()
        .with_rated_team()
        .with_webhook(disabled=False)
        .with_import()
        .voted()
    )
    people.administrator.done("/v1/publications", {"subject": {"kind": "standings", "tournament": made.id}})
    people.administrator.get(made.at(""))
    return made


@pytest.fixture(scope="module")
def drawn(people: Cast) -> Scene:
    """A tournament of which the first round has been drawn."""
    return Scene(people).rounds(("/rounds/1/draw", {}))


@pytest.fixture(scope="module")
def announced(people: Cast) -> Scene:
    """A tournament for which players sign up by themselves, and whose phones wait for a nod."""
    made = Scene(people).set()
    people.service.services.sign_ups.open(made.id, SignUpList(for_members=False, fee_first=False))
    people.service.services.phones.open(made.id)
    write_webhook_settings(people.service.owner, WEBHOOK_KEY, (), "https://club.example", sends_pushes=True)
    people.service.owner.commit()
    return made


def named(scene: Scene, drawn: Scene, route: str) -> dict[str, object]:
    """What the route's address names."""
    return {
        "tournament": drawn.id if "{round}" in route or route.endswith("report-file") else scene.id,
        "entry": 1,
        "match": 3,
        "attachment": 1,
        "game": 1,
        "other": scene.cast.persons["director"],
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
        "group": "enter-players",
        "name": "ProblemDocument",
        "topic": "tournament.started.v1",
        "publication": 2 if "/cards/" in route else 1,
        "file": f"ratings-normal-{SOON:%Y-%m-%d}.csv",
        "position": 1,
        "path": "0/000.p/1",
        "clause": "4.2.3",
        "series": scene.series,
        "season": 1,
        "club": scene.club,
        "list": scene.known_list,
        "team": scene.rated_team,
        "webhook": scene.webhook,
        "job": scene.job,
        "person": side(scene),
        "record": scene.record,
    }


READS = [route for route in ACCESS if route.startswith("GET")]
ALWAYS = ("anonymous", "administrator", "auditor", READS_TEXTS)
"""Who is shown least and most, and those of whom it is noted what they have read."""


def walk(route: str) -> Sequence[str]:
    """Who asks; in `make proof` each. Of keys that are none any more, one is used in turn. What is for all who have a
    valid key, and in no field for fewer, is the same to them: it is asked for by some, and by one of the others in
    turn."""
    if PROFILE == "proof":
        return (*CALLERS, READS_TEXTS)
    bad = sorted(BAD_KEYS)[READS.index(route) % len(BAD_KEYS)]
    every = (*(one for one in CALLERS if one == bad or one not in BAD_KEYS), READS_TEXTS)
    if ACCESS[route] not in (ALL, VALID) or withholds(route.removeprefix("GET ")):
        return every
    others = [caller for caller in CALLERS if caller not in ALWAYS]
    place = [one for one in READS if ACCESS[one] in (ALL, VALID)].index(route)
    return [caller for caller in every if caller in (*ALWAYS, *others[place % len(others) :: 3])]


def withholds(path: str) -> bool:
    """Whether some field of it is for fewer than the read itself, or it is no document of fields at all."""
    if path not in reads():
        return True
    audience, fields = reads()[path]
    return bool(restricted(fields, audience))


@pytest.mark.longer
@pytest.mark.rule("TD-1", "ALL-12")
@pytest.mark.parametrize("route", READS)
def test_reads_are_for_those_whom_the_table_names(people: Cast, scene: Scene, drawn: Scene, route: str) -> None:
    path = route.removeprefix("GET ").format(**named(scene, drawn, route))
    ask = "HEAD" if path.endswith("/stream") else "GET"  # a stream that is read goes on
    people.administrator.get(path.removesuffix("/stream"))
    found, shown = {}, {}
    for caller in walk(route):
        client = people.clients[caller]
        answer = client.http.request(ask, path, headers=client.headers())
        found[caller] = 200 if answer.status_code < 400 or is_let_in(answer) else answer.status_code
        assert caller in NAMED or WITHHELD_NAME not in answer.text
        if answer.is_success and route.removeprefix("GET ") in reads():
            shown[caller] = answer.json()
    reading = found.pop(READS_TEXTS)
    assert found == {caller: expected(route, caller) for caller in found}
    assert reading == (200 if route in LISTS_NAMES else found["auditor"])
    assert noted_for(people, path) == (set() if ACCESS[route] == ALL else {"auditor", READS_TEXTS})
    for caller, told in shown.items():
        require_as_the_table_says(route.removeprefix("GET "), caller, told, shown["administrator"])


@pytest.fixture(autouse=True)
def _without_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the signature of these scenes, which are signed once, at the beginning."""
    monkeypatch.setattr(exports, "PATIENCE_SECONDS", 0)


AS_SIGNED = (
    "/v1/exports",
    "/v1/publications/{publication}/{file}.tlog-proof",
    "/v1/publications/{publication}/cards/{person}",
    "/v1/tournaments/{tournament}/matches/{match}/card",
)
"""Made of the log as it is signed, which it is once, at the beginning of these scenes."""
DOCUMENT: Json = json.loads(documents().openapi)
TELL_POSITION = [
    path
    for path, methods in DOCUMENT["paths"].items()
    if "Scoresheet-Position" in methods.get("get", {}).get("responses", {}).get("200", {}).get("headers", {})
    and path not in AS_SIGNED
]


@pytest.mark.parametrize("path", TELL_POSITION)
def test_position_of_an_answer_is_that_of_the_log_wherever_its_page_ends(
    people: Cast, scene: Scene, drawn: Scene, path: str
) -> None:
    """Nothing is written any more: what is read now was made at the newest position."""
    office, newest = people.administrator, people.service.services.journal.position()
    office.position = newest
    shared = [one.get("$ref", "").rpartition("/")[2] for one in DOCUMENT["paths"][path]["get"]["parameters"]]
    page = {"limit": 1} if "limit" in shared else {}
    answer = office.get(path.format(**named(scene, drawn, f"GET {path}")), None, **page)
    assert answer.is_success, answer.text
    assert answer.headers["Scoresheet-Position"] == str(newest)


class Asked(NamedTuple):
    """What a page has asked the API for: the route that answers it, how it was asked, and the answer."""

    path: str
    how: str
    told: Json


PATHS = {route.endpoint: route.path for route in routes() if "GET" in (route.methods or ())}
OF_THEMSELVES = "/v1/persons/{person}/memberships"
"""What the page for players asks of each reader who is a person: their own clubs."""
AT_PROVIDER = ("/login/provider", "/login/provider/add", "/login/provider/back")
NO_PAGES = (
    "/live",
    "/whom",
    "/begin/{code}",
    "/login/{code}",
    "/login/address/{code}",
    "/login/mail/{code}",
    "/play/{code}",
    "/screen/{code}",
    *AT_PROVIDER,
    "/static/{digest}/{name}",
    "/evidence.zip",
    "/logo/{digest}.png",
    "/push/worker.js",
)
"""A stream that goes on, what leads to another page, links that log in, the identity provider, and files."""
OWN_PAGES = (
    "/tournaments/{tournament}/play",
    "/tournaments/{tournament}/play/withdrawal",
    "/tournaments/{tournament}/play/mail",
    "/tournaments/{tournament}/play/push",
    "/tournaments/{tournament}/play/code",
)
"""Only for those who have an entry there."""
OF_PAGES = {"page": "finish", "command": "give-ruling", "paper": "tables", "wall": "tables"}
PAGES = sorted(
    {route.path_format for route in pages() if "GET" in (route.methods or ())} | {f"/office/{room}" for room in ROOMS}
)
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


def mail_of(mails: Mails, tournament: str, person: str) -> str:
    """The secret of a link in a mail that somebody has asked for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("api.http.mails.secrets.token_hex", lambda _: "ab" * 32)
        mails.ask(tournament, person, "side@example.org", "en", Letter("", "", ""))
    return "ab" * 32


def on_page(people: Cast, drawn: Scene, announced: Scene, page: str) -> dict[str, object]:
    """What such an address names that no route of the API does, or otherwise."""
    if page.endswith(("/pairs", "/met")):
        return {"tournament": drawn.id, "number": 1}
    if page.endswith("/sign-up"):
        return {"tournament": announced.id}
    if page.endswith(".png"):
        return {"side": 180}
    if page.startswith(("/look/", "/clubs/")):
        return {"colour": "14573d"}
    if page == "/mail/{secret}":
        return {"secret": mail_of(people.service.services.mails, announced.id, people.persons["side"])}
    if page.endswith("/phone/{secret}"):
        secret = people.service.services.phones.ask(announced.id, 1)
        assert secret is not None
        return {"tournament": announced.id, "secret": secret}
    return {}


@pytest.mark.rule("ALL-12")
@pytest.mark.parametrize("page", [page for page in PAGES if not page.endswith(NO_PAGES)])
def test_a_page_is_made_of_what_its_reader_may_see(
    people: Cast, scene: Scene, drawn: Scene, announced: Scene, asked: list[Asked], page: str
) -> None:
    """Matches by their status apart, of which who is not told a result has others."""
    names = named(scene, drawn, page) | on_page(people, drawn, announced, page)
    office = {"room": "clubs", "of": names["club"], "command": "register-person", "kind": "matches"}
    path = page.format_map(names | OF_PAGES | (office if page.startswith("/office") else {}))
    whole: dict[tuple[str, str], Json] = {}
    for caller in VISITORS:
        asked.clear()
        answer = people.service.http.get(path, headers=people.clients[caller].headers())
        none_of_own = page in OWN_PAGES and caller != "side"
        assert answer.status_code in (200, 401, 403, *([404] if none_of_own else [])), answer.text
        assert caller in NAMED or WITHHELD_NAME not in unescape(answer.text)
        for one in asked:
            if one.path == OF_THEMSELVES:
                assert one.told["person"] == people.persons[caller]
                continue
            all_told = one.told if "status" in one.how else whole.setdefault((one.path, one.how), one.told)
            require_as_the_table_says(one.path, caller, one.told, all_told)


def is_let_in(answer: httpx.Response) -> bool:
    """Whether what is lacking is the log's, not the right to it: these scenes sign it once, at the beginning."""
    return answer.status_code == 404 and answer.json()["type"].endswith("not-signed-yet")


def noted_for(people: Cast, path: str) -> set[str]:
    """Those of the callers of whom it is noted that they have read what is at that address."""
    with psycopg.connect(people.service.owner_url) as connection:
        found = connection.execute("SELECT key FROM public.audited_reads WHERE address = %s", (path,)).fetchall()
    keys = {(client.key or "__").split("_")[1]: name for name, client in people.clients.items()}
    return {keys[key] for (key,) in found}
