"""Reads that nobody waits for any more are given up, between two pages of the log that they go through."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_gone: ContextVar[Callable[[], bool] | None] = ContextVar("gone", default=None)


class Abandoned(Exception):  # noqa: N818 -- not a fault
    """Whoever wanted to read has left."""


def given_up_when(gone: Callable[[], bool] | None) -> None:
    """What is read from here on, also in threads that are begun from here, is given up once that is so; None: never."""
    _gone.set(gone)


def require_wanted() -> None:
    """Raises Abandoned where whoever wanted to read has left."""
    gone = _gone.get()
    if gone is not None and gone():
        raise Abandoned("nobody waits for it any more")


@contextmanager
def wanted_by_others() -> Iterator[None]:
    """Within it nothing is given up: others will use what comes of it."""
    token = _gone.set(None)
    try:
        yield
    finally:
        _gone.reset(token)
