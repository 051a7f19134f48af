"""A line in the log for each request: what was asked, what it was answered, and how long that took.

Told is the route, such as `/v1/persons/{person}`, and not the address: no id of a person, no query, no header, no key
and no caller stands in a log that others may be given to read.
"""

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

ELSEWHERE = "scoresheet.elsewhere"
"""Set in the scope of a request that another process answers, which has it in its own log."""
NOWHERE = "-"
"""In place of a route or a status where there was none."""

logger = logging.getLogger(__name__)


class RequestLog:
    """Has each answer of `app` logged as it ends; plain ASGI. HEAD is told as the GET that it is answered as."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not logger.isEnabledFor(logging.INFO):
            await self._app(scope, receive, send)
            return
        began, status = time.monotonic(), NOWHERE

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            route = getattr(scope.get("route"), "path", NOWHERE)
            took = round((time.monotonic() - began) * 1000)
            if ELSEWHERE not in scope:
                logger.info("%s %s %s %d ms", scope["method"], route, status, took)
