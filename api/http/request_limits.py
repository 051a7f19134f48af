"""What surrounds every request, as plain ASGI: bounds on what comes in, headers that make browsers careful."""

import re
from asyncio import CancelledError
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.http.problems import HEADERS_TOO_LARGE, REQUEST_MALFORMED, UNAVAILABLE
from api.http.responses import problem_answer

HEAD = "scoresheet.head"
"""Says in a request's scope that nobody reads the content of the answer, so that a stream need not begin."""
MOST_HEADER_BYTES = 16 * 1024
MOST_HEADERS = 100
LONGEST_ADDRESS = 4 * 1024

_CAREFUL = (
    (b"x-content-type-options", b"nosniff"),
    # Nobody else is told from where a link was followed. With `no-referrer` a browser would not tell the service itself
    # from whose page a form was sent, and over plain HTTP it has nothing else to tell it by.
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)


class Guard:
    """Lets only requests of a sensible size and to one host through to `app`, and answers those that the service's end
    cuts off."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        begun = False

        async def careful(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                message["headers"] = _careful(message["headers"])
            await send(message)

        app = self._app if _sensible(scope) else TOO_LARGE
        try:
            await (app if _names_one_host(scope) else _NO_HOST)(scope, receive, careful)
        except CancelledError:  # by the server alone, when the time it gives requests as it ends is over
            if begun:
                raise
            await _ENDING(scope, receive, careful)


class HeadRequests:
    """Has `app` answer HEAD as it answers GET, with the same status and headers, and leaves the content out (RFC 9110,
    9.3.2)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def without_content(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self._app({**scope, "method": "GET", HEAD: True}, receive, without_content)


def _sensible(scope: Scope) -> bool:
    headers = scope["headers"]
    address = len(scope.get("raw_path") or b"") + len(scope["query_string"])
    if len(headers) > MOST_HEADERS or address > LONGEST_ADDRESS:
        return False
    return sum(len(name) + len(value) for name, value in headers) <= MOST_HEADER_BYTES


def _names_one_host(scope: Scope) -> bool:
    """Every request of HTTP/1.1 names one host, which a proxy before the service may have gone by (RFC 9112, 3.2)."""
    named = [host for name, host in scope["headers"] if name == b"host"]
    fewest = 0 if scope["http_version"] == "1.0" else 1
    return fewest <= len(named) <= 1 and all(map(_is_host, named))


_HOST = re.compile(rb"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]*)(:[0-9]*)?")
"""What may stand in the header Host (RFC 9110, 7.2; RFC 3986, 3.2.2)."""


def _is_host(said: bytes) -> bool:
    """Whether it is a name or an address, with a port or without; an address with something else in it is read in more
    ways than one."""
    try:
        place = urlsplit(f"//{said.decode('ascii')}")
        is_whole = _HOST.fullmatch(said) is not None and place.netloc.encode() == said
        return is_whole and (place.port is None or place.port > 0)
    except ValueError:
        return False


def _careful(headers: Sequence[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """A page that says itself what it loads keeps its own policy, and what comes from another process all it has."""
    said = dict(headers)
    return [*headers, *(each for each in _CAREFUL if each[0] not in said)]


TOO_LARGE = problem_answer(
    HEADERS_TOO_LARGE, f"At most {MOST_HEADER_BYTES} bytes of headers are taken.", {}, {"Connection": "close"}
)
_NO_HOST = problem_answer(REQUEST_MALFORMED, "The request does not name one host.", {}, {"Connection": "close"})
_ENDING = problem_answer(UNAVAILABLE, "The service is ending.", {}, {"Connection": "close"})
