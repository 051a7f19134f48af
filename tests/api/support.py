"""A service to talk to: the application on a real uvicorn, with its runners, and clients with keys of their own."""

import itertools
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache, cached_property
from hashlib import sha256
from threading import Barrier
from typing import Any

import httpx
import psycopg
import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.routing import APIRoute
from httpx._transports import default

from api.asgi import server
from api.asgi.app import create_app
from api.asgi.server import open_services, server_config
from api.http.api_keys import Wanted, id_of, make_key
from api.http.limits import Limits
from api.http.problems import NOT_YET
from api.http.services import Services
from api.queries.news import News
from api.routes.service.documentation import Documents
from api.site.frame import templates
from domain.kernel.envelope import Role
from ops.command_line.imports.common import followed
from ops.database import DatabaseUrls
from ops.webhooks.key_file import write_webhook_settings
from projections.feeds.projection import FeedTables
from projections.queries.queries import Readings
from projections.registry.catalogue import READ
from tests import late_imports
from tests.draws import DRAWS
from tests.patience import PATIENCE_SECONDS, patiently
from tests.properties import PROFILE
from tests.refusal_words import check_not_same_twice
from tests.workers import PREPARATIONS

MANY_AT_ONCE = httpx.Limits()
"""No bound: of more idle connections than that, one thread would close what another has just been given."""
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For plain HTTP: to read those of the machine takes as long as a request."""
vars(default)["create_ssl_context"] = cache(httpx.create_ssl_context)
"""Clients without a word of it read the certificates once for all."""
LIMITS = Limits()
PROBLEM = "application/problem+json"
WEBHOOK_KEY = bytes(range(32))
Query = str | int


_DRAWN = itertools.count()


def drawn_key() -> str:
    """A key as anyone who exchanges theirs draws one; another one each time."""
    secret = sha256(f"key {next(_DRAWN)}".encode()).hexdigest()
    return f"scoresheet_{secret[:16]}_{secret[::-1]}"


def exchange(code: str) -> dict[str, str]:
    """The body of an exchange by that code."""
    return {"code": code, "successor": drawn_key()}


_CLIENTS = itertools.count()
"""Several clients may have keys of one person, by whom idempotency goes."""


@dataclass
class Client:
    """Talks to the service with one key, or with none; each command has an idempotency key of its own."""

    http: httpx.Client
    key: str | None = None
    position: int = 0
    sent: Iterator[int] = field(default_factory=itertools.count)
    number: int = field(default_factory=lambda: next(_CLIENTS))

    def post(
        self, path: str, body: object = None, *, seen: str | None = None, key: str | None = None
    ) -> httpx.Response:
        """A command; `seen` is the ETag of what it changes, `key` its idempotency key."""
        name = key or f"{self.number}-{next(self.sent)}"
        headers = self.headers() | {"Idempotency-Key": name} | ({"If-Match": seen} if seen else {})
        answer = self.http.request(method_at(path), path, json={} if body is None else body, headers=headers)
        self.position = max(self.position, int(answer.headers.get("Scoresheet-Position", 0)))
        if answer.headers.get("Content-Type") == PROBLEM:
            check_not_same_twice(answer.json().get("detail", ""))
        return answer

    def done(self, path: str, body: object = None, *, seen: str | None = None) -> httpx.Response:
        """A command that must be accepted."""
        answer = self.post(path, body, seen=seen)
        assert answer.status_code in (200, 201), answer.text
        return answer

    def rule(self, tournament: str, body: Mapping[str, object]) -> httpx.Response:
        """A ruling, previewed and given on what was shown; or the refusal of either."""
        tried = self.post(f"{tournament}/previews", {"command": {"kind": "give-ruling", **body}})
        if not tried.is_success:
            return tried
        return self.post(f"{tournament}/rulings", {**body, "expected": tried.json()["digest"]})

    def ruled(self, tournament: str, body: Mapping[str, object]) -> httpx.Response:
        """A ruling that must be accepted."""
        answer = self.rule(tournament, body)
        assert answer.status_code == 201, answer.text
        return answer

    def change(self, resource: str, action: str, body: object = None) -> httpx.Response:
        """Reads the resource's ETag, and sends the command that changes it."""
        return self.done(f"{resource}/{action}", body, seen=self.get(resource).headers["ETag"])

    def get(self, path: str, headers: Mapping[str, str] | None = None, **query: Query) -> httpx.Response:
        """A read that shows what this client has done."""
        waiting = {"Scoresheet-Position": str(self.position), "Prefer": "wait=30"}
        said = self.headers() | waiting | dict(headers or {})
        return patiently(lambda: self.http.get(path, params=query or None, headers=said), _has_come)

    def read(self, path: str, **query: Query) -> Any:  # noqa: ANN401 -- JSON
        """What a read that must succeed shows."""
        answer = self.get(path, None, **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def headers(self) -> dict[str, str]:
        return {} if self.key is None else {"Authorization": f"Bearer {self.key}"}


def method_at(path: str) -> str:
    """How a command is sent to that address: what changes the settings that it names is a PATCH."""
    return "PATCH" if path.endswith(("/conditions", "/settings", "/hall", "/details")) else "POST"


def _has_come(answer: httpx.Response) -> bool:
    """Whether the readings had come as far as was asked for."""
    return answer.status_code != NOT_YET.status or NOT_YET.type not in answer.text


@dataclass
class Service:
    """A running service."""

    url: str
    app: FastAPI
    services: Services
    owner_url: str
    http: httpx.Client
    owner: psycopg.Connection

    def client(self, key: str | None = None) -> Client:
        """A client with this key."""
        return Client(self.http, key)

    def key(
        self,
        role: Role,
        person: str | None = None,
        tournament: str | None = None,
        expires_at: datetime | None = None,
        *,
        personal: bool = False,
    ) -> str:
        """A new key; one that expires was made an hour before that."""
        made_at = datetime.now(UTC) if expires_at is None else expires_at - timedelta(hours=1)
        wanted = Wanted(role, person, tournament, "made by a test", expires_at, personal)
        return make_key(self.owner, wanted, made_at)

    def administrator(self) -> Client:
        return self.client(self.key("administrator"))

    def officer(self) -> Client:
        """An administrator with a key of their own, who reads all that was done."""
        key = self.key("administrator", self.register("An officer"))
        return Client(self.http, key, self.services.journal.position())

    @cached_property
    def _office(self) -> Client:
        """Registers all who tests need: a key for each person would take as long as the person."""
        return self.administrator()

    def register(self, name: str) -> str:
        """The id of a new person."""
        answer = self._office.done("/v1/persons", {"name": name, "even_though_known": True})
        return str(answer.json()["person"])

    def register_all(self, names: Sequence[str]) -> list[str]:
        """The ids of new persons, who are registered at once."""
        if not names:
            return []
        persons = [{"name": name, "even_though_known": True} for name in names]
        answer = self._office.done("/v1/persons/bulk", {"persons": persons})
        return [row["person"] for row in answer.json()["rows"]]

    def erase(self, person: str) -> httpx.Response:
        """The person is erased: one administrator asks for it, another confirms it."""
        asks, confirms = (self.client(self.key("administrator", self.register("An officer"))) for _ in range(2))
        asks.change(f"/v1/persons/{person}", "erasure")
        confirms.position = asks.position
        return confirms.done(
            f"/v1/persons/{person}/erasure/confirmation", seen=confirms.get(f"/v1/persons/{person}").headers["ETag"]
        )

    def director(self) -> tuple[Client, str]:
        """A client who may direct, and who they are."""
        person = self.register("A director")
        return self.client(self.key("director", person)), person

    def player(self, person: str) -> Client:
        return self.client(self.key("player", person))

    def wait_for_feeds(self) -> None:
        """Returns when tables and feeds have followed the log; reads of the API wait for the tables alone."""
        made = (*READ, FeedTables.name)
        assert self.services.readings.wait_for(self.services.journal.position(), PATIENCE_SECONDS, made)

    def ended_long_ago(self, tournament: str) -> None:
        """What is owed stands as it would fifteen days later; shorter than a day the federation gives to nobody."""
        with psycopg.connect(self.owner_url) as connection:
            moved = connection.execute(
                "UPDATE projected.reports SET ended_at = ended_at - interval '15 days',"
                " due_at = due_at - interval '15 days' WHERE tournament = %s",
                (tournament,),
            )
            assert moved.rowcount == 1


def end_key(owner_url: str, key: str) -> None:
    """Ends the key past the service, as restoring an older table would."""
    with psycopg.connect(owner_url) as connection:
        connection.execute("UPDATE api_keys SET revoked_at = now() WHERE id = %s", (id_of(key),))


def sign(owner: psycopg.Connection) -> int:
    """The newest position but one, as a signed checkpoint covers it."""
    row = owner.execute(
        "INSERT INTO checkpoints (origin, size, root, note)"
        " SELECT 'a.example/log', max(position) - 1, %s, '' FROM events RETURNING size",
        (bytes(32),),
    ).fetchone()
    assert row is not None
    return int(row[0])


@cache
def unserved_app() -> FastAPI:
    """The application as it is described, without a service behind it."""
    return create_app(NotImplemented)


def documents() -> Documents[bytes]:
    """What describes the application."""
    found: Documents[bytes] = unserved_app().state.documents()
    return found


@cache
def routes() -> list[APIRoute]:
    """Every route of the API. Pages show people what these answer, and no more."""
    return [route for route in routes_and_pages() if not _is_page(route)]


def pages() -> list[APIRoute]:
    """Every route of pages."""
    return [route for route in routes_and_pages() if _is_page(route)]


def _is_page(route: APIRoute) -> bool:
    return route.endpoint.__module__.startswith("api.site.")


def routes_and_pages() -> list[APIRoute]:
    """Every route there is."""
    return [route for route in unserved_app().routes if isinstance(route, APIRoute)]


def _prepare() -> None:
    """What every process with a service comes to: what a part has loaded, and pages as they are compiled."""
    late_imports.loaded_before()
    written = templates.environment("en")
    for name in written.list_templates():
        written.get_template(name)


PREPARATIONS.append(_prepare)


@contextmanager
def running_service(
    database: DatabaseUrls, told: list[str], limits: Limits = LIMITS, replica_url: str = ""
) -> Iterator[Service]:
    """The whole service on this database, as patient as the tests; `told` is given what the runners report."""
    with psycopg.connect(database.owner, autocommit=True) as owner, pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "PATIENCE_SECONDS", PATIENCE_SECONDS)
        write_webhook_settings(owner, WEBHOOK_KEY, ())
        with (
            open_services(database.service, replica_url=replica_url) as opened,
            nullcontext(_seeded(opened)) as services,
            followed(database, told.append),
            _served(services, limits) as (url, app),
            httpx.Client(base_url=url, timeout=PATIENCE_SECONDS, limits=MANY_AT_ONCE, verify=NO_CERTIFICATES) as http,
            late_imports.watched(lambda: app.state.logins),
            _all_is_shown(url, app, services),
        ):
            yield Service(url, app, services, database.owner, http, owner)


