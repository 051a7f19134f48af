"""The projection that keeps the tree over the log in tiles: a leaf for each event, made from its stored bytes alone.

It never lays an event on a state, so no stream stands still in it, and what can't be read has its leaf too. Where an
event is missing the tree stands still: leaves have no gaps.
"""

from collections.abc import Sequence
from typing import ClassVar, LiteralString

from psycopg import Connection

from domain.evidence.leaves import leaf_hashes
from domain.evidence.merkle import HASH_BYTES, Hash
from domain.evidence.tiles import WIDTH, Hashes, append_hashes
from domain.journal.journal import Stored
from domain.ports.command_handling import State
from projections.engine.log import Log, up_to_a_gap
from projections.engine.projection import LARGEST_BATCH
from projections.engine.tables import Table

TABLE = Table("log_tiles", ("level", "index"), ("hashes",))


class EvidenceTables:
    """The tree. In memory are its size and its right edge: the last tile of each level."""

    name: ClassVar[str] = "evidence"
    rendering: ClassVar[int] = 1
    rebuild_reads: ClassVar[int] = 10
    largest_batch: ClassVar[int] = LARGEST_BATCH
    rest_seconds: ClassVar[float] = 0.5
    unchanging: ClassVar[LiteralString | None] = None
    tables: ClassVar[tuple[Table, ...]] = (TABLE,)

    def __init__(self, log: Log) -> None:
        self._log = log
        self._size = 0
        self._edge: dict[tuple[int, int], Hashes] = {}
        self._leaves: list[Hash] = []

    def load(self, connection: Connection) -> None:
        """Take the right edge from the table."""
        self._edge = load_edge(connection)
        self._size = max(
            (_end(index, hashes) for (level, index), hashes in self._edge.items() if level == 0), default=0
        )

    def read(self, after_position: int, limit: int) -> Sequence[Stored]:
        """The events after that position as they are stored, up to the first that is missing."""
        return up_to_a_gap(self._log.read_bytes(after_position, limit), after_position)

    def take(self, stored: Sequence[Stored]) -> None:
        """Make their leaves."""
        self._leaves += leaf_hashes((one.recorded.stream, one.recorded.version, one.state) for one in stored)

    def take_whole(self, state: State) -> None:
        """Nothing: of no stream is anything shown here."""

    def write(self, connection: Connection) -> None:
        """Write the tiles that are new or have grown."""
        changed = append_hashes(self._size, lambda level, index: self._edge[level, index], self._leaves)
        TABLE.upsert(connection, [(*place, hashes) for place, hashes in changed.items()])
        self._size += len(self._leaves)
        self._leaves = []
        self._edge = _edge({**self._edge, **changed})


def _end(index: int, hashes: Hashes) -> int:
    return index * WIDTH + len(hashes) // HASH_BYTES


def _edge(found: dict[tuple[int, int], Hashes]) -> dict[tuple[int, int], Hashes]:
    """The last tile of each level."""
    last = dict(sorted(found))
    return {(level, index): found[level, index] for level, index in last.items()}


_EDGE = "SELECT DISTINCT ON (level) level, index, hashes FROM log_tiles ORDER BY level, index DESC"


def load_edge(connection: Connection) -> dict[tuple[int, int], Hashes]:
    """The last tile of each level, by level and index."""
    return {(level, index): hashes for level, index, hashes in connection.execute(_EDGE).fetchall()}
