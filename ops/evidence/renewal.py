"""A new key for the log, or a new log after an older backup was restored or the key was lost.

Either is an event first, and then the key in the folder. Where it is killed between the two, nothing is signed with
what is half renewed, and the same command goes on.
"""

import psycopg

from domain.application.requests import CommandOrigin, of_federation
from domain.evidence.handovers import hand_over
from domain.evidence.keys import VerifierKey
from domain.evidence.origins import next_origin
from domain.federation.decide import Command, RestartLog, RotateLogKey
from domain.importing.clerk import COMMAND_LINE, Log
from domain.ports.command_handling import command_id, request_digest
from ops.errors import LogKeyError
from ops.evidence.fork_guard import knows, let_go
from ops.evidence.key_folder import Head, KeyFolder

_LAST = "SELECT origin, size, root FROM public.checkpoints ORDER BY number DESC LIMIT 1"


def rotate(log: Log, folder: KeyFolder) -> VerifierKey:
    """Makes a new key for the same log and hands over to it; the new key. Raises LogKeyError."""
    with folder.locked():
        key, head = folder.key(), folder.head()
        if key is None or head is None or key.name != head.origin:
            raise LogKeyError(f"no key in {folder.path} can hand over; scoresheet log restart begins again")
        new = folder.next_key(head.origin).verifier
        note = hand_over(head.origin, key, new)
        _record(
            log, new.text, RotateLogKey(origin=head.origin, verifier_key=new.text, signed_note=note.content.decode())
        )
        folder.take_next_key()
        return new


def restart(log: Log, connection: psycopg.Connection, folder: KeyFolder) -> Head:
    """Begins a log of a new origin, with a new key, and records what the former one had signed last; that head. Lets go
    of a log that was held. Where it began already, and a backup from before that was put back once more, the same
    begins in this log too: nothing was signed in it. `connection` is the owner's. Raises LogKeyError where nothing was
    signed yet."""
    with folder.locked():
        head = folder.head() or _last_signed(connection)
        if head is None:
            raise LogKeyError("nothing was signed yet, so there is no log to begin again")
        former = None if head.size or knows(connection, head.origin) else _last_signed(connection)
        origin = next_origin(head.origin) if former is None else head.origin
        head = former or head
        folder.next_key(origin)
        let_go(connection)
        connection.commit()
        _record(
            log,
            origin,
            RestartLog(origin=origin, former_origin=head.origin, former_size=head.size, former_root=head.root.hex()),
        )
        folder.take_next_key()
        folder.keep_head(Head(origin))
        return head


def _last_signed(connection: psycopg.Connection) -> Head | None:
    row = connection.execute(_LAST).fetchone()
    return None if row is None else Head(*row)


def _record(log: Log, key: str, command: Command) -> None:
    """Records it once, however often it is tried."""
    asked = CommandOrigin(
        command_id(COMMAND_LINE.key, f"log/{key}"),
        request_digest(key, command.model_dump_json().encode()),
        COMMAND_LINE,
    )
    log.execute(of_federation(asked, command))
