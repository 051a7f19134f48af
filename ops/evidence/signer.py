"""Signs the tree over the log, and refuses where it is not the tree that was signed before, grown."""

import psycopg

from domain.evidence import checkpoints
from domain.evidence.checkpoints import Checkpoint
from domain.evidence.keys import SigningKey
from domain.evidence.origins import is_of
from ops.errors import LogForkedError, LogKeyError
from ops.evidence.key_folder import Head, KeyFolder
from projections.evidence.tree import Tree, read_tree

_SIGNED = "SELECT EXISTS (SELECT FROM public.checkpoints WHERE origin = %s AND size = %s)"
_ANY_KEY = "SELECT EXISTS (SELECT FROM public.log_keys)"
_KEEP = "SELECT public.scoresheet_keep_checkpoint(%s, %s, %s, %s)"
_KEEP_KEY = "SELECT public.scoresheet_keep_log_key(%s, %s, %s)"
_RESTART = "find out why first, and put back what is missing; else run scoresheet log restart"


def sign(connection: psycopg.Connection, folder: KeyFolder, setting: str) -> Checkpoint | None:
    """Signs the tree as far as it has grown; None where that was done before, or nothing is recorded yet.

    What is signed is noted in the folder first, so that a signature that leaves this program is never forgotten; where
    it is killed before the checkpoint is kept, the same one is signed again. `connection` is autocommitting, in the
    signer's role. Raises LogForkedError, LogKeyError.
    """
    with folder.locked(), connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        tree = read_tree(connection)
        if tree.size == 0:
            return None
        key, head = _key(connection, folder, setting)
        _require_grown(head, tree)
        if _is(connection, _SIGNED, head.origin, tree.size):
            return None
        checkpoint = Checkpoint(head.origin, tree.size, tree.root(tree.size))
        folder.keep_head(Head(head.origin, checkpoint.size, checkpoint.root))
        connection.execute(_KEEP_KEY, (head.origin, key.verifier.text, head.size))
        note = checkpoints.sign(checkpoint, key)
        connection.execute(_KEEP, (head.origin, checkpoint.size, checkpoint.root, note.content))
        return checkpoint


def _key(connection: psycopg.Connection, folder: KeyFolder, setting: str) -> tuple[SigningKey, Head]:
    """The key and what it signed last; both are made for a log that nobody has signed yet."""
    key, head = folder.key(), folder.head()
    if head is None and not _is(connection, _ANY_KEY):
        if key is None:
            key = folder.next_key(setting)
            folder.take_next_key()
        head = Head(key.name)
    if key is None or head is None or key.name != head.origin:
        raise LogKeyError(f"the log's key, or what it signed last, is not in {folder.path}: {_RESTART}")
    if not is_of(head.origin, setting):
        raise LogKeyError(f"the log is {head.origin} for ever; set SCORESHEET_LOG_ORIGIN to that")
    return key, head


def _require_grown(head: Head, tree: Tree) -> None:
    if head.size > tree.size:
        raise LogForkedError(f"the log has {tree.size} events, and {head.size} were signed before; {_RESTART}")
    if head.size and tree.root(head.size) != head.root:
        raise LogForkedError(f"the first {head.size} events are not those that were signed; {_RESTART}")


def _is(connection: psycopg.Connection, query: str, *arguments: object) -> bool:
    row = connection.execute(query.encode(), arguments).fetchone()
    return row is not None and bool(row[0])
