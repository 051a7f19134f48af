"""The processes that keep projections up to date: each runs until it must stop, and says what it does."""

import logging
import signal
import threading
from types import FrameType
from typing import Protocol

from projections.engine.comparing import keep_comparing
from projections.engine.log import open_log
from projections.engine.runner import Runner
from projections.registry.catalogue import PROJECTIONS

logger = logging.getLogger(__name__)


class Job(Protocol):
    """The messages of the service to its parts."""

    @property
    def database_url(self) -> str:
        """The database, in the service's restricted role."""

    @property
    def examination_days(self) -> int:
        """In how many days the tables are held against the log once."""


def run_tournaments(job: Job) -> None:
    """Entry point: keeps tournaments, entries, matches, standings and persons up to date until SIGTERM."""
    run(job.database_url, "tournaments", job.examination_days)


def run_ratings(job: Job) -> None:
    """Entry point: keeps the ratings up to date until SIGTERM."""
    run(job.database_url, "ratings", job.examination_days)


def run_feeds(job: Job) -> None:
    """Entry point: keeps the feeds up to date until SIGTERM."""
    run(job.database_url, "feeds", job.examination_days)


def run(conninfo: str, name: str, examination_days: int = 7) -> None:
    """Runs one projection in this process until SIGTERM or SIGINT, and now and then compares its tables."""
    follow(conninfo, name, examination_days, set_by_signals())


def set_by_signals() -> threading.Event:
    """The event that SIGTERM and SIGINT set from now on."""
    stop = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    return stop


def follow(conninfo: str, name: str, examination_days: int, stop: threading.Event) -> None:
    """Runs one projection until `stop` is set, and now and then compares its tables."""
    projection = PROJECTIONS[name]
    log = open_log(conninfo)
    compared = (conninfo, log, projection, examination_days, _say_wrong, stop)
    threading.Thread(target=keep_comparing, args=compared, name="comparing", daemon=True).start()
    try:
        Runner(conninfo, log, projection, stop, _say).run()
    finally:
        log.close()


def _say_wrong(line: str) -> None:
    logger.error("projections: %s", line)


def _say(line: str) -> None:
    logger.warning("projections: %s", line)
