"""Who is to be paired, in order, and whom each would rather meet (SWI-8)."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from domain.kernel.ids import EntryNumber
from domain.kernel.values import Colour
from domain.pairing.bits import bit

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Player:
    """A player to be paired. `points` are match points; `met` are the entries the player has met, whether or not they
    are to be paired this time."""

    entry: EntryNumber
    points: int
    colour: Colour | None
    met: Collection[EntryNumber]


class Field:
    """The players by their position in the order, from 0; sets of them are bits."""

    def __init__(self, players: Sequence[Player], window: int) -> None:
        """`window` is the largest difference in match points between two who should meet."""
        self.window = window
        self.entries = tuple(player.entry for player in players)
        self.points = tuple(player.points for player in players)
        self.colours = tuple(player.colour for player in players)
        self._of_colour = _sets(self.colours)
        self._with_points = _sets(self.points)
        self._near = {points: self._near_to(points) for points in self._with_points}

    def wishes(self, player: int, among: int) -> tuple[int, int, int]:
        """Whom of those the player meets first, next and last: within the window and of the other colour; within the
        window; outside it."""
        near = among & self._near[self.points[player]]
        across = near & self._across(self.colours[player])
        return across, near & ~across, among & ~near

    def differ_in_colour(self, one: int, other: int) -> bool:
        """Whether one is red and the other blue."""
        return {self.colours[one], self.colours[other]} == {"red", "blue"}

    def _across(self, colour: Colour | None) -> int:
        """The players of the other colour; without a colour there are none."""
        return 0 if colour is None else self._of_colour.get("blue" if colour == "red" else "red", 0)

    def _near_to(self, points: int) -> int:
        return sum(those for other, those in self._with_points.items() if abs(other - points) <= self.window)


def met_before(players: Sequence[Player]) -> list[int]:
    """Whom of the others each player has met, by position; two have met if either says so.

    Raises ValueError where an entry is there twice.
    """
    position = {player.entry: here for here, player in enumerate(players)}
    if len(position) < len(players):
        raise ValueError("an entry is to be paired twice")
    sets = [0] * len(players)
    for here, player in enumerate(players):
        for entry in player.met:
            there = position.get(entry, here)
            if there != here:
                sets[here] |= bit(there)
                sets[there] |= bit(here)
    return sets


def most_met(players: Sequence[Player]) -> int:
    """A number that nobody has met more opponents than, at once: anyone who says so of each other is counted twice."""
    named = Counter(entry for player in players for entry in player.met)
    return max((len(player.met) + named[player.entry] for player in players), default=0)


def _sets(keys: Iterable[Key]) -> dict[Key, int]:
    """The positions at which each key stands."""
    sets: dict[Key, int] = {}
    for position, key in enumerate(keys):
        sets[key] = sets.get(key, 0) | bit(position)
    return sets
