"""The stages of the states that were looked at last, shared by all who look at one. What one of them works out of a
stage is there for the others."""

from collections.abc import Sequence
from threading import Lock

from domain.tournament.derived.stage import Stage, stages_of
from domain.tournament.state import Tournament

MOST_STATES = 4
"""Derived values of a large field take some megabytes."""


class RecentStages:
    """Of a few states, and only of these very ones. May be used from any thread."""

    def __init__(self) -> None:
        self._kept: tuple[Sequence[Stage], ...] = ()
        self._changing = Lock()

    def of(self, state: Tournament) -> Sequence[Stage]:
        """The stages that have been opened, the first first."""
        with self._changing:
            found = next((one for one in self._kept if one[0].facts.state is state), None) or stages_of(state)
            others = (one for one in self._kept if one is not found)
            self._kept = (found, *others)[:MOST_STATES]
            return found