SHOWN_SECONDS = 10.0
"""For how long it is waited until something is shown, which load does not outrun: some tests hold the projections."""


@contextmanager
def _all_is_shown(url: str, app: FastAPI, services: Services) -> Iterator[None]:
    """Each read is sent once it shows what was recorded, as by a person who looks a moment later. What the sender has
    recorded a read of the API itself waits for."""
    handle, written = httpx.HTTPTransport.handle_request, _Written(services.readings)

    def handled(transport: httpx.HTTPTransport, request: httpx.Request) -> httpx.Response:
        if not str(request.url).startswith(url):
            return handle(transport, request)
        if request.method != "GET":
            answer = handle(transport, request)
            written.note(request, answer)
            return answer
        if request.url.path.startswith("/v1/"):
            written.wait_until_shown_to(request)
        else:
            written.wait_until_all_is_shown(app.state.table_news, services)
        return handle(transport, request)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpx.HTTPTransport, "handle_request", handled)
        yield


_wait_for = Readings.wait_for
"""As it is, whatever a test puts in its place."""


_OF_FEEDS = re.compile(r"^/v1/feeds|/ratings(?:/|$)")
"""Where the feeds are read: each line of a list of ratings has its revision from there."""


@dataclass
class _Written:
    """The newest position that each key has recorded, and how far the followers of each kind were waited for. `shown`
    is the position of the log that pages have shown."""

    readings: Readings
    newest: dict[str | None, int] = field(default_factory=dict)
    waited: dict[tuple[str, ...], int] = field(default_factory=dict)
    shown: int = 0

    def note(self, request: httpx.Request, answer: httpx.Response) -> None:
        if position := answer.headers.get("Scoresheet-Position"):
            self.newest[request.headers.get("Authorization")] = int(position)

    def wait_until_shown_to(self, request: httpx.Request) -> None:
        """Returns when the read shows what anybody else has recorded, and one that feeds are in what anybody has; or
        where nothing is shown any more."""
        path, key = request.url.path, request.headers.get("Authorization")
        is_of_feeds = _OF_FEEDS.search(path) is not None
        tables = () if path.startswith("/v1/feeds") else READ
        made_from = (*tables, FeedTables.name) if is_of_feeds else tables
        position = max((at for other, at in tuple(self.newest.items()) if is_of_feeds or other != key), default=0)
        if position > self.waited.get(made_from, 0):
            with suppress(psycopg.OperationalError):
                _wait_for(self.readings, position, SHOWN_SECONDS, made_from)
            self.waited[made_from] = position

    def wait_until_all_is_shown(self, news: News, services: Services) -> None:
        """Returns when a page shows all that anybody has recorded. What pages have shown before they show still."""
        newest, end = services.journal.position(), time.monotonic() + SHOWN_SECONDS
        if newest == self.shown or services.readings.wait_for(newest, SHOWN_SECONDS):
            self.shown = newest
            while news.listens and news.reached < newest and time.monotonic() < end:
                time.sleep(0.001)


