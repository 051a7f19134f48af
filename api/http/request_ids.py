"""Each request has an id: it is in the answer's header, and in each line of the log that the request brings about.

The service draws it. What a client sends under that name is passed over, for it could name somebody in the log.
"""

import logging
import secrets
from contextvars import ContextVar

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "X-Request-Id"
NONE = "-"
"""Of what happens beside all requests."""

request_id: ContextVar[str] = ContextVar("request_id", default=NONE)
"""The id of the request that is worked on."""


def draw_request_id() -> str:
    """A new id, for all that is logged from here on."""
    drawn = secrets.token_hex(8)
    request_id.set(drawn)
    return drawn


class RequestIds:
    """Gives each request of `app` its id; plain ASGI. An answer that another process has made has the id that it drew
    there, where it is logged."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # It is not taken back: what goes wrong is answered and logged outside of here, and each request has a context.
        drawn = draw_request_id()

        async def naming(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).setdefault(HEADER, drawn)
            await send(message)

        await self._app(scope, receive, naming)


def with_request_id(record: logging.LogRecord) -> bool:
    """A filter of a handler that passes all, and has each line name its request as `request_id`."""
    record.request_id = request_id.get()
    return True
