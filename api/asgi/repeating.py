"""Work that the service does of itself, again and again, beside the requests."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

import psycopg
from psycopg_pool import PoolTimeout

from domain.journal.errors import Unavailable

logger = logging.getLogger(__name__)

_AWAY = (Unavailable, PoolTimeout, psycopg.OperationalError, psycopg.InterfaceError)


@contextmanager
def repeating(name: str, work: Callable[[], None], pause_seconds: float, *, once_more: bool = False) -> Iterator[None]:
    """Within it the work is done in a thread of that name, with a pause before each time, and has ended when this is
    left, where it is done `once_more` if that is wanted. What goes wrong is logged, and tried again."""
    end = Event()

    def try_once() -> None:
        try:
            work()
        except _AWAY:
            logger.warning("%s: the database is away", name)
        except Exception:  # one fault must not end what all tournaments wait for
            logger.exception("%s: failed", name)

    def repeat() -> None:
        while not end.wait(pause_seconds):
            try_once()
        if once_more:
            try_once()

    thread = Thread(target=repeat, name=name, daemon=True)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()
