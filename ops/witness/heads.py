"""The last checkpoint of each log that a witness has cosigned, in a small SQLite file."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

PATIENCE_SECONDS = 10.0

_MAKE = "CREATE TABLE IF NOT EXISTS heads (log TEXT PRIMARY KEY, checkpoint BLOB NOT NULL)"
_LAST = "SELECT checkpoint FROM heads WHERE log = ?"
_KEEP = "INSERT INTO heads VALUES (?, ?) ON CONFLICT (log) DO UPDATE SET checkpoint = excluded.checkpoint"


@dataclass(frozen=True)
class Heads:
    """The file at this path. All of it raises `sqlite3.Error` where the file can't be read or written."""

    path: Path

    def make(self) -> None:
        """Makes the file where there is none."""
        with self._open("rwc") as connection:
            connection.execute(_MAKE)

    def last(self, log: str) -> bytes | None:
        """The last checkpoint of this log; None before the first."""
        with self._open() as connection:
            return _last(connection, log)

    def advance(self, log: str, step: Callable[[bytes | None], bytes]) -> bytes:
        """Puts what `step` makes of this log's last checkpoint in its place; if `step` raises, the last one
        stays. Nobody else comes between, and what is returned is on the disk."""
        with self._open() as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            following = step(_last(connection, log))
            connection.execute(_KEEP, (log, following))
        return following

    @contextmanager
    def _open(self, mode: str = "rw") -> Iterator[sqlite3.Connection]:
        """A file that is gone is not made again: a witness without its memory would cosign another history."""
        address = f"{self.path.absolute().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(address, PATIENCE_SECONDS, isolation_level=None, uri=True)) as connection:
            # With less, the last change may be lost when the power is.
            connection.execute("PRAGMA synchronous = EXTRA")
            yield connection


def _last(connection: sqlite3.Connection, log: str) -> bytes | None:
    row = connection.execute(_LAST, (log,)).fetchone()
    return None if row is None else bytes(row[0])
