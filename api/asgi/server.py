"""The server process: the application on an inherited socket, with the journal and the readings of one database."""

import resource
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from threading import Event
from typing import Any, Protocol

import uvicorn
from fastapi import FastAPI
from psycopg import Connection
from psycopg_pool import ConnectionPool

from api.analysis import program_files, reading
from api.analysis.forked import Readers
from api.asgi import own_work
from api.asgi.app import create_app
from api.asgi.connections import connection_class
from api.asgi.own_work import repeating
from api.http.analyses import Analyses
from api.http.api_keys import Keys
from api.http.codes import Codes
from api.http.import_jobs import ImportJobs
from api.http.limits import Limits
from api.http.live_scores import LiveScores
from api.http.mails import Mails
from api.http.phones import Phones
from api.http.replay_throttle import ReplayThrottle, Turns
from api.http.sealed_cursors import SealedCursors
from api.http.services import Services
from api.http.sessions.login_key import LoginKey
from api.http.sessions.login_mails import LoginMails
from api.http.sessions.logins import Logins
from api.http.sessions.other_logins import OtherLogins
from api.http.sessions.passwords import Passwords
from api.http.sessions.store import Sessions
from api.http.sign_ups import SignUps
from api.http.spans import Spans, spans_to
from api.http.told_decisions import ToldDecisions
from api.queries.histories import keep_trails
from api.site.players.telling import telling
from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.abandonment import Abandoned, given_up_when
from domain.journal.connections import RECONNECT_SECONDS
from domain.journal.journal import Journal
from domain.person.erasure_waits import ERASURE_WAIT_HOURS
from projections.engine.garbage_collection import few_collections
from projections.explain.causes import Trails
from projections.explain.kept import trails
from projections.queries.log.watch import LogWatch
from projections.queries.past_tables import PastTables
from projections.queries.queries import Readings
from projections.queries.refused_attempts import RefusedAttempts
from projections.queries.replica import MOMENT_SECONDS, ReplicaReadings
from projections.ratings.preview import ForeseenRatings

READING_CONNECTIONS = 16
JOURNAL_CONNECTIONS = 8
OTHER_FILES = 1_000
"""That the process may have open beside its clients' connections, those included that are one too many; where it may
have few, a quarter of these."""
GRACE_SECONDS = 8
REPLAYS = {"anonymous": (1, 15), "keyed": (1, 15), "staff": (2, 16)}
"""How many moments past and previews are worked out at once for each kind of caller, and how many may wait; half of
these places are the most for one address, or one key."""
NOTING_SECONDS = 0.5
"""How soon refused attempts are written down; those of the last moment are lost where the process is killed."""
FORGETTING_SECONDS = 3_600.0
KEEPING_SECONDS = 60.0
LONGEST_QUERY_SECONDS = 30
PATIENCE_SECONDS = 5.0
"""How long a request waits for a database that is away. The journal's own grace included it is less than what is left
to requests when the service is to end: so those that wait then are still told, by 503, to come again."""


class Job(Protocol):
    """Instructions of the service for its parts; `socket` is an inherited file descriptor, bound and not listening yet.
    `limits` are the fields of `Limits` that are set."""

    @property
    def database_url(self) -> str: ...
    @property
    def socket(self) -> int: ...
    @property
    def replica_url(self) -> str: ...
    @property
    def heavy_socket(self) -> str | None: ...
    @property
    def limits(self) -> Mapping[str, Any]: ...
    @property
    def logins(self) -> Logins: ...
    @property
    def erasure_wait_hours(self) -> int: ...
    @property
    def traces_endpoint(self) -> str: ...


def run(job: Job) -> None:
    """Entry point: serves on the socket until SIGTERM or SIGINT, then lets what was begun finish."""
    if program_files.IS_INSTALLED:
        program_files.begin_readers(Readers(reading.answer))
    limits = with_files(Limits(**job.limits))
    app = create_app(
        lambda: open_services(job.database_url, job.erasure_wait_hours, replica_url=job.replica_url),
        limits,
        job.heavy_socket,
        job.logins,
        spans=told_spans(job.traces_endpoint),
    )
    serve_on(job.socket, app, limits)


def told_spans(endpoint: str) -> Spans | None:
    """The telemetry of each answer; None where no endpoint is set."""
    return spans_to(endpoint) if endpoint else None


def serve_on(descriptor: int, app: FastAPI, limits: Limits) -> None:
    """Serves the application on that socket until a signal ends it."""
    with few_collections(), socket.socket(fileno=descriptor) as listener:
        _Server(server_config(app, limits), app).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Lets those go who follow streams as soon as it is to end: nothing else would end these in time."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for news in (self._app.state.feed_news, self._app.state.table_news):
            news.end()
        await super().shutdown(sockets)


