"""Reads that nobody waits for any more, or that have spent their budget of time, are given up: before each query, and
between the pages of the log and the commands that they go through."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_gone: ContextVar[Callable[[], bool] | None] = ContextVar("gone", default=None)
_until: ContextVar[float | None] = ContextVar("until", default=None)


class Abandoned(Exception):  # noqa: N818 -- not a fault
    """Anyone who wanted to read has left."""


class BudgetSpent(Exception):  # noqa: N818 -- not a fault
    """The read has taken as long as one may."""


def given_up_when(gone: Callable[[], bool] | None) -> None:
    """Gives up reads from here on, also in threads begun from here, once that is so. None: never."""
    _gone.set(gone)


def given_up_after(seconds: float) -> None:
    """Gives up reads from here on, also in threads begun from here, after so many seconds."""
    _until.set(time.monotonic() + seconds)


def never_given_up() -> None:
    """Gives up no read from here on."""
    _gone.set(None)
    _until.set(None)


def is_spent() -> bool:
    """Whether the read has taken as long as it may."""
    until = _until.get()
    return until is not None and time.monotonic() >= until


def require_wanted() -> None:
    """Raises Abandoned where anyone who wanted to read has left, and BudgetSpent where the read has taken too long."""
    gone = _gone.get()
    if gone is not None and gone():
        raise Abandoned("nobody waits for it any more")
    if is_spent():
        raise BudgetSpent("the read has taken as long as one may")


@contextmanager
def wanted_by_others() -> Iterator[None]:
    """Within it nothing is given up: others will use what comes of it."""
    tokens = _gone.set(None), _until.set(None)
    try:
        yield
    finally:
        _gone.reset(tokens[0])
        _until.reset(tokens[1])
