"""What a format is: one file that says what it refuses, what comes next, and what the table is.

A format knows facts and options, never events or storage. What waits, and why, is returned as data.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from domain.errors import Refused
from domain.standings.ranking import Table
from domain.standings.tally import Tally
from domain.values import Value


class Options(Value):
    """A format's settings, pinned when a tournament is announced (ALL-11).

    Each format adds its `kind` and the version of its `rules` as literals.
    """


@dataclass(frozen=True, slots=True)
class Entrant:
    """An approved entry. `withdrawn` entrants stay in every table, marked as such (ALL-7)."""

    number: int
    person: str
    withdrawn: bool


class Facts(Protocol):
    """What a format may look at."""

    @property
    def entrants(self) -> Sequence[Entrant]:
        """Everyone who was approved, by entry number."""

    @property
    def awaited(self) -> Sequence[int]:
        """The numbers of the matches that have no announced result and are not void, in order."""

    def tally(self, entry: int) -> Tally:
        """What the entry's counting matches add up to."""


@dataclass(frozen=True, slots=True)
class EnterLate:
    """Somebody wants to enter after the start."""


@dataclass(frozen=True, slots=True)
class PairThemselves:
    """Two entrants have agreed on a match of `length` points, or played it."""

    length: int


@dataclass(frozen=True, slots=True)
class CorrectMatch:
    """What a match was made with is to be corrected: its sides, where `sides` is true, and its length."""

    sides: bool
    length: int


Act = EnterLate | PairThemselves | CorrectMatch


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing can be done until these matches have their announced results."""

    matches: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing is missing: the tournament may be completed."""


Step = Wait | Done

Chosen = TypeVar("Chosen", bound=Options, contravariant=True)


class Format(Protocol[Chosen]):
    """The rules of one way to run a tournament. All methods are pure."""

    def refuse(self, options: Chosen, facts: Facts, act: Act) -> Refused | None:
        """Why the act is against the rules, or None."""

    def step(self, options: Chosen, facts: Facts) -> Step:
        """What comes next."""

    def table(self, options: Chosen, facts: Facts) -> Table:
        """The ranked table: every entrant once, each rank with its reason."""


AnyFormat = Format[Any]
