"""Generations: a projection's tables stand in one of two schemas; a rebuild fills the other and takes its place.

Readers see the live tables through views of the same names in the schema `projected`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from psycopg import Connection, sql

from domain.kernel.ids import StreamName
from projections.engine.projection import Projection, definition

Name = Literal["a", "b"]

PROJECTED = "projected"
CHANNEL = "scoresheet_projected"
"""Told a projection's name whenever its position or its generation has moved (LISTEN/NOTIFY)."""

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('scoresheet generations', 0))"
_LIVE = "SELECT generation, position, definition FROM projections WHERE name = %s AND is_live"
_ADD = """
INSERT INTO projections (name, generation, position, is_live, definition) VALUES (%s, %s, %s, %s, %s)
"""
_MOVE = """
UPDATE projections SET position = %s
WHERE name = %s AND generation = %s AND position = %s AND is_live = %s
"""
_DROP = "DELETE FROM projections WHERE name = %s AND generation = %s"
_PARKED = "SELECT stream FROM projections_parked WHERE projection = %s AND generation = %s ORDER BY stream"
_PARK = """
INSERT INTO projections_parked (projection, generation, stream, position, error) VALUES (%s, %s, %s, %s, %s)
ON CONFLICT (projection, generation, stream) DO UPDATE SET error = excluded.error
"""
_UNPARK = "DELETE FROM projections_parked WHERE projection = %s AND generation = %s AND stream = %s"
_IS_SHORTENED = """
SELECT log_ended_at IS NOT NULL OR position > (SELECT coalesce(max(position), 0) FROM events)
FROM projections WHERE name = %s AND is_live
"""
_GO_LIVE = "UPDATE projections SET is_live = true WHERE name = %s AND generation = %s"


class Fenced(Exception):  # noqa: N818 -- not a fault: somebody else has gone on
    """The position is not where this session left it, or its generation is no longer the live one."""


@dataclass(frozen=True, slots=True)
class Generation:
    """One set of a projection's tables."""

    projection: str
    name: Name
    is_live: bool

    @property
    def schema(self) -> str:
        """Where its tables stand."""
        return f"{self.projection}_{self.name}"

    def enter(self, connection: Connection) -> None:
        """From now on the session's table names mean this generation's."""
        statement = sql.SQL("SET search_path TO {}, public").format(sql.Identifier(self.schema))
        connection.execute(statement)

    def move(self, connection: Connection, position: int, to: int) -> None:
        """The fence: first in every transaction that writes. Raises `Fenced`."""
        arguments = (to, self.projection, self.name, position, self.is_live)
        if connection.execute(_MOVE, arguments).rowcount != 1:
            raise Fenced(f"{self.schema} is not at position {position} any more")
        connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, self.projection))

    def parked(self, connection: Connection) -> list[StreamName]:
        """The streams that stand still."""
        rows = connection.execute(_PARKED, (self.projection, self.name)).fetchall()
        return [StreamName(stream) for (stream,) in rows]

    def park(self, connection: Connection, stream: StreamName, position: int, error: str) -> None:
        """The stream stands still from the event at that position on."""
        connection.execute(_PARK, (self.projection, self.name, stream, position, error))

    def unpark(self, connection: Connection, stream: StreamName) -> None:
        """The stream has caught up."""
        connection.execute(_UNPARK, (self.projection, self.name, stream))


@dataclass(frozen=True, slots=True)
class Live:
    """The live generation, the position it has reached, and what its tables were made by."""

    generation: Generation
    position: int
    definition: str


def live(connection: Connection, projection: type[Projection]) -> Live:
    """The live generation; made, empty, where there is none yet."""
    with connection.transaction():
        found = _find(connection, projection.name)
        if found is None:
            connection.execute(_LOCK)
            found = _find(connection, projection.name) or _first(connection, projection)
    return found


def begin(connection: Connection, projection: type[Projection]) -> Generation:
    """A new generation, empty, beside the live one; what an unfinished rebuild has left there is dropped."""
    with connection.transaction():
        connection.execute(_LOCK)
        current = _find(connection, projection.name) or _first(connection, projection)
        generation = Generation(projection.name, "b" if current.generation.name == "a" else "a", is_live=False)
        _drop(connection, generation, projection)
        _make(connection, generation, projection)
    return generation


def switch(connection: Connection, generation: Generation, projection: type[Projection], position: int) -> bool:
    """Put the new generation, which has reached `position`, in the live one's place and drop that. False where the
    live one has gone further meanwhile: nobody is to see the past again. One that has gone further than the log
    itself shows what is no more, and gives way."""
    with connection.transaction():
        connection.execute(_LOCK)
        row = connection.execute(f"{_LIVE} FOR UPDATE", (projection.name,)).fetchone()
        if row is None or (row[1] > position and not _is_shortened(connection, projection.name)):
            return False
        generation.move(connection, position, position)
        former = Generation(projection.name, row[0], is_live=True)
        _show(connection, generation, projection)
        _drop(connection, former, projection)
        connection.execute(_GO_LIVE, (projection.name, generation.name))
    return True


def ensure(connection: Connection, projections: Sequence[type[Projection]]) -> None:
    """There is something to read of each projection, if only empty tables."""
    for projection in projections:
        live(connection, projection)


def _find(connection: Connection, name: str) -> Live | None:
    row = connection.execute(_LIVE, (name,)).fetchone()
    return None if row is None else Live(Generation(name, row[0], is_live=True), row[1], row[2])


def _is_shortened(connection: Connection, name: str) -> bool:
    """Whether the live generation has gone further than the log; see `projections.engine.shortened_log`."""
    row = connection.execute(_IS_SHORTENED, (name,)).fetchone()
    return row is not None and row[0]


def _first(connection: Connection, projection: type[Projection]) -> Live:
    generation = Generation(projection.name, "a", is_live=True)
    _make(connection, generation, projection)
    _show(connection, generation, projection)
    return Live(generation, 0, definition(projection))


def _make(connection: Connection, generation: Generation, projection: type[Projection]) -> None:
    schema = sql.Identifier(generation.schema)
    connection.execute(sql.SQL("SET LOCAL search_path TO {}, public").format(schema))
    for table in projection.tables:
        connection.execute(table.definition.encode())
    arguments = (projection.name, generation.name, 0, generation.is_live, definition(projection))
    connection.execute(_ADD, arguments)


def _show(connection: Connection, generation: Generation, projection: type[Projection]) -> None:
    for table in projection.tables:
        view = sql.Identifier(PROJECTED, table.name)
        connection.execute(sql.SQL("DROP VIEW IF EXISTS {}").format(view))
        source = sql.Identifier(generation.schema, table.name)
        connection.execute(sql.SQL("CREATE VIEW {} AS SELECT * FROM {}").format(view, source))


def _drop(connection: Connection, generation: Generation, projection: type[Projection]) -> None:
    """Whatever tables are there, also those of an earlier version of this program."""
    tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", (generation.schema,))
    for (table,) in tables.fetchall():
        connection.execute(sql.SQL("DROP TABLE {} CASCADE").format(sql.Identifier(generation.schema, table)))
    connection.execute(_DROP, (projection.name, generation.name))
