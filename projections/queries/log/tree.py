"""The tree over the log, and what was signed of it, all of which is public: leaves hold digests alone. And the files
that were published, whose digests are in the log."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from domain.evidence.leaves import Leaf
from domain.evidence.merkle import HASH_BYTES, Hash, inclusion_proof
from domain.evidence.origins import generation_of
from domain.evidence.tiles import WIDTH, Hashes, Tile
from domain.kernel import canonical_json
from projections.evidence.tree import SIGNED, read_tree
from projections.queries.pool import Reader

_NEWEST = f"{SIGNED} ORDER BY number DESC LIMIT 1"
_UNSIGNED = """
SELECT state FROM public.events
WHERE position = 1 + coalesce((SELECT size FROM public.checkpoints ORDER BY number DESC LIMIT 1), 0)
"""
_NEWEST_OF = f"{SIGNED} WHERE origin = %(origin)s ORDER BY size DESC LIMIT 1"
_ORIGINS = "SELECT origin FROM public.checkpoints GROUP BY origin ORDER BY max(number)"
_KEYS = "SELECT origin, vkey, size, begun_at FROM public.log_keys ORDER BY number"
_TILE = """
SELECT substr(hashes, 1, %(bytes)s) FROM projected.log_tiles
WHERE level = %(level)s AND index = %(index)s AND length(hashes) >= %(bytes)s
"""
_KEEP_FILE = "SELECT public.scoresheet_keep_published_file(%(content)s)"
_FILE = "SELECT content FROM public.published_files WHERE sha256 = %(sha256)s"
_LEAVES = """
SELECT stream, version, encode(sha256(state), 'hex') FROM public.events
WHERE position > %(after)s AND position <= %(last)s ORDER BY position
"""


@dataclass(frozen=True, slots=True)
class Signed:
    """A checkpoint as it was signed: of which log, the size and root of its tree, and the note."""

    origin: str
    size: int
    root: Hash
    note: bytes


@dataclass(frozen=True, slots=True)
class LogKey:
    """A key of the log, as signed notes name it: of which origin, from which size on, and since when."""

    origin: str
    vkey: str
    size: int
    begun_at: datetime


class TreeReadings(Reader):
    """Reads of the log's tree."""

    def newest_checkpoint(self) -> Signed | None:
        """The newest checkpoint; None before anything was signed."""
        row = self._row(_NEWEST)
        return None if row is None else Signed(*row)

    def unsigned_since(self) -> datetime | None:
        """When the oldest event was recorded that no checkpoint covers yet; None where all are signed."""
        row = self._row(_UNSIGNED)
        return None if row is None else moment_of_recording(row[0])

    def checkpoint_of(self, generation: int) -> Signed | None:
        """The newest checkpoint of that log, by its number; None where there is no such log."""
        origins = [origin for (origin,) in self._rows(_ORIGINS) if generation_of(origin) == generation]
        row = self._row(_NEWEST_OF, origin=origins[-1]) if origins else None
        return None if row is None else Signed(*row)

    def log_keys(self) -> Sequence[LogKey]:
        """The keys, in the order in which they began."""
        return [LogKey(*row) for row in self._rows(_KEYS)]

    def tile(self, tile: Tile) -> Hashes | None:
        """The hashes of a tile, just as many as it names; None where the tree has not so many."""
        row = self._row(_TILE, level=tile.level, index=tile.index, bytes=tile.width * HASH_BYTES)
        return None if row is None else bytes(row[0])

    def leaves(self, after: int, last: int) -> Sequence[Leaf]:
        """The leaf records of the events after a position, up to another."""
        return [Leaf(*row) for row in self._rows(_LEAVES, after=after, last=last)]

    def leaves_of(self, bundle: Tile) -> Sequence[Leaf]:
        """The leaf records of a bundle of entries."""
        first = bundle.index * WIDTH
        return self.leaves(first, first + bundle.width)

    def inclusion(self, index: int, size: int) -> Sequence[Hash]:
        """The proof that a leaf is in the tree of this size. Raises `LookupError` where a tile is missing."""
        with self._pool.connection() as connection:
            return inclusion_proof(index, size, read_tree(connection).node)


def moment_of_recording(state: bytes) -> datetime | None:
    """When the event says that it was recorded; None where its bytes were changed so that they don't say it."""
    try:
        return datetime.fromisoformat(canonical_json.decode(state)["recorded_at"])
    except (ValueError, LookupError, TypeError):
        return None


class PublishedFileReadings(Reader):
    """The files that were published, by their SHA-256 in hexadecimal digits."""

    def keep_published(self, content: bytes) -> None:
        """Keeps a file for good, so that an event can name it; one that is there already stays as it is."""
        self._rows(_KEEP_FILE, content=content)

    def published_file(self, sha256: str) -> bytes | None:
        """The bytes of a file; None where none has that digest."""
        row = self._row(_FILE, sha256=sha256)
        return None if row is None else bytes(row[0])
