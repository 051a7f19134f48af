"""The application: routes, problems and limits around the services it is given."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, suppress
from functools import partial

import anyio
from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from api.asgi.documents import documents_of
from api.asgi.heavy_reads import HeavyReads
from api.asgi.proxies import BehindProxies
from api.asgi.request_log import RequestLog
from api.http import error_handlers
from api.http.addresses import Addresses
from api.http.concurrency_limit import THREADS as READ_THREADS
from api.http.concurrency_limit import ConcurrencyLimit
from api.http.limits import Limits
from api.http.live_scores import KIND as LIVE_SCORES
from api.http.metrics import Metrics
from api.http.request_ids import HEADER as REQUEST_ID
from api.http.request_ids import RequestIds
from api.http.request_limits import Guard, HeadRequests
from api.http.responses import BEHIND, INCOMPLETE, POSITION, REPLAYED
from api.http.services import Services
from api.http.sessions.logins import Logins
from api.http.spans import Spans
from api.queries.news import News
from api.queries.told_facts import told_of
from api.queries.visible_fields import answers_of, table_of
from api.routes.federation import (
    bans,
    clubs,
    federation,
    import_jobs,
    importing,
    imports,
    lists,
    policies,
    pools,
    precedents,
    publications,
    reference,
    series,
    trials,
)
from api.routes.person import (
    details,
    error_rates,
    found,
    held,
    memberships,
    merging,
    persons,
    persons_read,
    rating_teams,
    ratings,
    records,
    sanctions,
)
from api.routes.service import (
    audited_reads,
    documentation,
    exports,
    feeds,
    health,
    keys,
    log_events,
    log_tree,
    metrics,
    refused_attempts,
    schemas,
    webhooks,
)
from api.routes.tournament import (
    analyses,
    bulk,
    calculations,
    cards,
    changes,
    commands,
    explain,
    hall,
    history,
    links,
    live_scores,
    match_record,
    previews,
    prospects,
    replays,
    reports,
    reviews,
    rounds,
    rulings,
    sanction_ladder,
    settlements,
    stages,
    standings,
    tournaments,
)
from api.site import rooms
from api.site.frame.problem_pages import ProblemPages
from api.site.frame.shared import KeptPages
from domain.kernel.facts import facts_seen
from projections.feeds.projection import FeedTables
from projections.registry.catalogue import READ

_SENT = ("Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Prefer", POSITION)
_SHOWN = (
    "ETag",
    "Link",
    "Location",
    "Retry-After",
    "WWW-Authenticate",
    POSITION,
    INCOMPLETE,
    BEHIND,
    REPLAYED,
    REQUEST_ID,
)
_KEPT_SECONDS = 600


class OtherOrigins(CORSMiddleware):
    """Lets pages of the origins in `limits` ask `app`. A key is sent by the page itself and no cookie is looked at, so
    browsers are never told to send credentials."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        super().__init__(
            app,
            allow_origins=limits.origins,
            allow_methods=("GET", "HEAD", "PATCH", "POST"),
            allow_headers=_SENT,
            expose_headers=_SHOWN,
            max_age=_KEPT_SECONDS,
        )


TITLE = "Scoresheet"
VERSION = "1"
THREADS = 104
"""Requests worked on at once: more than the clients that commit together, so that they do."""

# Addresses are looked for in this order: what is asked for most comes first.
ROOMS = (
    commands,
    tournaments,
    rounds,
    stages,
    hall,
    links,
    standings,
    rulings,
    sanction_ladder,
    calculations,
    changes,
    explain,
    match_record,
    replays,
    analyses,
    live_scores,
    history,
    cards,
    previews,
    bulk,
    prospects,
    found,
    persons,
    details,
    held,
    memberships,
    merging,
    persons_read,
    records,
    sanctions,
    error_rates,
    series,
    rating_teams,
    ratings,
    reports,
    reviews,
    settlements,
    federation,
    policies,
    pools,
    trials,
    precedents,
    bans,
    clubs,
    imports,
    lists,
    importing,
    import_jobs,
    publications,
    audited_reads,
    log_events,
    refused_attempts,
    exports,
    log_tree,
    feeds,
    webhooks,
    keys,
    schemas,
    reference,
    health,
    metrics,
    documentation,
)

NO_TELEMETRY: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}
"""FastAPI's own would tell addresses, queries and callers."""

Opened = Callable[[], AbstractContextManager[Services]]


def _stir_scores(loop: asyncio.AbstractEventLoop, news: News, kind: str) -> None:
    """Scores of matches under way are on pages that are followed."""
    if kind == LIVE_SCORES:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(news.stir)


def create_app(
    opened: Opened,
    limits: Limits = Limits(),  # noqa: B008 -- a frozen value
    heavy_socket: str | None = None,
    logins: Logins = Logins(),  # noqa: B008 -- a frozen value
    read_threads: Mapping[str, int] = READ_THREADS,
    spans: Spans | None = None,
) -> FastAPI:
    """The application. `opened` is entered as it starts and left as it ends, so that it can close what it made. Reads
    that take long are handed to the process that serves on that Unix socket, if there is one. `logins` are the ways in
    besides a key and a link; `read_threads` how many reads of each kind of caller are made at once; `spans` are told of
    each answer."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        with opened() as services:
            app.state.services = services
            app.state.feed_news = News((FeedTables.name,))
            app.state.table_news = News(READ, limits.followers_a_second)
            services.readings.hears = partial(_stir_scores, asyncio.get_running_loop(), app.state.table_news)
            try:
                yield
            finally:
                services.analyses.close()

    app = FastAPI(
        title=TITLE,
        version=VERSION,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
        telemetry=NO_TELEMETRY,
    )
    for room in (*ROOMS, *rooms.ROOMS):
        app.router.routes.extend(room.router.routes)
    app.state.addresses = app.router.middleware_stack = Addresses(app.router)
    _describe(app)
    app.state.logins = logins
    app.state.metrics = Metrics()
    error_handlers.install(app, told_of)
    app.add_middleware(ConcurrencyLimit, limits=limits, threads=read_threads)
    if heavy_socket is not None:
        app.add_middleware(HeavyReads, path=heavy_socket, seconds=limits.read_seconds)
    _surround(app, limits, spans)
    return app


def _describe(app: FastAPI) -> None:
    """Notes what the routes say of themselves."""
    app.state.documents = partial(documents_of, app)
    app.state.visible_fields = table_of(app.routes)
    app.state.visible_answers = answers_of(app.routes)
    app.state.visible_facts = facts_seen()


def _surround(app: FastAPI, limits: Limits, spans: Spans | None) -> None:
    """Adds what every request passes, the innermost first."""
    app.add_middleware(BehindProxies, limits=limits)
    app.add_middleware(KeptPages)
    app.add_middleware(Guard)
    if limits.origins:
        app.add_middleware(OtherOrigins, limits=limits)
    app.add_middleware(ProblemPages)
    app.add_middleware(RequestLog, count=app.state.metrics.count, limits=limits, spans=spans)
    app.add_middleware(RequestIds)
    app.add_middleware(HeadRequests)
