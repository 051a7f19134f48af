"""Holds the log where it is not the one that was noted beside its key, since an older backup was put back, say.

What is noted there no backup of the database touches: the newest tree that was signed, and each second the newest that
was seen. So the events of the last seconds are missed as well, which nobody has signed yet.
"""

import psycopg
from psycopg import Connection

from ops.evidence.key_folder import Head, KeyFolder
from projections.evidence.examination import root_at
from projections.evidence.returned import go_on
from projections.evidence.tree import read_tree

_NEWEST = "SELECT coalesce(max(position), 0) FROM public.events"
_HOLD = "SELECT public.scoresheet_hold_log(%s)"
_DECIDE = "UPDATE public.append_turn SET held_because = %(why)s WHERE held_because IS DISTINCT FROM %(why)s"


def doubt(connection: Connection, folder: KeyFolder) -> str | None:
    """Why the log is not the one that was noted, in a sentence without its point; None where it is that one, grown.
    `connection` is in a transaction. Raises LogKeyError."""
    noted = folder.noted()
    if noted is None or noted.size == 0:
        return None
    row = connection.execute(_NEWEST).fetchone()
    newest = 0 if row is None else int(row[0])
    if newest < noted.size:
        gone = noted.size - newest
        return f"the log has {newest} events, and had {noted.size}: {gone} acknowledged positions are gone from it"
    if root_at(connection, noted.size) != noted.root:
        return f"among the first {noted.size} events of the log is another than there was"
    return None


def settle(connection: Connection, folder: KeyFolder) -> str | None:
    """Holds the log or lets go of it, by whether it is the one that was noted; why it is held. `connection` is the
    owner's. Raises LogKeyError."""
    with connection.transaction():
        why = doubt(connection, folder)
        connection.execute(_DECIDE, {"why": why})
        if why is None:
            go_on(connection)
    return why


def let_go(connection: Connection) -> None:
    """The operator has decided. `connection` is the owner's."""
    connection.execute(_DECIDE, {"why": None})


def note(connection: psycopg.Connection, folder: KeyFolder) -> None:
    """Notes how far the log is, or holds it where it is another one; what stood still goes on where all is back.
    `connection` is autocommitting, in the signer's role. Raises LogKeyError."""
    with folder.locked(), connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        noted = folder.noted()
        if noted is None:
            return
        why = doubt(connection, folder)
        if why is not None:
            connection.execute(_HOLD, (why,))
            return
        go_on(connection)
        tree = read_tree(connection)
        if tree.size > noted.size:
            folder.note(Head(noted.origin, tree.size, tree.root(tree.size)))
