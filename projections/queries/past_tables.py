"""The tables as they stood when the log ended at some position: made by the same projections, in temporary tables of a
connection of their own, and read by the same queries.

They hold no opened text: names are those that are known now, so whoever is erased is erased in the past too.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from threading import Lock
from typing import Any, LiteralString

import psycopg
from psycopg import Connection, sql

from domain.journal.journal import Stored
from domain.kernel.ids import PersonId, StreamName
from domain.kernel.personal_text import Sealed
from domain.ports.command_handling import State
from projections.engine.log import Log, pages_of
from projections.engine.projection import Projection
from projections.engine.session import LARGEST_BATCH
from projections.queries.positions import Shown
from projections.queries.queries import Readings
from projections.ratings.projection import RatingTables
from projections.tournaments.projection import TournamentTables

Tables = type[TournamentTables] | type[RatingTables]
Turn = Callable[[], AbstractContextManager[None]]
_MOST_KEPT = 4

_NAMED_AS_NOW = """
ALTER TABLE persons RENAME TO persons_then;
CREATE TEMPORARY VIEW persons AS
SELECT id, now.name, now.sorting, now.erased, past.resignations, past.unconfirmed, past.revision
FROM persons_then AS past JOIN projected.persons AS now USING (id)
"""


class _Closed:
    """A log that opens nothing."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def read(self, after_position: int, limit: int) -> Sequence[Stored]:
        return self._log.read(after_position, limit)

    def read_bytes(self, after_position: int, limit: int) -> Sequence[Stored]:
        return self._log.read_bytes(after_position, limit)

    def position(self) -> int:
        return self._log.position()

    def opened(self, boxes: Collection[Sealed]) -> Mapping[str, Any]:
        return {box.bound_to: None for box in boxes}

    def state(self, stream: StreamName, *, version: int | None = None) -> State:
        return self._log.state(stream, version=version)


class PastTables:
    """The tables of the positions asked for last, so many of them. May be used from any thread; they are made by one
    at a time."""

    def __init__(self, conninfo: str, log: Log, live: Readings) -> None:
        self._conninfo = conninfo
        self._log = _Closed(log)
        self._live = live
        self._kept: OrderedDict[tuple[str, int], Connection[tuple[Any, ...]]] = OrderedDict()
        self._working = Lock()

    def readings(self, position: int, turn: Turn) -> "PastReadings":
        """What is read there; whoever has to make the tables first waits for their turn."""
        return PastReadings(self, self._live, position, turn)

    @contextmanager
    def at(self, projection: Tables, position: int) -> Iterator[Connection[tuple[Any, ...]]]:
        """A connection whose temporary tables are those of the projection as they stood there. Raises what reading the
        log raises."""
        key = (projection.name, position)
        with self._working:
            connection = self._kept.pop(key, None) or self._made(projection, position)
            self._kept[key] = connection
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)[1].close()
            try:
                yield connection
            except psycopg.Error:
                self._kept.pop(key).close()
                raise

    def close(self) -> None:
        """Let go of all."""
        with self._working:
            for connection in self._kept.values():
                connection.close()
            self._kept.clear()

    def _made(self, projection: Tables, position: int) -> Connection[tuple[Any, ...]]:
        connection = psycopg.connect(self._conninfo, autocommit=True)
        try:
            with connection.transaction():
                self._fill(connection, projection(self._log), position)
        except BaseException:
            connection.close()
            raise
        return connection

    def _fill(self, connection: Connection[tuple[Any, ...]], tables: Projection, position: int) -> None:
        connection.execute("SET search_path TO pg_temp, public")
        for table in tables.tables:
            connection.execute(sql.SQL(table.definition))
            table.prepare(connection)
        for stored in pages_of(self._log, 0, position, LARGEST_BATCH):
            tables.take(stored)
        tables.write(connection)
        if isinstance(tables, TournamentTables):
            connection.execute(_NAMED_AS_NOW)


class PastReadings(Readings):
    """Reads what stood in the tables when the log ended at a position."""

    def __init__(self, tables: PastTables, live: Readings, position: int, turn: Turn) -> None:
        self._tables = tables
        self._live = live
        self._position = position
        self._turn = turn

    def _rows(self, query: LiteralString, **values: object) -> Sequence[tuple[Any, ...]]:
        projection = RatingTables if "projected.rating" in query else TournamentTables
        with self._turn(), self._tables.at(projection, self._position) as connection:
            return connection.execute(query.replace("projected.", "pg_temp."), values).fetchall()

    def names(self, persons: Iterable[PersonId]) -> Mapping[PersonId, str]:
        """The names that are known now; the erased and the unknown are left out."""
        return self._live.names(persons)

    def shown(self) -> Shown:
        """The position, and nothing that is lacking: what can't be read is refused."""
        return Shown(self._position, frozenset())