def _seeded(services: Services) -> Services:
    """The services whose ids follow from the test, as its other draws do: no draw comes out otherwise by chance."""
    return replace(services, draw_id=DRAWS.uuid) if PROFILE == "test" else services


@contextmanager
def _served(services: Services, limits: Limits) -> Iterator[tuple[str, FastAPI]]:
    @contextmanager
    def opened() -> Iterator[Services]:
        yield services

    app = create_app(opened, limits)
    server = uvicorn.Server(server_config(app, limits))
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True, name=late_imports.SERVER)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        thread.join(0.01)
    host, port = listener.getsockname()[:2]
    try:
        yield f"http://{host}:{port}", app
    finally:
        server.should_exit = True
        thread.join(PATIENCE_SECONDS)


@dataclass
class Season:
    """A started open tournament with approved entries 1 to n."""

    service: Service
    director: Client
    director_id: str
    id: str
    persons: list[str]

    @property
    def path(self) -> str:
        return f"/v1/tournaments/{self.id}"

    def play(self, first: int = 1, second: int = 2, **wanted: object) -> int:
        """A match that the director reports as won 7-4 by its first side; its number."""
        body: dict[str, object] = {"sides": [first, second], "length": 7, "result": score(7, 4)} | wanted
        answer = self.director.done(f"{self.path}/matches", body)
        return int(answer.json()["matches"][0]["number"])


