"""The tree as it is in the tables: its size, its nodes, its roots."""

from dataclasses import dataclass
from functools import cache

from psycopg import Connection

from domain.evidence import merkle
from domain.evidence.merkle import HASH_BYTES, Hash, Node
from domain.evidence.tiles import WIDTH, Hashes, TileAt, nodes_in

_LAST = "SELECT index, length(hashes) FROM projected.log_tiles WHERE level = 0 ORDER BY index DESC LIMIT 1"
_TILE = "SELECT hashes FROM projected.log_tiles WHERE level = %s AND index = %s"


@dataclass(frozen=True, slots=True)
class Tree:
    """The tree of the log as one moment of the database shows it. `tile_at` and `node` raise `LookupError` for
    what is not there."""

    size: int
    tile_at: TileAt
    node: Node

    def root(self, size: int) -> Hash:
        """The root of its first `size` leaves. Raises `LookupError` where it has fewer."""
        return merkle.root(size, self.node)


def read_tree(connection: Connection) -> Tree:
    """The tree; `connection` is to see one moment of the database while it is used."""

    @cache
    def tile_at(level: int, index: int) -> Hashes:
        row = connection.execute(_TILE, (level, index)).fetchone()
        if row is None:
            raise LookupError(f"there is no tile {index} of level {level}")
        found: Hashes = row[0]
        return found

    last = connection.execute(_LAST).fetchone()
    size = 0 if last is None else last[0] * WIDTH + last[1] // HASH_BYTES
    return Tree(size, tile_at, nodes_in(tile_at))


SIGNED = """
SELECT origin, size, root, note || convert_to(coalesce((
    SELECT string_agg(added.line || E'\\n', '' ORDER BY added.number) FROM public.cosignatures AS added
    WHERE added.origin = signed.origin AND added.size = signed.size), ''), 'UTF8') AS note
FROM public.checkpoints AS signed
"""
"""The rows of `public.checkpoints`, each with its whole note, in SQL: a condition or an order may follow."""
