"""The process that makes the reads that take long: the same application, for the service alone.

Its one interpreter keeps to one core, however many ask.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

from starlette.types import ASGIApp, Receive, Scope, Send

from api.asgi.app import create_app
from api.asgi.heavy_reads import CALLER, HERE
from api.asgi.server import open_services, serve_on, told_spans, with_files
from api.http.concurrency_limit import HEAVY_THREADS
from api.http.limits import Limits


class Job(Protocol):
    """Instructions for this process from anyone who starts it. `socket` is an inherited, bound file descriptor of its
    own."""

    @property
    def database_url(self) -> str: ...
    @property
    def replica_url(self) -> str: ...
    @property
    def socket(self) -> int: ...
    @property
    def limits(self) -> Mapping[str, Any]: ...
    @property
    def erasure_wait_hours(self) -> int: ...
    @property
    def traces_endpoint(self) -> str: ...


class FromTheService:
    """Has each request to `app` come from this machine, whose word is believed: a Unix socket names no sender; plain
    ASGI."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app({**scope, "client": (HERE, 0)}, receive, send)


def run(job: Job) -> None:
    """Entry point: serves on the socket until SIGTERM or SIGINT, then lets what was begun finish."""
    limits = with_files(Limits(**{**job.limits, "proxies": (HERE,), "proxy_header": CALLER, "origins": ()}))
    opened = partial(
        open_services, job.database_url, job.erasure_wait_hours, only_reads=True, replica_url=job.replica_url
    )
    app = create_app(opened, limits, read_threads=HEAVY_THREADS, spans=told_spans(job.traces_endpoint))
    app.add_middleware(FromTheService)
    serve_on(job.socket, app, limits)
