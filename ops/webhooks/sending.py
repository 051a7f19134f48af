"""One request to a receiver, and what became of it."""

import ssl
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import httpcore2
from httpcore2 import ConnectionPool

from domain.webhooks.receivers import origin_of
from domain.webhooks.retries import Outcome
from ops.webhooks.dialling import CheckedBackend, NameUnknownError, NotPublicError, Resolve, resolved

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
    """What became of an attempt; `asked_for` is the pause that the receiver wants, `answer` how its answer begins."""

    outcome: Outcome
    milliseconds: int
    dialled: str | None
    status: int | None = None
    asked_for: timedelta | None = None
    answer: bytes | None = None


@dataclass(frozen=True)
class Sender:
    """Sends to receivers. `named_origins` may be of any kind; `resolve` gives the addresses of names. The certificates
    that are trusted are read once, since that takes longer than a delivery."""

    named_origins: Sequence[str]
    resolve: Resolve = resolved
    longest_seconds: float = LONGEST_SECONDS
    tls: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    def send(self, address: str, headers: Mapping[str, str], body: bytes) -> Sent:
        """Posts the body. An answer that leads elsewhere is not followed."""
        began = time.monotonic()
        is_named = origin_of(address) in self.named_origins
        backend = CheckedBackend(is_named, began + self.longest_seconds, self.resolve)
        try:
            with _answering(backend, self.tls, address, headers, body) as response:
                status, asked_for = response.status, pause_asked_for(response.headers)
                answer = _beginning(response.iter_stream())
        except tuple(_FAULTS) as fault:
            outcome = next(said for kind, said in _FAULTS.items() if isinstance(fault, kind))
            return Sent(outcome, _since(began), backend.dialled)
        return Sent(outcome_of(status), _since(began), backend.dialled, status, asked_for, answer)


@contextmanager
def _answering(
    backend: CheckedBackend, tls: ssl.SSLContext, address: str, headers: Mapping[str, str], body: bytes
) -> Iterator[httpcore2.Response]:
    with (
        ConnectionPool(ssl_context=tls, max_connections=1, network_backend=backend) as pool,
        pool.stream("POST", address, headers=list(headers.items()), content=body) as response,
    ):
        yield response


def _beginning(chunks: Iterator[bytes]) -> bytes:
    """How the answer begins. Of one that breaks off or goes on too long the status counts all the same."""
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
    """What a status comes to."""
    if status == 410:
        return "gone"
    return "accepted" if 200 <= status < 300 else "refused"


def pause_asked_for(headers: Sequence[tuple[bytes, bytes]]) -> timedelta | None:
    """What Retry-After asks for, in seconds or as a date; None where it is not there or can't be read."""
    text = next((value.decode("ascii", "replace") for name, value in headers if name.lower() == b"retry-after"), "")
    if text.isascii() and text.isdigit() and len(text) < 10:
        return timedelta(seconds=int(text))
    try:
        return parsedate_to_datetime(text).astimezone(UTC) - datetime.now(UTC)
    except (ValueError, OverflowError):
        return None


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1_000)
