"""One request to a receiver, and what became of it."""

import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import partial

import httpcore2
from httpcore2 import ConnectionPool, Response

from domain.webhooks.receivers import origin_of
from domain.webhooks.retries import Outcome
from ops.webhooks.dialling import CheckedBackend, Deadline, NameUnknownError, NotPublicError, Resolve, resolved


@dataclass
class Line:
    """A way to one receiver, for one delivery at a time."""

    origin: str
    backend: CheckedBackend
    pool: ConnectionPool

    def is_kept(self, now: float) -> bool:
        """Whether its connection may be used at that moment (monotonic seconds)."""
        return now < self.backend.dialled_at + KEPT_SECONDS


LONGEST_SECONDS = 15.0
MOST_READ = 4_096
KEPT_BYTES = 1_024
_FAULTS: Mapping[type[Exception], Outcome] = {
    NotPublicError: "address-not-public",
    NameUnknownError: "name-unknown",
    httpcore2.TimeoutException: "timed-out",
    httpcore2.ProtocolError: "broken-off",
    httpcore2.ReadError: "broken-off",
    httpcore2.WriteError: "broken-off",
    httpcore2.NetworkError: "unreachable",
    ssl.SSLError: "unreachable",
    OSError: "unreachable",
}
"""What an attempt comes to that got no status, the first that fits."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The fate of an attempt; `asked_for` is the pause that the receiver wants, `answer` how its answer begins."""

    outcome: Outcome
    milliseconds: int
    dialled: str | None
    status: int | None = None
    asked_for: timedelta | None = None
    answer: bytes | None = None


class Sender:
    """Sends to receivers, from any thread. `named_origins` may be of any kind; `resolve` gives the addresses of names.
    The certificates that are trusted are read once, since that takes longer than a delivery."""

    def __init__(
        self,
        named_origins: Sequence[str],
        resolve: Resolve = resolved,
        longest_seconds: float = LONGEST_SECONDS,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._longest_seconds = longest_seconds
        self._lines = Lines(named_origins, resolve, tls or ssl.create_default_context())

    def send(self, address: str, headers: Mapping[str, str], body: bytes) -> Sent:
        """Posts the body. An answer that leads elsewhere is not followed. A connection that was open already, and broke
        off, may have been closed by the receiver just then: the body is sent once more, on a new one."""
        began = time.monotonic()
        with self._lines.to(address, began + self._longest_seconds) as line:
            post = partial(line.pool.stream, "POST", address, headers=list(headers.items()), content=body)
            sent = _sent(post, line, began)
            if sent.outcome == "broken-off" and line.backend.dialled_at < began:
                sent = _sent(post, line, began)
        return sent

    def close(self) -> None:
        """Ends the connections that are open."""
        self._lines.close()


def _sent(post: Callable[[], AbstractContextManager[Response]], line: Line, began: float) -> Sent:
    try:
        with post() as response:
            status, asked_for = response.status, pause_asked_for(response.headers)
            answer = _beginning(response.iter_stream())
    except tuple(_FAULTS) as fault:
        outcome = next(said for kind, said in _FAULTS.items() if isinstance(fault, kind))
        return Sent(outcome, _since(began), line.backend.dialled)
    return Sent(outcome_of(status), _since(began), line.backend.dialled, status, asked_for, answer)


def _beginning(chunks: Iterator[bytes]) -> bytes:
    """The beginning of the answer. Of one that breaks off or goes on too long the status counts all the same."""
    found = b""
    try:
        for chunk in chunks:
            found += chunk
            if len(found) >= MOST_READ:
                break
    except (httpcore2.TimeoutException, httpcore2.ProtocolError, httpcore2.NetworkError):
        pass
    return found[:KEPT_BYTES]


def outcome_of(status: int) -> Outcome:
    """The outcome that a status means."""
    if status == 410:
        return "gone"
    return "accepted" if 200 <= status < 300 else "refused"


def pause_asked_for(headers: Sequence[tuple[bytes, bytes]]) -> timedelta | None:
    """The pause that Retry-After asks for, in seconds or as a date; None where it is not there or can't be read."""
    text = next((value.decode("ascii", "replace") for name, value in headers if name.lower() == b"retry-after"), "")
    if text.isascii() and text.isdigit() and len(text) < 10:
        return timedelta(seconds=int(text))
    try:
        return parsedate_to_datetime(text).astimezone(UTC) - datetime.now(UTC)
    except (ValueError, OverflowError):
        return None


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1_000)


KEPT_SECONDS = 60.0
"""How long a connection is used; after that the receiver's name is looked up again, and what it leads to checked."""


class Lines:
    """The lines that no delivery is using just now. `named_origins` may lead anywhere; `resolve` gives the addresses of
    names. May be used from any thread."""

    def __init__(self, named_origins: Sequence[str], resolve: Resolve, tls: ssl.SSLContext) -> None:
        self._named_origins = named_origins
        self._resolve = resolve
        self._tls = tls
        self._idle: list[Line] = []
        self._lock = threading.Lock()

    @contextmanager
    def to(self, address: str, deadline: float) -> Iterator[Line]:
        """A line to that address, on which everything ends at the deadline (monotonic seconds)."""
        origin = origin_of(address)
        line = self._idle_one(origin) or self._new(origin)
        line.backend.deadline.moment = deadline
        try:
            yield line
        finally:
            with self._lock:
                self._idle.append(line)

    def close(self) -> None:
        """Ends all that are not in use."""
        with self._lock:
            for line in self._idle:
                line.pool.close()
            self._idle = []

    def _idle_one(self, origin: str) -> Line | None:
        """Ends those that are too old meanwhile, whomever they lead to."""
        now = time.monotonic()
        with self._lock:
            for line in [each for each in self._idle if not each.is_kept(now)]:
                line.pool.close()
                self._idle.remove(line)
            found = next((each for each in self._idle if each.origin == origin), None)
            if found is not None:
                self._idle.remove(found)
            return found

    def _new(self, origin: str) -> Line:
        backend = CheckedBackend(origin in self._named_origins, Deadline(), self._resolve)
        return Line(origin, backend, ConnectionPool(ssl_context=self._tls, max_connections=1, network_backend=backend))