def with_files(limits: Limits) -> Limits:
    """The limits that the operating system lets this process keep, which may open as many files as it is allowed to."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.connections + OTHER_FILES
    allowed = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, allowed), hard))
    except (OSError, ValueError):  # some systems allow fewer than they say
        allowed = soft
    connections = min(limits.connections, allowed - min(OTHER_FILES, allowed // 4))
    of_address = min(limits.address_connections, -(-connections // 2))
    return replace(limits, connections=connections, address_connections=of_address)


def server_config(app: FastAPI, limits: Limits) -> uvicorn.Config:
    """The way the application is served."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http=connection_class(limits),
        ws="none",
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        timeout_keep_alive=75,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


@contextmanager
def open_services(
    database_url: str,
    erasure_wait_hours: int = ERASURE_WAIT_HOURS,
    *,
    only_reads: bool = False,
    replica_url: str = "",
) -> Iterator[Services]:
    """All that the application works with, on one database; closed at the end. Where it `only_reads`, another process
    does what is due. Tables are read from the replica, if there is one."""
    pool = _pool(database_url, PATIENCE_SECONDS)
    journal = Journal(
        database_url, _now, REGISTRY, FOLDS, readers=JOURNAL_CONNECTIONS, patience_seconds=PATIENCE_SECONDS
    )
    with (
        pool,
        closing(journal),
        closing(Readings(pool)) as readings,
        closing(PastTables(database_url, journal, readings)) as past_tables,
        _replica(replica_url, readings) as replica,
    ):
        services = Services(
            journal,
            readings,
            Keys(pool, _now, time.monotonic),
            Sessions(pool),
            OtherLogins(pool),
            Passwords(pool),
            LoginMails(pool),
            SignUps(pool),
            ToldDecisions(pool),
            Codes(pool),
            Mails(pool),
            Phones(pool, time.time),
            LiveScores(pool),
            Analyses(pool),
            ImportJobs(pool),
            LoginKey(pool),
            ForeseenRatings(journal, readings.then),
            turns(),
            Trails(trails(journal)),
            pool.check,
            erasure_wait_hours,
            RefusedAttempts(readings.note_refusals, _now),
            past_tables,
            LogWatch(pool),
            SealedCursors(pool),
            database_url,
            replica,
        )
        refusals = repeating("refused attempts", services.refused_attempts.write, NOTING_SECONDS, once_more=True)
        with refusals, _keeping(services) if only_reads else _working(services):
            yield services


def _pool(url: str, patience_seconds: float) -> ConnectionPool[Connection[tuple[Any, ...]]]:
    """Connections to read by."""
    return ConnectionPool(
        url,
        kwargs={"autocommit": True, "connect_timeout": 3},
        min_size=2,
        max_size=READING_CONNECTIONS,
        timeout=patience_seconds,
        reconnect_timeout=RECONNECT_SECONDS,
        open=True,
        name="readings",
        configure=_bound_queries,
    )


@contextmanager
def _replica(url: str, primary: Readings) -> Iterator[ReplicaReadings | None]:
    """The readings of the replica; None where there is none. One that is away is looked for again and again."""
    if not url:
        yield None
        return
    with _pool(url, MOMENT_SECONDS) as pool, closing(ReplicaReadings(pool, primary)) as readings:
        readings.begin()
        yield readings


def _bound_queries(connection: Connection[Any]) -> None:
    """No query of a read goes on for long after the read was given up."""
    connection.execute(f"SET statement_timeout = '{LONGEST_QUERY_SECONDS}s'")


@contextmanager
def _keeping(services: Services) -> Iterator[None]:
    """Within it states of long streams are kept in the database, and what events concerned in them, by a process that
    gives way to the others."""
    reached, ended = 0, Event()

    def keep() -> None:
        nonlocal reached
        given_up_when(ended.is_set)
        with suppress(Abandoned):
            newest = services.journal.keep_states(reached)
            keep_trails(services, reached, newest)
            reached = newest

    with repeating("kept states", keep, KEEPING_SECONDS):
        try:
            yield
        finally:
            ended.set()


@contextmanager
def _working(services: Services) -> Iterator[None]:
    """Within it the service does what is due of itself."""

    def erase() -> None:
        own_work.erase_due(services, _now())

    roll_on = own_work.rolling_on(services)
    with (
        repeating("due erasures", erase, own_work.ERASURES_PAUSE_SECONDS),
        repeating("due rounds", roll_on, own_work.ROUNDS_PAUSE_SECONDS),
        repeating("stopped webhooks", partial(own_work.disable_stopped, services), own_work.WEBHOOKS_PAUSE_SECONDS),
        repeating("mails to players", telling(services), own_work.MAILS_PAUSE_SECONDS),
        repeating("retention", services.readings.forget, FORGETTING_SECONDS),
    ):
        yield


def turns() -> Turns:
    """The turns of each kind of caller; nobody in particular is one without a key."""
    return Turns({kind: ReplayThrottle(*most) for kind, most in REPLAYS.items()})


def _now() -> datetime:
    return datetime.now(UTC)
