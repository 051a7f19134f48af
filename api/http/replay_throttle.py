"""How many replays of whole histories run at once: a few, so that readers of the tables never wait for them.

Each kind of caller has turns of its own, so that nobody without a key keeps a director from a preview.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import BoundedSemaphore

from api.http.problems import TRY_LATER, Problem
from domain.journal import abandonment

LOOKS_SECONDS = 0.2
"""How often whoever waits for a turn looks whether their caller has left."""


class ReplayThrottle:
    """At most `at_once` have their turn and `waiting` wait for it, so that they never take all threads. `others` are
    the turns of those kinds of callers that have their own."""

    def __init__(self, at_once: int, waiting: int, others: "Mapping[str, ReplayThrottle] | None" = None) -> None:
        self._working = BoundedSemaphore(at_once)
        self._admitted = BoundedSemaphore(at_once + waiting)
        self._others = others or {}

    def of(self, kind: str) -> "ReplayThrottle":
        """The turns of that kind of caller."""
        return self._others.get(kind, self)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Waits for a turn and has it. Raises Problem (503) where too many wait already, and Abandoned where the caller
        has left meanwhile."""
        if not self._admitted.acquire(blocking=False):
            raise Problem(TRY_LATER, "Too many ask for what takes long; what is now is always at hand.")
        try:
            while not self._working.acquire(timeout=LOOKS_SECONDS):
                abandonment.require_wanted()
            try:
                abandonment.require_wanted()
                yield
            finally:
                self._working.release()
        finally:
            self._admitted.release()
