"""What a standby has of the log: as much as its tables show is on its disk, and would be there after a failover."""

import psycopg

from ops.database import CONNECT_TIMEOUT_SECONDS
from ops.errors import LogForkedError, StandbyError
from projections.evidence.tree import Tree, read_tree

_IS_STANDBY = "SELECT pg_is_in_recovery()"


def held_size(url: str, tree: Tree) -> int:
    """The number of leaves of the tree that the standby has. Raises psycopg.Error where it is away, StandbyError for a
    server that is none, LogForkedError where it has another log."""
    with psycopg.connect(url, connect_timeout=CONNECT_TIMEOUT_SECONDS) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        if connection.execute(_IS_STANDBY).fetchone() != (True,):
            raise StandbyError("the server of SCORESHEET_STANDBY_URL is no standby; name the one that would take over")
        there = read_tree(connection)
        size = min(there.size, tree.size)
        if size and there.root(size) != tree.root(size):
            raise LogForkedError("the standby has another log: make it again from the primary")
        return size
