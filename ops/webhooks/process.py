"""The process that delivers to webhooks: the only one that talks to strangers of itself, and that opens their secrets.

Each webhook has one request under way at most, in a thread of its own: a receiver that is slow or away keeps nobody
else waiting. One process delivers, others stand by.
"""

import logging
import threading
import time
from collections.abc import Callable, Collection
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from typing import Any, Protocol

import psycopg
from psycopg import Connection
from psycopg_pool import ConnectionPool, PoolTimeout

from domain.webhooks.decide import MOST_ENABLED
from ops.mails.process import send_all
from ops.mails.sending import Sender as MailSender
from ops.mails.server import MailServer
from ops.pushes.sending import Sender as PushSender
from ops.webhooks import deliveries
from ops.webhooks.deliveries import Due
from ops.webhooks.delivering import Delivering, Pool
from ops.webhooks.sending import Sender
from projections.workers.processes import set_by_signals

logger = logging.getLogger(__name__)

CONNECTIONS = 8
POLL_SECONDS = 1.0
STAND_BY_SECONDS = 0.5
GRACE_SECONDS = 3.0
_LEAD = "SELECT pg_try_advisory_lock(hashtextextended('scoresheet webhooks', 0))"
_LISTEN = "LISTEN scoresheet_projected; LISTEN scoresheet_webhooks"
_OF_INTEREST = ("feeds", "")
"""What is told when the feeds have moved on, and when webhooks have changed."""
_AWAY = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.errors.UndefinedTable, PoolTimeout)
"""The database can't be reached, or has no feeds yet: to be tried again."""


class Job(Protocol):
    """Instructions of the service for its parts; `webhook_key` opens secrets, in hexadecimal digits, and `mail` is the
    server that mails to players are handed to; push services can write to `push_contact`, where any are used."""

    @property
    def database_url(self) -> str: ...
    @property
    def webhook_key(self) -> str | None: ...
    @property
    def mail(self) -> MailServer | None: ...
    @property
    def push_contact(self) -> str: ...


def run(job: Job) -> None:
    """Entry point: delivers until SIGTERM or SIGINT."""
    deliver(job, set_by_signals())


def deliver(job: Job, stop: threading.Event) -> None:
    """Delivers to webhooks, and sends messages to players, until `stop` is set."""
    key = bytes.fromhex(job.webhook_key or "")
    if job.mail is not None:
        _begin_sending(job, key, "mails", partial(MailSender, job.mail), stop)
    if job.push_contact:
        _begin_sending(job, key, "pushes", partial(PushSender, job.push_contact, key), stop)
    deliver_all(job.database_url, key, stop, _say)


def _begin_sending(
    job: Job, key: bytes, name: str, sender: Callable[[], MailSender | PushSender], stop: threading.Event
) -> None:
    send = partial(send_all, job.database_url, key, sender, stop)
    threading.Thread(target=send, name=name, daemon=True).start()


def deliver_all(
    conninfo: str,
    private_key: bytes,
    stop: threading.Event,
    report: Callable[[str], None],
    sender: Callable[..., Sender] = Sender,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> None:
    """Delivers to all webhooks until `stop` is set. `report` is told in a line what keeps it from that; `sender` makes
    what sends, for the origins that may be of any kind."""
    settings = {"autocommit": True, "connect_timeout": 3}
    pool: Pool = ConnectionPool(
        conninfo, kwargs=settings, configure=_hurried, min_size=1, max_size=CONNECTIONS, open=False
    )
    with pool:
        while not stop.is_set():
            try:
                with psycopg.connect(conninfo, autocommit=True, connect_timeout=10) as connection:
                    if _leads(connection, stop):
                        with closing(sender(deliveries.named_origins(connection))) as sending:
                            work = Delivering(pool, private_key, sending, clock)
                            _Dispatcher(connection, work, stop, report, clock).run()
            except _AWAY as fault:
                report(" ".join(str(fault).split()) or type(fault).__name__)
                stop.wait(POLL_SECONDS)


def _hurried(connection: Connection[Any]) -> None:
    """It does not wait for the disk: of what was delivered in the last moments of a server that crashes, some is
    delivered once more, and its entries have the ids they had."""
    connection.execute("SET synchronous_commit TO off")


def _leads(connection: Connection[Any], stop: threading.Event) -> bool:
    """Waits until no other process delivers; False where it is to stop before that."""
    while not stop.is_set():
        row = connection.execute(_LEAD).fetchone()
        if row and row[0]:
            return True
        stop.wait(STAND_BY_SECONDS)
    return False


class _Dispatcher:
    """Begins what is due, and waits for news."""

    def __init__(
        self,
        connection: Connection[Any],
        work: Delivering,
        stop: threading.Event,
        report: Callable[[str], None],
        clock: Callable[[], datetime],
    ) -> None:
        self._connection = connection
        self._work = work
        self._stop = stop
        self._report = report
        self._clock = clock
        self._under_way: dict[Any, threading.Thread] = {}
        self._lock = threading.Lock()
        self._news = 0
        self._to_try: Collection[Any] = ()
        self._is_over = False

    def run(self) -> None:
        """Until it is to stop. Raises psycopg's errors."""
        self._connection.execute(_LISTEN)
        try:
            while not self._stop.is_set():
                self._begin()
                self._wait()
        finally:
            self._end()

    def _end(self) -> None:
        """Nothing more is begun here, so that anyone who goes on finds little under way."""
        self._is_over = True
        end = time.monotonic() + GRACE_SECONDS
        for thread in list(self._under_way.values()):
            thread.join(max(0.0, end - time.monotonic()))

    def _wait(self) -> None:
        """Until the feeds have moved on, or webhooks are others; no longer than until something may be tried again."""
        news = self._connection.notifies(timeout=POLL_SECONDS)
        next((one for one in news if one.payload in _OF_INTEREST), None)
        news.close()

    def _begin(self) -> None:
        with self._lock:
            self._news += 1
        self._to_try = deliveries.to_try(self._connection)
        for one in deliveries.due(self._connection)[:MOST_ENABLED]:
            if self._is_time(one) or one.webhook in self._to_try:
                self._take_on(one)

    def _is_time(self, one: Due) -> bool:
        return one.next_at is None or one.next_at <= self._clock()

    def _take_on(self, one: Due) -> None:
        with self._lock:
            if one.webhook not in self._under_way:
                thread = threading.Thread(target=partial(self._follow, one), daemon=True)
                self._under_way[one.webhook] = thread
                thread.start()

    def _follow(self, one: Due) -> None:
        """Delivers until there was no news since it was last looked for some."""
        seen = 0
        while self._has_news(one, seen):
            seen = self._news
            self._deliver(one)

    def _has_news(self, one: Due, seen: int) -> bool:
        """If there is none the webhook is not under way any more: what comes from now on takes it on again."""
        with self._lock:
            goes_on = seen != self._news and not self._is_over
            if not goes_on:
                del self._under_way[one.webhook]
            return goes_on

    def _deliver(self, one: Due) -> None:
        """Batch by batch, until there is none or one was not accepted; before them what tries the receiver."""
        try:
            if one.webhook in self._to_try:
                self._work.test(one.webhook)
            while not self._is_over and (found := self._work.next(one.webhook)) is not None and self._is_time(found):
                delivered = self._work.deliver(found)
                if delivered.is_last or not delivered.is_accepted:
                    break
        except _AWAY as fault:
            self._report(" ".join(str(fault).split()) or type(fault).__name__)
        except Exception:  # one fault must not end what all receivers wait for
            logger.exception("webhooks: a delivery failed")


def _say(line: str) -> None:
    logger.warning("webhooks: %s", line)
