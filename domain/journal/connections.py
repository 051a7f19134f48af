"""Connections to the database: a pool for readers, one connection of its own for the writer.

All commit each statement by itself, and wait for the disk: what is acknowledged stays.
"""

import os
import socket
import time
from collections.abc import Callable
from threading import Lock
from typing import Any, Protocol, TypeVar

import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow
from psycopg_pool import ConnectionPool

from domain.journal.errors import Held, Unavailable

T = TypeVar("T")
Work = Callable[[Connection[TupleRow]], T]

_OPTIONS: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
_PAUSE_SECONDS = 0.02
HELD = "the log is held"
"""How the database's own words begin where it appends nothing (migration 0014)."""
RECONNECT_SECONDS = 2.0
"""The pool doubles its pauses for so long, then leaves it to the next who asks: else it would come back from a long
absence of the database only after as long again."""
_SET_UP = (
    "SET default_transaction_isolation = 'read committed'; "
    "SET lock_timeout = '10s'; "
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
)


class Connections(Protocol):
    """Somewhere to do a piece of work that needs a connection."""

    def run(self, work: Work[T]) -> T:
        """The result of `work`. Raises `Unavailable` where the database can't be reached, and `Held`."""


class Pooled:
    """Connections shared by reading threads. Reading is tried again for up to `patience_seconds`."""

    def __init__(self, conninfo: str, size: int, patience_seconds: float) -> None:
        self._patience_seconds = patience_seconds
        self._pool = ConnectionPool(
            conninfo,
            kwargs={"autocommit": True, **_OPTIONS},
            configure=_configure,
            min_size=1,
            max_size=size,
            open=True,
            timeout=patience_seconds,
            reconnect_timeout=RECONNECT_SECONDS,
            name="journal",
        )

    def run(self, work: Work[T]) -> T:
        """The work's result, on a mended connection if need be. Raises `Unavailable` when the patience is over."""
        deadline = time.monotonic() + self._patience_seconds
        while True:
            remaining_seconds = deadline - time.monotonic()
            try:
                with self._pool.connection(max(remaining_seconds, 0.1)) as connection:
                    return work(connection)
            except (psycopg.OperationalError, psycopg.InterfaceError) as problem:
                if remaining_seconds <= 0 or self._pool.closed:
                    raise Unavailable(f"the database can't be read: {problem}") from problem
                time.sleep(_PAUSE_SECONDS)
                self._pool.check()

    def close(self) -> None:
        self._pool.close()


class Dedicated:
    """One connection, used by one thread, made again after every fault."""

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._connection: Connection[TupleRow] | None = None
        self._changing = Lock()

    def run(self, work: Work[T]) -> T:
        try:
            return work(self._connect())
        except psycopg.errors.ProgramLimitExceeded:  # the work's own fault: sending it again would not help
            raise
        except (psycopg.OperationalError, psycopg.InterfaceError) as problem:
            self.close()
            if str(problem).startswith(HELD):
                raise Held(str(problem).partition("\n")[0]) from problem
            raise Unavailable(f"the database can't be reached, or did not answer: {problem}") from problem

    def sever(self) -> None:
        """Cut the connection under the thread that waits for an answer on it; may be called from any thread."""
        with self._changing:
            if self._connection is not None and not self._connection.closed:
                with socket.socket(fileno=os.dup(self._connection.fileno())) as copy:
                    copy.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        with self._changing:
            connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _connect(self) -> Connection[TupleRow]:
        if self._connection is None:
            connection = psycopg.connect(self._conninfo, autocommit=True, **_OPTIONS)
            _configure(connection)
            with self._changing:
                self._connection = connection
        return self._connection


def _configure(connection: Connection[TupleRow]) -> None:
    connection.execute(_SET_UP)
