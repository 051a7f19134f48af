"""Deliveries as the database keeps them, through the functions that the process which delivers may call."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from psycopg import Connection
from psycopg.rows import class_row

from domain.webhooks.events import DisabledBecause, Feed
from ops.webhooks.sending import Sent

_DUE = "SELECT * FROM public.scoresheet_webhooks_to_deliver()"
_DUE_ONE = "SELECT * FROM public.scoresheet_webhooks_to_deliver() WHERE webhook = %s"
_ENTRIES = "SELECT * FROM public.scoresheet_entries_to_deliver(%s, %s)"
_RESTARTS = "SELECT * FROM public.scoresheet_feed_restarts()"
_BEGIN = "SELECT public.scoresheet_begin_delivery(%s, %s, %s, %s)"
_END = "SELECT public.scoresheet_end_delivery(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
_STOP = "SELECT public.scoresheet_stop_delivery(%s, %s, %s)"
_SETTINGS = "SELECT named_origins FROM public.webhook_settings"
MOST_ENTRIES = 200


class Entry(NamedTuple):
    """An entry with its place in the log."""

    position: int
    number: int
    entry: bytes


class Reached(NamedTuple):
    """The place behind which the next batch begins."""

    log_number: int
    position: int
    number: int


@dataclass(frozen=True, slots=True)
class Due:
    """A webhook that is delivered to, and how far it is: see the table. `may_read` tells whether it still has the right
    to its feed; `secrets` are sealed, the newest first, by the ids at the same places."""

    webhook: Any
    feed: Feed
    address: str
    may_read: bool
    placed_by: int
    log_number: int
    log_position: int
    entry_number: int
    batch_position: int | None
    batch_number: int | None
    failed: int
    first_failed_at: datetime | None
    next_at: datetime | None
    secret_ids: Sequence[Any] | None
    secrets: Sequence[bytes] | None


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt: the id of its message, how many entries it held, when it began, and what became of it."""

    message: str
    entries: int
    began_at: datetime
    sent: Sent


def due(connection: Connection) -> Sequence[Due]:
    """All webhooks that are delivered to."""
    with connection.cursor(row_factory=class_row(Due)) as cursor:
        return cursor.execute(_DUE).fetchall()


def due_again(connection: Connection, one: Due) -> Due | None:
    """The same webhook as it stands now; None where it is delivered to no more."""
    with connection.cursor(row_factory=class_row(Due)) as cursor:
        return cursor.execute(_DUE_ONE, (one.webhook,)).fetchone()


def entries(connection: Connection, one: Due) -> Sequence[Entry]:
    """The next entries, up to the end of the batch that was begun, if one was."""
    return [Entry(*row) for row in connection.execute(_ENTRIES, (one.webhook, MOST_ENTRIES))]


def restarts(connection: Connection) -> Sequence[tuple[int, int]]:
    """Where the log was begun anew, and its number from there on."""
    return [(position, number) for position, number in connection.execute(_RESTARTS)]


def named_origins(connection: Connection) -> Sequence[str]:
    """The origins of receivers that may be of any kind."""
    row = connection.execute(_SETTINGS).fetchone()
    return row[0] if row else ()


def begin(connection: Connection, one: Due, last: Entry) -> bool:
    """Notes where the batch ends. False where the cursor was placed anew meanwhile."""
    row = connection.execute(_BEGIN, (one.webhook, one.placed_by, last.position, last.number)).fetchone()
    return bool(row and row[0])


def accept(connection: Connection, one: Due, attempt: Attempt, reached: Reached) -> None:
    """Notes an attempt that was accepted."""
    _end(connection, one, attempt, (*reached, None, None))


def postpone(connection: Connection, one: Due, attempt: Attempt, next_at: datetime) -> None:
    """Notes an attempt that was not accepted, and when it is tried again."""
    _end(connection, one, attempt, (None, None, None, next_at, None))


def give_up(connection: Connection, one: Due, attempt: Attempt, because: DisabledBecause) -> None:
    """Notes an attempt that was not accepted, after which nothing is tried any more."""
    _end(connection, one, attempt, (None, None, None, None, because))


def stop(connection: Connection, one: Due, because: DisabledBecause) -> None:
    """Notes that nothing is tried any more."""
    connection.execute(_STOP, (one.webhook, one.placed_by, because))


def _end(connection: Connection, one: Due, attempt: Attempt, follows: tuple[object, ...]) -> None:
    sent = attempt.sent
    told = (attempt.message, attempt.entries, attempt.began_at, sent.milliseconds)
    answered = (sent.outcome, sent.status, sent.dialled, sent.answer)
    connection.execute(_END, (one.webhook, one.placed_by, *told, *answered, *follows))
