"""Events that were gone from the log and are back byte for byte: what stood still without them goes on.

A projection that has taken in more than the log has stands still, also once the log has grown again, for that may be
another history. The tree over the log still has a leaf of each event that was gone, which shows whether it is the same.
"""

from collections.abc import Sequence

from psycopg import Connection

from domain.evidence.leaves import leaf_hashes
from projections.evidence.tree import Tree, read_tree

_STANDING = """
SELECT name, log_ended_at, position FROM public.projections
WHERE is_live AND log_ended_at IS NOT NULL AND position <= (SELECT coalesce(max(position), 0) FROM public.events)
ORDER BY name
"""
_BACK = "SELECT stream, version, state FROM public.events WHERE position > %s AND position <= %s ORDER BY position"
_GO_ON = "SELECT public.scoresheet_go_on(%s, %s)"


def go_on(connection: Connection) -> Sequence[str]:
    """Lets the projections go on whose events are all back, and names them. `connection` is in a transaction, and the
    owner's or the signer's."""
    tree = read_tree(connection)
    back = [
        (name, reached)
        for name, ended, reached in connection.execute(_STANDING).fetchall()
        if _is_as_it_was(connection, tree, ended, reached)
    ]
    for one in back:
        connection.execute(_GO_ON, one)
    return [name for name, _ in back]


def _is_as_it_was(connection: Connection, tree: Tree, ended: int, reached: int) -> bool:
    if tree.size < reached:
        return False
    now = leaf_hashes(connection.execute(_BACK, (ended, reached)).fetchall())
    return now == [tree.node(0, place) for place in range(ended, reached)]
