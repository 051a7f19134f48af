"""Keeps a projection's tables up to date: one runner leads, others stand by; told of news, and asking for it too.

A batch of events is one transaction with the position in it, so each event is taken in exactly once, whatever is
killed when. What is in memory is thrown away with the connection. The database may go away: the runner says so in
a line and comes back. Losing the last transactions in a crash of the server does no harm, since position and rows
go together; so the runner does not wait for the disk.
"""

import threading
import time
from collections.abc import Callable
from contextlib import closing
from itertools import takewhile

import psycopg
from psycopg import Connection

from domain.journal.recorder import CHANNEL
from projections.engine import generations, shortened_log
from projections.engine.garbage_collection import few_collections, return_memory
from projections.engine.generations import Fenced
from projections.engine.log import Log
from projections.engine.projection import Projection, definition
from projections.engine.rebuild import ToldOtherwise, renew
from projections.engine.session import PASSING, Session
from projections.engine.shortened_log import ADVICE

RETRY_CHANNEL = "scoresheet_retry"
"""Asks the runners to try again what stands still."""

POLL_SECONDS = 1.0
"""How often the log is asked where no news have come. They come with every event, so that it finds nothing."""
STAND_BY_SECONDS = 0.25
"""How often a runner that stands by, or stands still, looks whether it may go on."""
LONGEST_REST_SECONDS = 0.05
FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 5.0
MUCH = 100
"""So many events taken in at a time need memory that is worth returning afterwards."""

_LEAD = "SELECT pg_try_advisory_lock(hashtextextended('scoresheet runner ' || %s, 0))"


class Runner:
    """Follows the log with one projection until `stop` is set. `report` gets a line for what goes wrong."""

    def __init__(
        self,
        conninfo: str,
        log: Log,
        projection: type[Projection],
        stop: threading.Event,
        report: Callable[[str], None],
        largest_batch: int | None = None,
    ) -> None:
        self._conninfo = conninfo
        self._log = log
        self._projection = projection
        self._stop = stop
        self._report = report
        self._largest_batch = largest_batch or projection.largest_batch
        self._pause_seconds = FIRST_PAUSE_SECONDS

    def run(self) -> None:
        """Returns when asked to stop. What is neither an event's fault nor a passing one is raised."""
        with few_collections():
            self._keep_running()

    def _keep_running(self) -> None:
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._conninfo, autocommit=True, connect_timeout=10) as connection:
                    self._stand_by(connection)
            except Fenced as fenced:
                self._report(f"{self._projection.name}: {fenced}; starting from the tables")
            except ToldOtherwise as fault:
                self._report(f"{self._projection.name}: {_line(fault)}; it stands still as it was")
                self._stop.wait()
            except PASSING as fault:
                self._report(f"{self._projection.name}: {_line(fault)}; again in {self._pause_seconds:g} s")
                self._stop.wait(self._pause_seconds)
                self._pause_seconds = min(self._pause_seconds * 2, LONGEST_PAUSE_SECONDS)

    def _stand_by(self, connection: Connection) -> None:
        connection.execute("SET synchronous_commit TO off")
        while not self._stop.is_set():
            leads = connection.execute(_LEAD, (self._projection.name,)).fetchone()
            if leads and leads[0]:
                self._lead(connection)
                return
            self._stop.wait(STAND_BY_SECONDS)

    def _lead(self, connection: Connection) -> None:
        connection.execute(f"LISTEN {CHANNEL}; LISTEN {RETRY_CHANNEL}")
        live = generations.live(connection, self._projection)
        if live.definition != definition(self._projection):
            self._report(f"{self._projection.name}: made by another version; renewing them")
            renew(self._conninfo, self._log, self._projection)
            live = generations.live(connection, self._projection)
        if self._stands_still(connection):
            return
        session = Session(connection, self._log, self._projection, live.generation, live.position, self._largest_batch)
        session.retry()
        self._follow(connection, session)

    def _follow(self, connection: Connection, session: Session) -> None:
        taken_since = 0
        while not self._stop.is_set():
            began = time.monotonic()
            taken = session.step()
            self._pause_seconds = FIRST_PAUSE_SECONDS
            taken_since += taken
            if taken == 0 and self._stands_still(connection):
                return
            if taken == self._largest_batch or (taken and self._goes_on(connection, session, began)):
                continue
            if taken_since >= MUCH:
                return_memory()
            taken_since = 0
            self._listen(connection, session, POLL_SECONDS, enough=1)

    def _goes_on(self, connection: Connection, session: Session, began: float) -> bool:
        """Whether there is more to take in, or news have come, after a rest. It is as long as the work took: what comes
        meanwhile makes one batch, and half of the time is others'."""
        rest = min(time.monotonic() - began, LONGEST_REST_SECONDS)
        has_news = self._listen(connection, session, max(rest, self._projection.rest_seconds))
        return has_news or not session.is_at_end or self._stop.is_set()

    def _stands_still(self, connection: Connection) -> bool:
        """Whether the log is shorter than what was taken in; says so, and returns once the tables were made again."""
        found = shortened_log.mark(connection, self._projection.name)
        if found is None:
            return False
        self._report(f"{self._projection.name}: {found.detail} {ADVICE}")
        while not self._stop.is_set() and shortened_log.mark(connection, self._projection.name) is not None:
            self._stop.wait(STAND_BY_SECONDS)
        return True

    def _listen(
        self, connection: Connection, session: Session, timeout_seconds: float, enough: int | None = None
    ) -> bool:
        # The connection is free for statements again only when the generator has ended. News end a rest, too, where
        # this is to stop.
        with closing(connection.notifies(timeout=timeout_seconds, stop_after=enough)) as told:
            news = list(takewhile(lambda _: not self._stop.is_set(), told))
        if any(each.channel == RETRY_CHANNEL for each in news):
            session.retry()
        return bool(news)


def _line(fault: Exception) -> str:
    return " ".join(str(fault).split())
