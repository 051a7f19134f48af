"""Lines to receivers: each has a connection that stays open from one delivery to the next, since to connect and to
agree on TLS takes several times as long as a delivery."""

import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from httpcore2 import ConnectionPool

from domain.webhooks.receivers import origin_of
from ops.webhooks.dialling import CheckedBackend, Deadline, Resolve

KEPT_SECONDS = 60.0
"""How long a connection is used; after that the receiver's name is looked up again, and what it leads to checked."""


@dataclass
class Line:
    """A way to one receiver, for one delivery at a time."""

    origin: str
    backend: CheckedBackend
    pool: ConnectionPool

    def is_kept(self, now: float) -> bool:
        """Whether its connection may be used at that moment (monotonic seconds)."""
        return now < self.backend.dialled_at + KEPT_SECONDS


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
