"""The players to be paired, in order, and who each would rather meet (SWI-8)."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeVar

from domain.kernel.ids import EntryNumber
from domain.kernel.values import Colour
from domain.pairing.bits import bit

Key = TypeVar("Key", bound=Hashable)
MANY = 8
"""Where those met are more than one in so many of all pairs, a table of all with all is quicker."""
DIGITS = bytes.maketrans(b"\0\1", b"01")


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
        """The opponents that the player meets first, next and last: within the window and of the other colour; within
        it; outside it."""
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


def earlier_opponents(players: Sequence[Player]) -> list[int]:
    """The earlier opponents of each player, by position; two have met if either says so.

    Raises ValueError where an entry is there twice.
    """
    position = {player.entry: here for here, player in enumerate(players)}
    if len(position) < len(players):
        raise ValueError("an entry is to be paired twice")
    many = sum(len(player.met) for player in players) * MANY > len(players) ** 2
    return _met_of_many(players) if many else _met_of_few(players, position)


def _met_of_few(players: Sequence[Player], position: Mapping[EntryNumber, int]) -> list[int]:
    """Those met, one by one."""
    sets = [0] * len(players)
    for here, player in enumerate(players):
        for entry in player.met:
            there = position.get(entry, here)
            if there != here:
                sets[here] |= bit(there)
                sets[there] |= bit(here)
    return sets


def _met_of_many(players: Sequence[Player]) -> list[int]:
    """The same by a table of all with all, a byte each: by far quicker where most have met many others."""
    entries = [player.entry for player in players]
    met = [player.met if isinstance(player.met, Set) else frozenset(player.met) for player in players]
    rows = [bytes(map(those.__contains__, entries)) for those in met]
    table = b"".join(rows)
    columns = (table[here :: len(rows)] for here in range(len(rows)))
    return [
        (_bits(row) | _bits(column)) & ~bit(here) for here, (row, column) in enumerate(zip(rows, columns, strict=True))
    ]


def _bits(marks: bytes) -> int:
    """The places of the marks that are 1 and not 0."""
    return int(marks[::-1].translate(DIGITS), 2)


def most_met(players: Sequence[Player]) -> int:
    """A number that nobody has met more of the others than, at once: two who both say so are counted twice."""
    if sum(len(player.met) for player in players) > len(players) ** 2 // 4:
        return len(players)  # on average they have met half the others: Dirac's condition fails, whatever the count
    named = Counter(entry for player in players for entry in player.met)
    return max((len(player.met) + named[player.entry] for player in players), default=0)


def _sets(keys: Iterable[Key]) -> dict[Key, int]:
    """The positions at which each key stands."""
    sets: dict[Key, int] = {}
    for position, key in enumerate(keys):
        sets[key] = sets.get(key, 0) | bit(position)
    return sets
