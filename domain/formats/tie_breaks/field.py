"""The data of criteria: everybody's rounds, and what else the format knows of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from domain.formats.contract.account import Part
from domain.standings.buchholz import Buchholz
from domain.standings.virtual import Turn

Fact = Literal["points", "rounds", "drawn rounds", "everybody meets", "scores", "error rates", "shared ranks", "lots"]
"""What a criterion needs: nothing but points; rounds that follow one another; rounds drawn by results; that everybody
meets everybody; scores in points; that it waits for analyses; ranks that may be shared; lots."""


def _nothing_of_its_own(_: int) -> Mapping[str, Sequence[Part]]:
    return {}


Analysed = Mapping[int, Mapping[int, int]]
"""By match, of a bout each of its matches, the error rate of each entry, in thousandths."""


def _no_error_rates(_: int) -> Analysed:
    return {}


@dataclass(frozen=True)
class Entrants:
    """`turns` are the rounds of each entrant that count, byes and walkovers that are worth something among them, and
    `rounds` how many are over. `scored` gives by entry the points that were scored in a match. `possible` are the match
    points that somebody can have at most. `buchholz` is where not everybody meets everybody. `own` is what the format's
    own rules have an entrant's number consist of, by its column; `most_tied` how many there can be at most for the
    matches between them to tell them apart, None: any number. `error_rates` are those of a match, or of the bout that
    it begins; `further` are match points that no result gives."""

    turns: Mapping[int, Sequence[Turn]]
    rounds: int
    lots: Mapping[int, int]
    scored: Callable[[int], Mapping[int, int]]
    buchholz: Buchholz | None = None
    possible: Mapping[int, int] | None = None
    own: Callable[[int], Mapping[str, Sequence[Part]]] = _nothing_of_its_own
    most_tied: int | None = None
    error_rates: Callable[[int], Analysed] = _no_error_rates
    further: Mapping[int, Sequence[Part]] = field(default_factory=dict)

    @cached_property
    def points(self) -> Mapping[int, int]:
        """Everybody's match points."""
        further = {entry: sum(part.value for part in parts) for entry, parts in self.further.items()}
        return {
            entry: sum(turn.points for turn in turns) + further.get(entry, 0) for entry, turns in self.turns.items()
        }
