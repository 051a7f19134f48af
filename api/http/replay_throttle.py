"""How many replays of whole histories run at once: a few, so that readers of the tables never wait for them."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from api.http.problems import TRY_LATER, Problem


class ReplayThrottle:
    """At most `at_once` have their turn and `waiting` wait for it, so that they never take all threads."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._working = BoundedSemaphore(at_once)
        self._admitted = BoundedSemaphore(at_once + waiting)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Waits for a turn and has it. Raises Problem (503) where too many wait already."""
        if not self._admitted.acquire(blocking=False):
            raise Problem(TRY_LATER, "Too many ask for what takes long; what is now is always at hand.")
        try:
            with self._working:
                yield
        finally:
            self._admitted.release()
