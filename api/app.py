"""The application: routes, problems and limits around the services it is given."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager

import anyio
from fastapi import FastAPI

from api import faults
from api.crowds import Crowds
from api.guard import Guard
from api.heads import Heads
from api.reading import MOST_WAITING
from api.routes import (
    byes,
    calculations,
    documentation,
    entries,
    explain,
    federation,
    health,
    history,
    matches,
    persons,
    precedents,
    previews,
    proceedings,
    ratings,
    records,
    reference,
    registry,
    reports,
    reviews,
    rounds,
    ruling_reads,
    rulings,
    sanctions,
    series,
    settlements,
    stages,
    tables,
    tournaments,
)
from api.services import Services

TITLE = "Scoresheet"
VERSION = "1"
THREADS = 96
"""Requests worked on at once: more than the clients that commit together, so that they do."""

# Addresses are looked for in this order: what is asked for most comes first.
ROOMS = (
    matches,
    tournaments,
    entries,
    byes,
    rounds,
    stages,
    tables,
    rulings,
    ruling_reads,
    calculations,
    explain,
    proceedings,
    history,
    previews,
    persons,
    registry,
    records,
    sanctions,
    series,
    ratings,
    reports,
    reviews,
    settlements,
    federation,
    precedents,
    reference,
    health,
    documentation,
)

Opened = Callable[[], AbstractContextManager[Services]]


def create_app(opened: Opened) -> FastAPI:
    """The application. `opened` is entered as it starts and left as it ends, so that it can close what it made."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        app.state.waiting = anyio.CapacityLimiter(MOST_WAITING)
        with opened() as services:
            app.state.services = services
            yield

    app = FastAPI(
        title=TITLE,
        version=VERSION,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    for room in ROOMS:
        app.router.routes.extend(room.router.routes)
    faults.install(app)
    app.add_middleware(Crowds)
    app.add_middleware(Guard)
    app.add_middleware(Heads)
    return app
