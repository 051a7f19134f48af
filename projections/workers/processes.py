"""The processes that keep projections up to date: each runs until it is told to stop, and says what it does."""

import logging
import signal
import threading
from types import FrameType
from typing import Protocol

from projections.engine.log import open_log
from projections.engine.runner import Runner
from projections.registry.catalogue import PROJECTIONS

logger = logging.getLogger(__name__)


class Job(Protocol):
    """What the service tells its parts."""

    @property
    def database_url(self) -> str:
        """The database, in the service's restricted role."""


def run_tournaments(job: Job) -> None:
    """Entry point: keeps tournaments, entries, matches, standings and persons up to date until SIGTERM."""
    run(job.database_url, "tournaments")


def run_ratings(job: Job) -> None:
    """Entry point: keeps the ratings up to date until SIGTERM."""
    run(job.database_url, "ratings")


def run_feeds(job: Job) -> None:
    """Entry point: keeps the feeds up to date until SIGTERM."""
    run(job.database_url, "feeds")


def run(conninfo: str, name: str) -> None:
    """Runs one projection in this process until SIGTERM or SIGINT."""
    stop = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    log = open_log(conninfo)
    try:
        Runner(conninfo, log, PROJECTIONS[name], stop, _say).run()
    finally:
        log.close()


def _say(line: str) -> None:
    logger.warning("projections: %s", line)
