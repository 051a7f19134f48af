"""How many replays of whole histories run at once: a few, so that readers of the tables never wait for them.

Each kind of caller has turns of its own, so that nobody without a key keeps a director from a preview. Within a kind
callers have their turns one after the other, however many of theirs wait, and none has more than half of the places.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from threading import Condition, local

from api.http.problems import TRY_LATER, Problem
from domain.journal import abandonment

LOOKS_SECONDS = 0.2
"""How often anyone who waits for a turn looks whether their caller has left."""


class ReplayThrottle:
    """At most `at_once` have their turn and `waiting` wait for it, so that they never take all threads."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._free = at_once
        self._places = at_once + waiting
        self._share = -(-self._places // 2)
        self.present: dict[str, int] = {}
        """How many each caller has who have a turn or wait for one."""
        self._lines: dict[str, deque[object]] = {}
        self._changed = Condition()
        self._own = local()

    @contextmanager
    def turn(self, caller: str = "") -> Iterator[None]:
        """Waits for a turn and has it; anyone who has one needs no other within it. Raises Problem (503) where too many
        wait already, be it this caller's own, and Abandoned where the caller has left meanwhile."""
        if getattr(self._own, "has_turn", False):
            yield
            return
        self._admit(caller)
        try:
            self._await_turn(caller)
            try:
                abandonment.require_wanted()
                self._own.has_turn = True
                yield
            finally:
                self._own.has_turn = False
                self._let_go()
        finally:
            self._leave(caller)

    def _admit(self, caller: str) -> None:
        with self._changed:
            of_caller = self.present.get(caller, 0)
            if sum(self.present.values()) >= self._places or of_caller >= self._share:
                raise Problem(TRY_LATER, "Too many ask for what takes long; what is now is always at hand.")
            self.present[caller] = of_caller + 1

    def _await_turn(self, caller: str) -> None:
        request = object()
        with self._changed:
            line = self._lines.setdefault(caller, deque())
            line.append(request)
            try:
                while not (self._free and next(iter(self._lines.values()))[0] is request):
                    self._changed.wait(LOOKS_SECONDS)
                    abandonment.require_wanted()
                self._free -= 1
            finally:
                line.remove(request)
                del self._lines[caller]
                if line:  # the caller's next ones come after everybody else's first
                    self._lines[caller] = line
                self._changed.notify_all()

    def _let_go(self) -> None:
        with self._changed:
            self._free += 1
            self._changed.notify_all()

    def _leave(self, caller: str) -> None:
        with self._changed:
            self.present[caller] -= 1
            if not self.present[caller]:
                del self.present[caller]


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of one caller, who is of that kind."""

    of_kind: Mapping[str, ReplayThrottle]
    kind: str = "anonymous"
    caller: str = ""

    def of(self, kind: str, caller: str) -> "Turns":
        """Those of that caller."""
        return replace(self, kind=kind, caller=caller)

    def turn(self) -> AbstractContextManager[None]:
        """As `ReplayThrottle.turn` gives it."""
        return self.of_kind[self.kind].turn(self.caller)
