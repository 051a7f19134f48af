"""What a projection is: tables that follow the log."""

import hashlib
from collections.abc import Callable, Sequence
from typing import ClassVar, Protocol

from psycopg import Connection

from domain.journal.command import State
from projections.log import AnyRecorded, Log
from projections.tables import Table


class Projection(Protocol):
    """One set of tables with a position of its own. An instance belongs to one session of one generation; what it
    keeps in memory is thrown away with the session after any fault.

    `rendering` is counted up when the same tables are to be filled otherwise.
    """

    name: ClassVar[str]
    rendering: ClassVar[int]
    tables: ClassVar[tuple[Table, ...]]

    def load(self, connection: Connection) -> None:
        """Take from the tables what has to be known to go on."""

    def apply(self, connection: Connection, recorded: Sequence[AnyRecorded]) -> None:
        """Write what these events, the next ones in the log, change. Within the caller's transaction."""

    def renew(self, connection: Connection, state: State) -> None:
        """Write all there is to show of one stream, whatever was shown of it before."""


Make = Callable[[Log], Projection]


def definition(projection: type[Projection]) -> str:
    """What tells tables of one making from those of another: a digest in hexadecimal."""
    statements = "\n".join(table.definition for table in projection.tables)
    return hashlib.sha256(f"{projection.rendering}\n{statements}".encode()).hexdigest()
