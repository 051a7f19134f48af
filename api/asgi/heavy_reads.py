"""Reads that take long are made by a process of its own, so that nobody who commands, or reads what is now, waits.

The service hands them on as they came, and their answers back: the other process serves the same addresses, and says
itself who may read what. The service is believed who a request comes from: it alone reaches the other's Unix socket.
"""

import asyncio
import math
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

from httptools import HttpResponseParser
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from api.asgi.request_log import ELSEWHERE
from api.http.bodies import BODY_LIMIT, read_body
from api.http.concurrency_limit import GONE
from api.http.limits import address_of
from api.http.problems import READ_TOO_LONG, TRY_LATER, Problem
from api.http.read_requests import wait_seconds
from api.http.responses import RETRY_SECONDS, problem_answer
from api.routes.tournament.previews import LONGEST_SECONDS as PREVIEW_SECONDS

HERE = "127.0.0.1"
CALLER = "X-Scoresheet-Caller"
"""The header that tells the other process who a request comes from."""

MOST = 128
"""Reads that are handed on at once; those of one address are half as many at most."""
PATIENCE_SECONDS = 10.0
"""How long it is tried to reach the other process, which may just be starting."""
LOOKS_SECONDS = 0.2
"""How often it is looked whether the reader has left, and tried again to reach the other process."""
LATE_SECONDS = 5.0
"""The other process ends a read by its budget, and says so. So much later this one does: the other gives way, and
where the machine is crowded it may not come to that for minutes."""

_AS_OF = re.compile(rb"(?:^|&)as_of=")
_READS = re.compile(r"(?<!^/office)/(?:explain|changes|seen|draw-check|reviews|considered|balances|exports)(?:/|$)")
"""By the names of operations; a room of the office may be called as one, and reads tables alone."""
_TRIALS = re.compile(r"/previews(?:/comparison)?$")
_OF_THE_CONNECTION = (b"connection", b"keep-alive", b"transfer-encoding", b"content-length", b"expect")
_TOLD_ANEW = (*_OF_THE_CONNECTION, CALLER.lower().encode())
_OF_THE_OTHER = (*_OF_THE_CONNECTION, b"date", b"server")
_CHUNK = 65_536


def is_heavy(scope: Scope) -> bool:
    """Whether it is a read that may take long: of the past, of how something came about, of what would be, of all."""
    if scope["type"] != "http":
        return False
    if scope["method"] == "POST":
        return _TRIALS.search(scope["path"]) is not None
    is_past = _AS_OF.search(scope["query_string"]) or _READS.search(scope["path"])
    return scope["method"] == "GET" and is_past is not None


class HeavyReads:
    """Hands what may take long to the process that serves on the Unix socket at `path`, everything else to `app`; plain
    ASGI. A read may take so many seconds."""

    def __init__(self, app: ASGIApp, path: str, seconds: float) -> None:
        self._app = app
        self._path = path
        self._seconds = seconds
        self._present = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_heavy(scope):
            await self._app(scope, receive, send)
            return
        scope[ELSEWHERE] = True
        try:
            answer = await self._elsewhere(scope, receive, send)
        except Problem as problem:
            answer = problem_answer(problem.kind, problem.detail, problem.facts, problem.headers)
        if answer is not None:
            await answer(scope, receive, send)

    async def _elsewhere(self, scope: Scope, receive: Receive, send: Send) -> Response | None:
        """The answer; None where the reader has left, or was sent it as it came. Raises Problem: 413, 400 or 408 (the
        body), 503."""
        sender, until = scope["client"][0] if scope.get("client") else "", self._latest(scope)
        with self._place(address_of(sender)):
            body = await read_body(Request(scope, receive), BODY_LIMIT)
            async with _open_connection(self._path) as (reader, writer):
                writer.write(_head(scope, sender, len(body)) + body)
                coming = _Coming(reader, scope.get(GONE) or (lambda: False), until)
                if not await coming.is_stream():
                    return await coming.whole()
                await coming.stream()(scope, receive, send)
                return None

    def _latest(self, scope: Scope) -> float:
        """When the answer is no longer waited for."""
        seconds = PREVIEW_SECONDS if scope["method"] == "POST" else self._seconds
        return time.monotonic() + wait_seconds(Headers(scope=scope)) + seconds + LATE_SECONDS

    @contextmanager
    def _place(self, address: str) -> Iterator[None]:
        if self._present.total() >= MOST or self._present[address] >= MOST // 2:
            raise Problem(TRY_LATER, "Too many ask for what takes long; what is now is always at hand.")
        self._present[address] += 1
        try:
            yield
        finally:
            self._present[address] -= 1
            self._present += Counter()  # anyone who has none left is forgotten


@asynccontextmanager
async def _open_connection(path: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await _connect(path)
    try:
        yield reader, writer
    finally:
        writer.close()


async def _connect(path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    for _ in range(int(PATIENCE_SECONDS / LOOKS_SECONDS)):
        try:
            return await asyncio.open_unix_connection(path)
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


class _Coming:
    """An answer as it comes in: collected whole until that moment at the latest, or handed on piece by piece where its
    length is not told."""

    def __init__(self, reader: asyncio.StreamReader, gone: Callable[[], bool], until: float) -> None:
        self._reader = reader
        self._gone = gone
        self._until = until
        self._parser = HttpResponseParser(self)
        self._headers: list[tuple[bytes, bytes]] = []
        self._body = bytearray()
        self._has_head = False
        self._is_whole = False

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        self._has_head = True

    def on_body(self, body: bytes) -> None:
        self._body += body

    def on_message_complete(self) -> None:
        self._is_whole = True

    async def is_stream(self) -> bool:
        """Whether it is one, once its head is there. Raises Problem (503)."""
        while not self._has_head and await self._read_chunk():
            pass
        return any(name == b"transfer-encoding" for name, _ in self._headers)

    async def whole(self) -> Response | None:
        """The answer; None where the reader has left. Raises Problem (503)."""
        while not self._is_whole:
            if not await self._read_chunk():
                return None
        return self._with_headers(Response(bytes(self._body), self._parser.get_status_code()))

    def stream(self) -> Response:
        """The answer, which is sent as it comes in, however long that takes."""
        self._until = math.inf
        return self._with_headers(StreamingResponse(self._pieces(), self._parser.get_status_code()))

    async def _pieces(self) -> AsyncIterator[bytes]:
        while True:
            yield bytes(self._body)
            self._body.clear()
            if self._is_whole:
                return
            try:
                if not await self._read_chunk():
                    return
            except Problem as problem:  # the answer has begun: that it ends too early is all that can be said
                raise ConnectionAbortedError(problem.detail) from None

    def _with_headers(self, answer: Response) -> Response:
        answer.raw_headers += [each for each in self._headers if each[0] not in _OF_THE_OTHER]
        return answer

    def _require_time(self) -> None:
        if time.monotonic() >= self._until:
            headers = {"Retry-After": RETRY_SECONDS}
            raise Problem(READ_TOO_LONG, "It was given up, so that others are not kept waiting.", headers)

    async def _read_chunk(self) -> bool:
        """Takes in what comes next; False where the reader has left meanwhile. Raises Problem (503)."""
        while True:
            try:
                async with asyncio.timeout(LOOKS_SECONDS):
                    chunk = await self._reader.read(_CHUNK)
                break
            except TimeoutError:
                if self._gone():
                    return False
                self._require_time()
        if not chunk:
            raise Problem(TRY_LATER, "What takes long was broken off; what is now is always at hand.")
        self._parser.feed_data(chunk)
        return True
