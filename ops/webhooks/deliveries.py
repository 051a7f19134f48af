"""Deliveries as the database keeps them, through the functions that the process which delivers may call."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from psycopg import Connection
from psycopg.rows import class_row

from domain.webhooks.events import DisabledBecause, Feed
from ops.webhooks.sending import Sent

_DUE = "SELECT * FROM public.scoresheet_webhooks_to_deliver()"
_NEXT = """
SELECT due.*,
    ARRAY(SELECT (r.position, r.epoch, r.kept_to) FROM public.scoresheet_feed_restarts() AS r
        WHERE r.epoch > due.log_number ORDER BY r.position) AS restarts,
    ARRAY(SELECT (e.position, e.number, e.entry) FROM public.scoresheet_entries_to_deliver(due.webhook, %s) AS e
        ORDER BY e.position, e.number) AS entries
FROM public.scoresheet_webhooks_to_deliver() AS due WHERE due.webhook = %s
"""
_BEGIN = "SELECT public.scoresheet_begin_delivery(%s, %s, %s, %s)"
_END = "SELECT public.scoresheet_end_delivery(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
_STOP = "SELECT public.scoresheet_stop_delivery(%s, %s, %s)"
_TESTS = "SELECT webhook FROM public.scoresheet_webhook_tests()"
_TEST = """
SELECT due.*, test.asked_by FROM public.scoresheet_webhooks_to_deliver() AS due
JOIN public.scoresheet_webhook_tests() AS test ON test.webhook = due.webhook WHERE due.webhook = %s
"""
_END_TEST = "SELECT public.scoresheet_end_test(%s, %s, %s, %s, %s, %s, %s, %s, %s)"
_SETTINGS = "SELECT named_origins FROM public.webhook_settings"
MOST_ENTRIES = 200


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
class Next(Due):
    """With what it is to be told: where the log was begun again since, its number from there on, and how far the
    former one is kept; and the entries behind its cursor, each with its position and number, up to the end of the batch
    that was begun, if one was."""

    restarts: Sequence[tuple[int, int, int]]
    entries: Sequence[tuple[int, int, bytes]]

    @property
    def is_all(self) -> bool:
        """Whether there is no more than this."""
        return not self.restarts and self.batch_position is None and len(self.entries) < MOST_ENTRIES


@dataclass(frozen=True, slots=True)
class Test(Due):
    """With the version of the event that has asked for its receiver to be tried."""

    asked_by: int


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


def following(connection: Connection, webhook: Any) -> Next | None:  # noqa: ANN401 -- a UUID, as psycopg gives it
    """The webhook as it is now, with what it is to be told; None where it is delivered to no more."""
    with connection.cursor(binary=True, row_factory=class_row(Next)) as cursor:
        return cursor.execute(_NEXT, (MOST_ENTRIES, webhook)).fetchone()


def to_try(connection: Connection) -> Collection[Any]:
    """The webhooks whose receivers are to be tried."""
    return {webhook for (webhook,) in connection.execute(_TESTS)}


def test(connection: Connection, webhook: Any) -> Test | None:  # noqa: ANN401 -- a UUID, as psycopg gives it
    """The webhook, where its receiver is to be tried."""
    with connection.cursor(binary=True, row_factory=class_row(Test)) as cursor:
        return cursor.execute(_TEST, (webhook,)).fetchone()


def end_test(connection: Connection, one: Test, attempt: Attempt) -> None:
    """Notes what became of it."""
    sent = attempt.sent
    answered = (sent.outcome, sent.status, sent.dialled, sent.answer)
    told = (attempt.message, attempt.began_at, sent.milliseconds, *answered)
    connection.execute(_END_TEST, (one.webhook, one.asked_by, *told))


def named_origins(connection: Connection) -> Sequence[str]:
    """The origins of receivers that may be of any kind."""
    row = connection.execute(_SETTINGS).fetchone()
    return row[0] if row else ()


def begin(connection: Connection, one: Due, position: int, number: int) -> bool:
    """Notes where the batch ends. False where the cursor was placed again meanwhile."""
    row = connection.execute(_BEGIN, (one.webhook, one.placed_by, position, number)).fetchone()
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
