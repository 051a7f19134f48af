"""The tiles of the log's tree, one row each; the right edge is written anew as it grows."""

from psycopg import Connection

from domain.evidence.tiles import Hashes
from projections.engine.tables import Table

TABLE = Table("log_tiles", ("level", "index"), ("hashes",))

_EDGE = "SELECT DISTINCT ON (level) level, index, hashes FROM log_tiles ORDER BY level, index DESC"


def load_edge(connection: Connection) -> dict[tuple[int, int], Hashes]:
    """The last tile of each level, by level and index."""
    return {(level, index): hashes for level, index, hashes in connection.execute(_EDGE).fetchall()}
