"""The contract of a projection: tables that follow the log."""

import hashlib
from collections.abc import Callable, Sequence
from typing import ClassVar, LiteralString, Protocol

from psycopg import Connection

from domain.journal.journal import Stored
from domain.ports.command_handling import State
from projections.engine.log import Log
from projections.engine.tables import Table


class Projection(Protocol):
    """One set of tables with a position of its own. An instance belongs to one session of one generation; what it
    keeps in memory is thrown away with the session after any fault.

    `rendering` is counted up when the same tables are to be filled otherwise. `rebuild_reads` says after how many
    readings of the log a rebuild, which nobody looks at yet, writes. `largest_batch` is how many events are taken in
    and written at once: until then nobody sees anything of them. `rest_seconds` lie at least between two batches:
    what nobody waits for need not take turns with those who write. Where rows are published for good, `unchanging`
    is a query for one that would be otherwise in the tables of the schema {made} than in those of {live}.
    """

    name: ClassVar[str]
    rendering: ClassVar[int]
    rebuild_reads: ClassVar[int]
    largest_batch: ClassVar[int]
    rest_seconds: ClassVar[float]
    tables: ClassVar[tuple[Table, ...]]
    unchanging: ClassVar[LiteralString | None]

    def load(self, connection: Connection) -> None:
        """Take from the tables what has to be known to go on."""

    def read(self, after_position: int, limit: int) -> Sequence[Stored]:
        """The events after that position, as much of them as this projection needs."""

    def take(self, stored: Sequence[Stored]) -> None:
        """Take in these events, the next ones in the log."""

    def take_whole(self, state: State) -> None:
        """Take in all there is to show of one stream, whatever was shown of it before."""

    def write(self, connection: Connection) -> None:
        """Write what has changed by all that was taken since. Within the caller's transaction."""


LARGEST_BATCH = 5_000
"""Of events of which each changes few rows."""

Make = Callable[[Log], Projection]


def definition(projection: type[Projection]) -> str:
    """The digest in hexadecimal that tells tables of one making from those of another."""
    return hashlib.sha256(f"{projection.rendering}\n{statements(projection)}".encode()).hexdigest()


def statements(projection: type[Projection]) -> str:
    """The statements that make the projection's tables."""
    return "\n".join(table.definition for table in projection.tables)
