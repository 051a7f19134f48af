"""What a replay comes to as a SQLite database, for anyone who wants to ask it questions. It is no evidence."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from domain.kernel import canonical_json
from ops.errors import ExportError
from projections.claims.claims import Claim
from projections.claims.replay import Replayed

_EVENTS = """
CREATE TABLE events (
    position INTEGER PRIMARY KEY, stream TEXT, version INTEGER, topic TEXT, recorded_at TEXT, content TEXT
)
"""
_EVENT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)"


class Database:
    """A database being filled."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.execute(_EVENTS)

    def passing(self, events: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
        """The events, each put into the table of events once it was laid: before, it may be anything."""
        for position, content in events:
            yield position, content
            said = canonical_json.decode(content)
            told = (said["stream"], said["version"], said["topic"], said["recorded_at"])
            self._connection.execute(_EVENT, (position, *told, content.decode()))

    def add_tables(self, replayed: Replayed, claims: Iterable[Claim]) -> None:
        """A table for each claim, with its columns."""
        for claim in claims:
            columns = ", ".join(f'"{column}"' for column in claim.columns)
            self._connection.execute(f'CREATE TABLE "{claim.table.name}" ({columns})')
            places = ", ".join("?" for _ in claim.columns)
            rows = (canonical_json.decode(row) for row in claim.sorted_rows(replayed))
            self._connection.executemany(
                f'INSERT INTO "{claim.table.name}" VALUES ({places})',  # noqa: S608 -- names of this program's own
                ([_plain(row[column]) for column in claim.columns] for row in rows),
            )


@contextmanager
def database_at(place: Path) -> Iterator[Database]:
    """A database that is at this place once it is whole. Raises ExportError where the place is taken."""
    if place.exists():
        raise ExportError(f"{place} is there already; name a place that is free")
    beside = place.with_name(f".{place.name}.unfinished")
    beside.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(beside)) as connection:
            yield Database(connection)
            connection.commit()
        beside.rename(place)
    except (OSError, sqlite3.Error) as error:
        raise ExportError(f"{place} can't be written: {error}") from error
    finally:
        beside.unlink(missing_ok=True)


def _plain(value: Any) -> Any:  # noqa: ANN401 -- JSON
    """The value as SQLite keeps it: documents as text."""
    return canonical_json.encode(value).decode() if isinstance(value, dict | list) else value
