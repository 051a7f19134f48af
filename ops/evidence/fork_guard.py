"""Holds the log where it is not the one that was noted beside its key, since an older backup was put back, say.

What is noted there no backup of the database touches: the newest tree that was signed, and each second the newest that
was seen. So the events of the last seconds are missed as well, which nobody has signed yet.
"""

import psycopg
from psycopg import Connection

from domain.evidence.origins import generation_of
from domain.kernel import canonical_json
from ops.evidence.key_folder import Head, KeyFolder
from projections.evidence.examination import root_at
from projections.evidence.returned import go_on
from projections.evidence.tree import read_tree

_NEWEST = "SELECT coalesce(max(position), 0) FROM public.events"
_ERASED = """
SELECT substr(stream, length('person-') + 1), state FROM public.events
WHERE topic LIKE 'person.erased.%%' AND position > %s AND position <= %s
"""
_KNOWS = """
SELECT EXISTS (SELECT FROM public.log_keys WHERE origin = %s) OR EXISTS (
    SELECT FROM public.events
    WHERE stream = 'federation' AND topic LIKE 'federation.log-restarted.%%' AND position(%s::bytea IN state) > 0)
"""
_HOLD = "SELECT public.scoresheet_hold_log(%s)"
_DECIDE = "UPDATE public.append_turn SET held_because = %(why)s WHERE held_because IS DISTINCT FROM %(why)s"


def doubt(connection: Connection, folder: KeyFolder) -> str | None:
    """Why the log is not the one that was noted, in a sentence without its point; None where it is that one, grown.
    `connection` is in a transaction. Raises LogKeyError."""
    noted = folder.noted()
    if noted is None:
        return None
    if not knows(connection, noted.origin):
        return f"the log began again as {noted.origin}, and this one does not know of it: it is from before"
    if noted.size == 0:
        return None
    row = connection.execute(_NEWEST).fetchone()
    newest = 0 if row is None else int(row[0])
    if newest < noted.size:
        gone = noted.size - newest
        return f"the log has {newest} events, and had {noted.size}: {gone} acknowledged positions are gone from it"
    if root_at(connection, noted.size) != noted.root:
        return f"among the first {noted.size} events of the log is another than there was"
    return None


def knows(connection: Connection, origin: str) -> bool:
    """Whether the log has begun again as that, or was never called otherwise."""
    if generation_of(origin) == 1:
        return True
    row = connection.execute(_KNOWS, (origin, f'"origin":"{origin}"'.encode())).fetchone()
    return row is not None and bool(row[0])


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
        if not folder.knows_erased():
            _list_erased(connection, folder, 0, noted.size)
        if tree.size > noted.size:
            _list_erased(connection, folder, noted.size, tree.size)
            folder.note(Head(noted.origin, tree.size, tree.root(tree.size)))


def _list_erased(connection: Connection, folder: KeyFolder, after: int, upto: int) -> None:
    """Before the log is noted as far: who is erased in what was noted is listed."""
    found = {person: _recorded_at(state) for person, state in connection.execute(_ERASED, (after, upto)).fetchall()}
    if found or not folder.knows_erased():
        folder.note_erased(found)


def _recorded_at(state: bytes) -> str:
    """When the event says that it was recorded; nothing where it can't be read."""
    match canonical_json.exactly(state):
        case {"recorded_at": str(moment)}:
            return moment
        case _:
            return ""
