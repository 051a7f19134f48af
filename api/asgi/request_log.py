"""A line in the log for each request: what was asked, what it was answered, and how long that took.

Told is the route, such as `/v1/persons/{person}`, and not the address: no id of a person, no query, no header, no key
and no caller is in a log that others may be given to read.
"""

import logging
import time
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.http.command_requests import COMMAND
from api.http.limits import Limits
from api.http.request_ids import request_id
from api.http.responses import POSITION
from api.http.spans import PARENT, Spans

ELSEWHERE = "scoresheet.elsewhere"
"""Set in the scope of a request that another process answers, which has it in its own log."""
NOWHERE = "-"
"""In place of a route or a status where there was none."""

Count = Callable[[str, str, str, float], None]
"""Takes in the method, the route and the status of an answer, and the seconds that it took."""

logger = logging.getLogger(__name__)


class RequestLog:
    """Has each answer of `app` counted and logged as it ends; plain ASGI. HEAD is told as the GET that it is answered
    as. A command's line has its id and the log's position, where lines have fields. Where there are `spans`, they are
    told as much; a trace is gone on with where a proxy of ours names it, and nobody else's is handed on."""

    def __init__(self, app: ASGIApp, count: Count, limits: Limits, spans: Spans | None = None) -> None:
        self._app = app
        self._count = count
        self._limits = limits
        self._spans = spans

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, began_at, status, position = time.monotonic(), time.time_ns(), NOWHERE, None
        parent = self._parent(scope)

        async def noting(message: Message) -> None:
            nonlocal status, position
            if message["type"] == "http.response.start":
                status = str(message["status"])
                position = Headers(raw=message["headers"]).get(POSITION)
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            seconds = time.monotonic() - began
            route = getattr(scope.get("route"), "path", NOWHERE)
            self._count(scope["method"], route, status, seconds)
            if ELSEWHERE not in scope:
                told = (scope["method"], route, status, round(seconds * 1000))
                fields = _fields(*told, scope.get(COMMAND), position)
                logger.info("%s %s %s %d ms", *told, extra=fields)
                if self._spans is not None:
                    self._spans.tell(began_at, seconds, parent, {**fields, "request_id": request_id.get()})

    def _parent(self, scope: Scope) -> str | None:
        """The span of the proxy that asks; any other's is taken out of the request, since anyone could name one."""
        headers = MutableHeaders(scope=scope)
        if PARENT in headers and not self._limits.trusts((scope.get("client") or ("",))[0]):
            del headers[PARENT]
        return headers.get(PARENT)


def _fields(
    method: str, route: str, status: str, milliseconds: int, command: str | None, position: str | None
) -> dict[str, object]:
    """The fields of a line, by name; nothing of what there is not."""
    said: dict[str, object] = {"method": method, "route": route, "status": status, "ms": milliseconds}
    found = {"command": command, "position": position}
    return said | {name: value for name, value in found.items() if value is not None}
