"""Holds the live tables of a projection against those that the log makes, as of one position.

Live tables are digested in one moment of the database. The log up to where they were is then followed into the other
generation, which nobody reads, and its tables are digested too. A rebuild goes before: this gives way to it.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import psycopg
from psycopg import Connection

from domain.journal.errors import Unavailable
from domain.journal.journal import Stored
from domain.kernel.ids import StreamName
from domain.kernel.personal_text import Sealed
from domain.ports.command_handling import State
from projections.engine import generations
from projections.engine.digests import Digest, digest
from projections.engine.generations import Fenced, Followed, Generation
from projections.engine.log import Log
from projections.engine.projection import Projection, definition
from projections.engine.session import PASSING, Session

DAY_SECONDS = 86_400.0
ASKING_SECONDS = 600.0
"""How often it is asked whether a comparison is due."""
SHARE = 4
"""In the background, so many times as long as each step took is left to others."""

_TRY = "SELECT pg_try_advisory_lock(hashtextextended('scoresheet rebuild ' || %s, 0))"
_AWAITED = """
SELECT EXISTS (
    SELECT FROM pg_locks AS waiting JOIN pg_locks AS held USING (locktype, database, classid, objid, objsubid)
    WHERE locktype = 'advisory' AND NOT waiting.granted AND held.granted AND held.pid = pg_backend_pid()
)
"""
_NOTE = "SELECT public.scoresheet_note_comparison(%s, %s, %s, %s)"
_DUE = """
SELECT NOT EXISTS (
    SELECT compared_at FROM public.compared_tables WHERE projection = %(name)s AND compared_at > begun.at
    UNION ALL SELECT replaced_at FROM public.projections WHERE name = %(name)s AND replaced_at > begun.at
) FROM (SELECT clock_timestamp() - make_interval(secs => %(seconds)s)) AS begun (at)
"""
"""Tables that are kept to be switched back to are in the way, and as long as that they stay."""

Rest = Callable[[float], None]
"""Told how long a step took."""


class GaveWay(Unavailable):
    """The tables are being made again, or by another version: they are compared later."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The position as of which tables were compared, and the names of those that are not what the log makes."""

    position: int
    differing: tuple[str, ...]


def compare(conninfo: str, log: Log, projection: type[Projection], rest: Rest = lambda _: None) -> Compared:
    """Compares all tables of a projection, notes what was found, and leaves nothing else behind.

    Where some differ it looks once more: a person may have been erased meanwhile, whose name the log then makes no
    longer. Raises psycopg's errors, `Unavailable`, and `GaveWay` where a rebuild goes before.
    """
    try:
        with psycopg.connect(conninfo, autocommit=True) as connection:
            _take_turn(connection, projection)
            found = _compare_tables(connection, log, projection, rest)
            if found.differing:
                found = _compare_tables(connection, log, projection, rest)
            return found
    except (Fenced, psycopg.errors.UndefinedTable) as gone:
        raise GaveWay(f"the tables of {projection.name} are being made again: {gone}") from gone


def keep_comparing(
    conninfo: str,
    log: Log,
    projection: type[Projection],
    days: int,
    report: Callable[[str], None],
    stop: threading.Event,
) -> None:
    """Compares the tables once in so many days, with a share of the time, until `stop` is set; `report` gets which
    differ. What can't be compared now is compared later."""

    def rest(seconds: float) -> None:
        if stop.wait(SHARE * seconds):
            raise GaveWay("this is to end")

    while not stop.wait(ASKING_SECONDS):
        try:
            if is_due(conninfo, projection, days):
                for table in compare(conninfo, log, projection, rest).differing:
                    report(f"the table {table} is not what the log makes: run scoresheet rebuild")
        except PASSING:
            continue


def is_due(conninfo: str, projection: type[Projection], days: int) -> bool:
    """Whether the tables were neither compared in so many days nor made beside others that are kept."""
    with psycopg.connect(conninfo, autocommit=True, connect_timeout=10) as connection:
        [[due]] = connection.execute(_DUE, {"name": projection.name, "seconds": days * DAY_SECONDS}).fetchall()
        return bool(due)


def _take_turn(connection: Connection, projection: type[Projection]) -> None:
    connection.execute("SET synchronous_commit TO off")
    [[taken]] = connection.execute(_TRY, (projection.name,)).fetchall()
    if not taken:
        raise GaveWay(f"the tables of {projection.name} are being made again")


def _compare_tables(connection: Connection, log: Log, projection: type[Projection], rest: Rest) -> Compared:
    connection.execute("DISCARD TEMP")
    live, held = _live(connection, projection)
    generation = generations.begin(connection, projection)
    _follow(connection, _UpTo(log, live.position), projection, generation, rest)
    with connection.transaction():
        made = _digests(connection, projection, generation)
    generations.begin(connection, projection)  # lets go of what was made
    found = Compared(live.position, tuple(table for table in held if held[table] != made[table]))
    connection.execute(_NOTE, (projection.name, live.generation.name, found.position, list(found.differing)))
    return found


def _live(connection: Connection, projection: type[Projection]) -> tuple[Followed, Mapping[str, Digest]]:
    """The live tables in one moment of the database: their position, and their digests."""
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        live = generations.live(connection, projection)
        if live.definition != definition(projection):
            raise GaveWay(f"the tables of {projection.name} are another version's")
        if live.generation.parked_streams(connection):
            raise GaveWay(f"some streams stand still in {projection.name}")
        return live, _digests(connection, projection, live.generation)


def _digests(connection: Connection, projection: type[Projection], generation: Generation) -> Mapping[str, Digest]:
    return {table.name: digest(connection, (generation.schema, table.name)) for table in projection.tables}


def _follow(connection: Connection, log: Log, projection: type[Projection], generation: Generation, rest: Rest) -> None:
    session = Session(connection, log, projection, generation, 0, projection.largest_batch, 1)
    began = time.monotonic()
    while session.step():
        [[awaited]] = connection.execute(_AWAITED).fetchall()
        if awaited:
            raise GaveWay(f"the tables of {projection.name} are to be made again")
        rest(time.monotonic() - began)
        began = time.monotonic()


class _UpTo:
    """The log as it was when it ended at a position."""

    def __init__(self, log: Log, end: int) -> None:
        self._log = log
        self._end = end

    def read(self, after_position: int, limit: int) -> Sequence[Stored]:
        left = min(limit, self._end - after_position)
        return self._log.read(after_position, left) if left > 0 else ()

    def read_bytes(self, after_position: int, limit: int) -> Sequence[Stored]:
        left = min(limit, self._end - after_position)
        return self._log.read_bytes(after_position, left) if left > 0 else ()

    def whole(self, stream: StreamName, after_version: int = 0) -> Iterator[Stored]:
        return takewhile(lambda one: one.position <= self._end, self._log.whole(stream, after_version))

    def position(self) -> int:
        return self._end

    def open_boxes(self, boxes: Collection[Sealed]) -> Mapping[str, Any]:
        return self._log.open_boxes(boxes)

    def state(self, stream: StreamName, *, version: int | None = None) -> State:
        return self._log.state(stream, version=version)
