"""What criteria look at: everybody's rounds, and what else the format knows of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from domain.formats.contract.account import Part
from domain.standings.buchholz import Buchholz
from domain.standings.virtual import Turn

Fact = Literal["points", "rounds", "drawn rounds", "everybody meets", "scores", "shared ranks", "lots"]
"""What a criterion needs: nothing but points; rounds that follow one another; rounds drawn by results; that everybody
meets everybody; scores in points; ranks that may be shared; lots."""


def _nothing_of_its_own(_: int) -> Mapping[str, Sequence[Part]]:
    return {}


@dataclass(frozen=True)
class Entrants:
    """`turns` are the rounds of each entrant that count, byes and walkovers that are worth something among them, and
    `rounds` how many are over. `scored` gives by entry the points that were scored in a match. `possible` are the match
    points that somebody can have at most. `buchholz` is where not everybody meets everybody. `own` is what the format's
    own rules have an entrant's number consist of, by its column; `most_tied` how many there can be at most for the
    matches between them to tell them apart, None: any number."""

    turns: Mapping[int, Sequence[Turn]]
    rounds: int
    lots: Mapping[int, int]
    scored: Callable[[int], Mapping[int, int]]
    buchholz: Buchholz | None = None
    possible: Mapping[int, int] | None = None
    own: Callable[[int], Mapping[str, Sequence[Part]]] = _nothing_of_its_own
    most_tied: int | None = None

    @cached_property
    def points(self) -> Mapping[int, int]:
        """Everybody's match points."""
        return {entry: sum(turn.points for turn in turns) for entry, turns in self.turns.items()}
