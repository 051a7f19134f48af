"""Generations: a projection's tables are in one of two schemas; a rebuild fills the other and takes its place. Those
before are kept until something else is made there, to be switched back to.

Readers see the live tables through views of the same names in the schema `projected`. Tables and views are the
database owner's, who makes them from what is written down in `projections.registry.catalogue`; a session fills them.
"""

from dataclasses import dataclass
from typing import Literal

from psycopg import Connection, errors, sql

from domain.kernel.ids import StreamName
from projections.engine.projection import Projection, definition

Name = Literal["a", "b"]

PROJECTED = "projected"
CHANNEL = "scoresheet_projected"
"""Told a projection's name whenever its position or its generation has moved (LISTEN/NOTIFY)."""

_LIVE = "SELECT generation, position, definition FROM projections WHERE name = %s AND is_live"
_FORMER = """
SELECT kept.generation, kept.position, kept.definition FROM projections AS kept JOIN projections AS live USING (name)
WHERE name = %s AND kept.replaced_at IS NOT NULL AND live.is_live AND live.log_ended_at IS NULL
"""
_MOVE = """
WITH moved AS (
    UPDATE projections SET position = %s
    WHERE name = %s AND generation = %s AND position = %s AND is_live = %s RETURNING name
)
SELECT pg_notify(%s, name) FROM moved
"""
_PARKED = "SELECT stream FROM projections_parked WHERE projection = %s AND generation = %s ORDER BY stream"
_PARK = """
INSERT INTO projections_parked (projection, generation, stream, position, error) VALUES (%s, %s, %s, %s, %s)
ON CONFLICT (projection, generation, stream) DO UPDATE SET error = excluded.error
"""
_UNPARK = "DELETE FROM projections_parked WHERE projection = %s AND generation = %s AND stream = %s"
_BEGIN = "SELECT public.scoresheet_begin_generation(%s, %s)"
_SWITCH = "SELECT public.scoresheet_switch_generation(%s, %s, %s)"


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
        arguments = (to, self.projection, self.name, position, self.is_live, CHANNEL)
        if connection.execute(_MOVE, arguments).rowcount != 1:
            raise Fenced(f"{self.schema} is not at position {position} any more")

    def parked_streams(self, connection: Connection) -> list[StreamName]:
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
class Followed:
    """A generation, the position it has reached, and what its tables were made by."""

    generation: Generation
    position: int
    definition: str


class NotDefinedError(Exception):
    """The database lacks the tables of this program's projection: it is to be migrated first."""


def live(connection: Connection, projection: type[Projection]) -> Followed:
    """The live generation. Raises `NotDefinedError`."""
    row = connection.execute(_LIVE, (projection.name,)).fetchone()
    if row is None:
        raise NotDefinedError(f"there are no tables of the projection {projection.name}: run scoresheet migrate")
    return Followed(Generation(projection.name, row[0], is_live=True), row[1], row[2])


def former(connection: Connection, projection: type[Projection]) -> Followed | None:
    """The generation that was live before, while it is kept and the log is the one it has followed."""
    row = connection.execute(_FORMER, (projection.name,)).fetchone()
    return None if row is None else Followed(Generation(projection.name, row[0], is_live=False), row[1], row[2])


def begin(connection: Connection, projection: type[Projection]) -> Generation:
    """A new generation, empty, beside the live one; what was kept or left unfinished there is dropped.

    Raises `NotDefinedError`.
    """
    try:
        row = connection.execute(_BEGIN, (projection.name, definition(projection))).fetchone()
    except errors.UndefinedObject as fault:
        raise NotDefinedError(" ".join(str(fault).split())) from fault
    if row is None:
        raise NotDefinedError(f"no generation of {projection.name} was begun")
    return Generation(projection.name, row[0], is_live=False)


def switch(connection: Connection, generation: Generation, position: int) -> bool:
    """Put this generation, which has reached `position`, in the live one's place and keep that. False where the live
    one has gone further meanwhile: nobody is to see the past again. One that has gone further than the log itself
    shows what is no more: it gives way, and is dropped. Raises `Fenced`."""
    try:
        row = connection.execute(_SWITCH, (generation.projection, generation.name, position)).fetchone()
    except errors.ObjectNotInPrerequisiteState as fault:
        raise Fenced(fault.diag.message_primary) from fault
    return row is not None and bool(row[0])
