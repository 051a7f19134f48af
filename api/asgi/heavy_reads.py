"""Reads that take long are made by a process of its own, so that nobody who commands, or reads what is now, waits.

The service hands them on as they came, and their answers back: the other process serves the same addresses, and says
itself who may read what. It is believed whom a request comes from, since it takes them from this machine alone.
"""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

from httptools import HttpResponseParser
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from api.asgi.request_log import ELSEWHERE
from api.http.bodies import BODY_LIMIT, read_body
from api.http.concurrency_limit import GONE
from api.http.limits import address_of
from api.http.problems import TRY_LATER, Problem
from api.http.responses import problem_answer

HERE = "127.0.0.1"
CALLER = "X-Scoresheet-Caller"
"""The header that tells the other process whom a request comes from."""

MOST = 128
"""Reads that are handed on at once; those of one address are half as many at most."""
PATIENCE_SECONDS = 10.0
"""How long it is tried to reach the other process, which may just be starting."""
LOOKS_SECONDS = 0.2
"""How often it is looked whether the reader has left, and tried again to reach the other process."""

_AS_OF = re.compile(rb"(?:^|&)as_of=")
_READS = re.compile(r"/(?:explain|changes|seen|draw-check|reviews|considered|balances)(?:/|$)")
_TRIALS = re.compile(r"/previews(?:/comparison)?$")
_OF_THE_CONNECTION = (b"connection", b"keep-alive", b"transfer-encoding", b"content-length", b"expect")
_TOLD_ANEW = (*_OF_THE_CONNECTION, CALLER.lower().encode())
_OF_THE_OTHER = (*_OF_THE_CONNECTION, b"date", b"server")
_PAGE = 65_536


def is_heavy(scope: Scope) -> bool:
    """Whether it is a read that may take long: of the past, of how something came about, or of what would be."""
    if scope["type"] != "http":
        return False
    if scope["method"] == "POST":
        return _TRIALS.search(scope["path"]) is not None
    is_past = _AS_OF.search(scope["query_string"]) or _READS.search(scope["path"])
    return scope["method"] == "GET" and is_past is not None


class HeavyReads:
    """Hands what may take long to the process that serves on `port` of this machine, everything else to `app`; plain
    ASGI."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._port = port
        self._present = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_heavy(scope):
            await self._app(scope, receive, send)
            return
        scope[ELSEWHERE] = True
        try:
            answer = await self._elsewhere(scope, receive)
        except Problem as problem:
            answer = problem_answer(problem.kind, problem.detail, problem.facts, problem.headers)
        if answer is not None:
            await answer(scope, receive, send)

    async def _elsewhere(self, scope: Scope, receive: Receive) -> Response | None:
        """The answer; None where the reader has left. Raises Problem: 413, 400 or 408 (the body), 503."""
        sender = scope["client"][0] if scope.get("client") else ""
        with self._place(address_of(sender)):
            body = await read_body(Request(scope, receive), BODY_LIMIT)
            async with _connected(self._port) as (reader, writer):
                writer.write(_head(scope, sender, len(body)) + body)
                return await _answer(reader, scope.get(GONE) or (lambda: False))

    @contextmanager
    def _place(self, address: str) -> Iterator[None]:
        if self._present.total() >= MOST or self._present[address] >= MOST // 2:
            raise Problem(TRY_LATER, "Too many ask for what takes long; what is now is always at hand.")
        self._present[address] += 1
        try:
            yield
        finally:
            self._present[address] -= 1
            self._present += Counter()  # whoever has none left is forgotten


@asynccontextmanager
async def _connected(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await _connect(port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def _connect(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    for _ in range(int(PATIENCE_SECONDS / LOOKS_SECONDS)):
        try:
            return await asyncio.open_connection(HERE, port)
        except OSError:
            await asyncio.sleep(LOOKS_SECONDS)
    raise Problem(TRY_LATER, "What takes long can't be read just now; what is now can.")


def _head(scope: Scope, sender: str, length: int) -> bytes:
    """The request as it came, but for what belongs to its connection, and with its sender."""
    query = scope["query_string"]
    address = scope["raw_path"] + (b"?" + query if query else b"")
    told = [(name, value) for name, value in scope["headers"] if name not in _TOLD_ANEW]
    told += [(CALLER.encode(), sender.encode()), (b"connection", b"close"), (b"content-length", b"%d" % length)]
    lines = [b"%s %s HTTP/1.1" % (scope["method"].encode(), address), *(b"%s: %s" % each for each in told)]
    return b"\r\n".join([*lines, b"", b""])


class _Collected:
    """An answer as it comes in, piece by piece."""

    def __init__(self) -> None:
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = bytearray()
        self.is_whole = False

    def on_header(self, name: bytes, value: bytes) -> None:
        self.headers.append((name.lower(), value))

    def on_body(self, body: bytes) -> None:
        self.body += body

    def on_message_complete(self) -> None:
        self.is_whole = True


async def _answer(reader: asyncio.StreamReader, gone: Callable[[], bool]) -> Response | None:
    collected = _Collected()
    parser = HttpResponseParser(collected)
    while not collected.is_whole:
        try:
            async with asyncio.timeout(LOOKS_SECONDS):
                page = await reader.read(_PAGE)
        except TimeoutError:
            if gone():
                return None
            continue
        if not page:
            raise Problem(TRY_LATER, "What takes long was broken off; what is now is always at hand.")
        parser.feed_data(page)
    answer = Response(bytes(collected.body), parser.get_status_code())
    answer.raw_headers += [each for each in collected.headers if each[0] not in _OF_THE_OTHER]
    return answer
