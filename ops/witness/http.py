"""The witness over HTTP, as C2SP's tlog-witness has it."""

import sqlite3

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from api.http.bodies import read_body
from api.http.problems import Problem
from domain.evidence.witness import (
    MOST_REQUEST_BYTES,
    MalformedRequestError,
    NotCosignedError,
    NotGrownError,
    OtherSizeError,
    UnknownLogError,
    UntrustedError,
)
from ops.witness.cosigning import Witness

SIZE = "text/x.tlog.size"
STATUS: dict[type[Exception], int] = {
    MalformedRequestError: 400,
    UntrustedError: 403,
    UnknownLogError: 404,
    OtherSizeError: 409,
    NotGrownError: 422,
}


def witness_app(witness: Witness) -> FastAPI:
    """The application; a proxy puts its prefix before the addresses."""
    app = FastAPI(openapi_url=None)
    app.add_exception_handler(sqlite3.Error, _not_kept)

    @app.post("/add-checkpoint")
    async def add_checkpoint(request: Request) -> Response:
        try:
            content = await read_body(request, MOST_REQUEST_BYTES)
            return PlainTextResponse(await run_in_threadpool(witness.add_checkpoint, content))
        except OtherSizeError as other:
            return PlainTextResponse(f"{other.size}\n", STATUS[OtherSizeError], media_type=SIZE)
        except NotCosignedError as refused:
            return PlainTextResponse(f"{refused}\n", STATUS[type(refused)])
        except Problem as unread:
            return PlainTextResponse(f"{unread}\n", unread.kind.status, unread.headers)

    @app.get("/{log}/checkpoint")
    def last(log: str) -> Response:
        found = witness.last(log)
        if found is None:
            return PlainTextResponse("No checkpoint of this log has been cosigned here.\n", 404)
        return PlainTextResponse(found, headers={"Cache-Control": "no-cache"})

    return app


async def _not_kept(_: Request, __: Exception) -> Response:
    """Answers that a head that can't be remembered is not cosigned."""
    return PlainTextResponse(
        "The witness can't read or write what it remembers. Try again later.\n", 503, {"Retry-After": "10"}
    )