def score(first: int, second: int) -> dict[str, object]:
    """A final score as it is reported."""
    return {"kind": "score", "first": first, "second": second}


def problem(answer: httpx.Response) -> str:
    """The slug of the problem that a command was answered with."""
    return str(answer.json()["type"]).rpartition("/")[2]


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """The status and the slug."""
    return answer.status_code, problem(answer)


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What the acts give, begun in the same moment."""
    barrier = Barrier(len(acts))

    def act(one: Callable[[], Any]) -> Any:  # noqa: ANN401 -- whatever it gives
        barrier.wait()
        return one()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result() for future in [pool.submit(act, one) for one in acts]]


def season(service: Service, players: int = 4, **announced: object) -> Season:
    """A new season, announced, entered, and started; entered in bulk, for hundreds of tests begin with one."""
    director, director_id = service.director()
    persons = service.register_all([f"Player {number}" for number in range(1, players + 1)])
    rating = {"pool": "normal", "policy": "room", "policy_version": 1}
    body = {"name": "Season", "format": {"kind": "open"}, "rating": rating} | announced
    tournament = director.done("/v1/tournaments", body).json()["tournament"]
    made = Season(service, director, director_id, tournament, persons)
    if persons:
        director.done(f"{made.path}/bulk", {"rows": [{"entry": {"person": person}} for person in persons]})
    director.done(f"{made.path}/start", seen='"settings-1"')
    return made
