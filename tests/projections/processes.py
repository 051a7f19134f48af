"""Runners as processes of their own, to be killed."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psycopg
from psycopg.conninfo import make_conninfo

from domain.journal.journal import Journal
from domain.journal.recorder import CHANNEL
from projections.engine.runner import Runner
from projections.registry.catalogue import PROJECTIONS
from tests.patience import PATIENCE_SECONDS
from tests.projections.support import of_follower

_RUN = """
import sys, threading
from projections.registry.catalogue import PROJECTIONS
from projections.engine.log import open_log
from projections.engine.runner import Runner
url, name, batch = sys.argv[1:]
Runner(url, open_log(url), PROJECTIONS[name], threading.Event(), print, int(batch)).run()
"""
_LEADERS = """
SELECT activity.application_name FROM pg_locks AS held JOIN pg_stat_activity AS activity USING (pid)
WHERE held.locktype = 'advisory' AND held.granted AND activity.application_name = ANY(%s)
AND activity.datname = current_database()
"""
_POSITION = "SELECT position FROM projections WHERE name = %s AND is_live"


@contextmanager
def runner_process(
    url: str, name: str, called: str = "runner", batch: int = 5_000
) -> Iterator["subprocess.Popen[bytes]"]:
    """A runner in a process whose connections are called so; killed at the end, if it has not been before."""
    conninfo = make_conninfo(of_follower(url, name), application_name=called)
    process = subprocess.Popen([sys.executable, "-c", _RUN, conninfo, name, str(batch)])
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def runner_thread(url: str, journal: Journal, name: str, report: Callable[[str], None] = print) -> Iterator[None]:
    """A runner in a thread of this process; asked to stop at the end."""
    stop = threading.Event()
    thread = threading.Thread(target=Runner(of_follower(url, name), journal, PROJECTIONS[name], stop, report).run)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        _wake(url)
        thread.join(PATIENCE_SECONDS)
        assert not thread.is_alive()


def _wake(url: str) -> None:
    """Runners that wait for news look at once whether they are to stop."""
    with suppress(psycopg.Error), psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_notify(%s, '')", (CHANNEL,))


def leaders(url: str, *called: str) -> list[str]:
    """Which of the connections called so hold the lock of who leads."""
    with psycopg.connect(url) as connection:
        return sorted({row[0] for row in connection.execute(_LEADERS, (list(called),))})


def position(url: str, name: str) -> int:
    """How far the projection has come; 0 where it has not begun."""
    with psycopg.connect(url) as connection:
        row = connection.execute(_POSITION, (name,)).fetchone()
    return row[0] if row else 0
