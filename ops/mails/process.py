"""Messages to players are sent, one after the other, beside what is delivered to webhooks: only there is the key that
opens them. Those by mail and those by web push wait in one queue; a thread for each way takes its own."""

import logging
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, Protocol

import psycopg
from psycopg.rows import namedtuple_row

from ops.mails.handing import Handed
from ops.mails.text import Message, opened

logger = logging.getLogger(__name__)

POLL_SECONDS = 2.0
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (5, 30, 120, 300, 600))
"""After the first attempt, after the second, and so on; the last of them again and again."""
LASTS = {
    "match": timedelta(minutes=30),
    "confirmation": timedelta(days=1),
    "login": timedelta(minutes=15),
    "login-address": timedelta(days=1),
    "login-changed": timedelta(days=1),
}
"""For so long a message is tried: who plays where is no news after that, and a link to log in is good no longer."""
MOST = 200
_LEAD = "SELECT pg_try_advisory_lock(hashtextextended('scoresheet mails ' || %s, 0))"
_DUE = "SELECT * FROM public.scoresheet_mails_to_send(%s, %s)"
_BEGIN = "SELECT public.scoresheet_begin_mail(%s)"
_END = "SELECT public.scoresheet_end_mail(%s, %s, %s, %s)"
_UNCLEAR = "SELECT public.scoresheet_unclear_mails(%s)"
_LISTEN = "LISTEN scoresheet_mails"

Connection = psycopg.Connection[Any]


class Due(NamedTuple):
    """A message that is to be sent: sealed, with what opens it."""

    id: Any
    kind: str
    digest: bytes
    address: bytes
    content: bytes
    tries: int
    made_at: datetime


class Sender(Protocol):
    """Hands messages over by one way."""

    @property
    def way(self) -> str:
        """Its name in the queue."""

    def send(self, message: Message) -> Handed:
        """Hands it over, once."""

    def close(self) -> None:
        """Ends the connections that are open."""


def send_all(
    conninfo: str,
    private_key: bytes,
    sender: Callable[[], Sender],
    stop: threading.Event,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> None:
    """Sends by one way until `stop` is set. One process sends, others stand by."""
    while not stop.is_set():
        try:
            with psycopg.connect(conninfo, autocommit=True, connect_timeout=10) as connection:
                _send_from(connection, private_key, sender, stop, clock)
        except (psycopg.OperationalError, psycopg.InterfaceError) as fault:
            logger.warning("mails: %s", " ".join(str(fault).split()) or type(fault).__name__)
            stop.wait(POLL_SECONDS)
        except Exception:  # one fault must not end what all players wait for
            logger.exception("mails: failed")
            stop.wait(POLL_SECONDS)


def _send_from(
    connection: Connection,
    private_key: bytes,
    sender: Callable[[], Sender],
    stop: threading.Event,
    clock: Callable[[], datetime],
) -> None:
    with closing(sender()) as first:
        way = first.way
    while not _leads(connection, way):
        if stop.wait(POLL_SECONDS):
            return
    connection.execute(_UNCLEAR, (way,))
    connection.execute(_LISTEN)
    while not stop.is_set():
        with closing(sender()) as sending:
            send_due(connection, private_key, sending, clock)
        news = connection.notifies(timeout=POLL_SECONDS)
        next(news, None)
        news.close()


def _leads(connection: Connection, way: str) -> bool:
    row = connection.execute(_LEAD, (way,)).fetchone()
    return bool(row and row[0])


def send_due(connection: Connection, private_key: bytes, sender: Sender, clock: Callable[[], datetime]) -> None:
    """Sends what is due, each message once at most."""
    with connection.cursor(row_factory=namedtuple_row) as cursor:
        found = [Due(*row) for row in cursor.execute(_DUE, (sender.way, MOST)).fetchall()]
    for one in found:
        if one.made_at + LASTS[one.kind] <= clock():
            connection.execute(_END, (one.id, "late", "", None))
        else:
            _send(connection, one, private_key, sender, clock)


def _send(connection: Connection, one: Due, private_key: bytes, sender: Sender, clock: Callable[[], datetime]) -> None:
    row = connection.execute(_BEGIN, (one.id,)).fetchone()
    if not (row and row[0]):
        return
    message = opened(str(one.id), one.digest, one.address, one.content, private_key, clock())
    handed = Handed("refused", "sealed for another key") if message is None else sender.send(message)
    again_at = _again_at(one, handed, clock()) if handed.outcome == "again" else None
    state = "waiting" if handed.outcome == "again" else handed.outcome
    connection.execute(_END, (one.id, state, handed.why, again_at))


def _again_at(one: Due, handed: Handed, now: datetime) -> datetime:
    """After a pause, and at most when it is no news any more: however long a receiver asks to wait, it is kept no
    longer."""
    pause = max(PAUSES[min(one.tries, len(PAUSES) - 1)], handed.asked_for)
    lasts = one.made_at + LASTS[one.kind]
    return lasts if pause > LASTS[one.kind] else min(now + pause, lasts)
