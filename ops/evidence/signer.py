"""Signs the tree over the log, and refuses where it is not the tree that was signed before, grown."""

from collections.abc import Sequence
from dataclasses import dataclass

import psycopg

from domain.evidence import checkpoints
from domain.evidence.checkpoints import Checkpoint, checkpoint_in
from domain.evidence.keys import SigningKey
from domain.evidence.notes import Note, Signature, parse
from domain.evidence.origins import is_of
from ops.errors import LogForkedError, LogKeyError
from ops.evidence.key_folder import Head, KeyFolder
from ops.evidence.standby import held_size
from ops.evidence.witnesses import Witnesses
from projections.evidence.tree import SIGNED, Tree, read_tree

_SIGNED = "SELECT EXISTS (SELECT FROM public.checkpoints WHERE origin = %s AND size = %s)"
_ANY_KEY = "SELECT EXISTS (SELECT FROM public.log_keys)"
_KEEP = "SELECT public.scoresheet_keep_checkpoint(%s, %s, %s, %s)"
_KEEP_KEY = "SELECT public.scoresheet_keep_log_key(%s, %s, %s)"
_KEEP_COSIGNATURE = "SELECT public.scoresheet_keep_cosignature(%s, %s, %s)"
_NEWEST = f"{SIGNED} ORDER BY number DESC LIMIT 1"
_RESTART = "find out why first, and put back what is missing; else run scoresheet log restart"


@dataclass(frozen=True, slots=True)
class Signing:
    """The way the log is signed: with the key in the folder, for the log whose first origin that is, by ML-DSA-44 as
    well where that is wanted, and below that by witnesses; only as far as the `standby` at that address has it."""

    folder: KeyFolder
    origin: str
    by_ml_dsa: bool = False
    witnesses: Witnesses | None = None
    standby: str = ""


def sign(connection: psycopg.Connection, signing: Signing) -> Checkpoint | None:
    """Signs the tree as far as it has grown; None where that was done before, or nothing is recorded yet.

    What is signed is noted in the folder first, so that a signature that leaves this program is never forgotten; where
    it is killed before the checkpoint is kept, the next one goes on from there. Witnesses have a few seconds to cosign.
    `connection` is autocommitting, in the signer's role. Raises LogForkedError, LogKeyError.
    """
    with signing.folder.locked():
        note = _signed(connection, signing)
        if note is None:
            return None
        checkpoint = checkpoint_in(note)
        cosigned = () if signing.witnesses is None else signing.witnesses.collect(note, read_tree(connection))
        with connection.transaction():
            connection.execute(_KEEP, (checkpoint.origin, checkpoint.size, checkpoint.root, note.content))
            _keep_cosignatures(connection, checkpoint, cosigned)
        return checkpoint


def ask_again(connection: psycopg.Connection, witnesses: Witnesses) -> None:
    """Asks the witnesses that have not cosigned the newest checkpoint, and keeps what they sign."""
    row = connection.execute(_NEWEST).fetchone()
    note = None if row is None else parse(row[3])
    if note is None or not witnesses.missing(note):
        witnesses.faults = {}
        return
    cosigned = witnesses.collect(note, read_tree(connection), all_of_them=True)
    _keep_cosignatures(connection, checkpoint_in(note), cosigned)


def _signed(connection: psycopg.Connection, signing: Signing) -> Note | None:
    """The signed tree, noted in the folder; None where it was signed before."""
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        tree = read_tree(connection)
        if tree.size == 0:
            return None
        key, head = _key(connection, signing.folder, signing.origin)
        _require_grown(head, tree)
        size = held_size(signing.standby, tree) if signing.standby else tree.size
        if size < max(head.size, 1) or _is(connection, _SIGNED, head.origin, size):
            return None
        checkpoint = Checkpoint(head.origin, size, tree.root(size))
        signing.folder.keep_head(Head(head.origin, checkpoint.size, checkpoint.root))
        for verifier in (key.verifier, *((key.ml_dsa_verifier,) if signing.by_ml_dsa else ())):
            connection.execute(_KEEP_KEY, (head.origin, verifier.text, head.size))
        return checkpoints.sign(checkpoint, key, by_ml_dsa=signing.by_ml_dsa)


def _keep_cosignatures(connection: psycopg.Connection, checkpoint: Checkpoint, signatures: Sequence[Signature]) -> None:
    for signature in signatures:
        connection.execute(_KEEP_COSIGNATURE, (checkpoint.origin, checkpoint.size, signature.line))


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
