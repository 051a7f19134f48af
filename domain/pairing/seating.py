"""Seating players at matches of two, those with most places first (CHM-4).

Each has so many places, is never at one match twice, and the same two may meet more than once. A player who is to be
seated can sit at any match that has a free seat, so the draw can dead-end in one way only: the next one has more
places than there are such matches. Since those with most places come first, it is enough to look at the next: each
player opens as many empty matches as that one will need.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from domain.kernel.chance import Chance

Places = Sequence[tuple[int, int]]
"""Players, each with their number of places, at least one."""


def seat(places: Places, chance: Chance) -> list[tuple[int, int]]:
    """The two at each match, in the matches' order; who was seated earlier is named first.

    Players with equally many places are seated in random order. Raises ValueError where nobody can be seated so: the
    places are odd in number, or one player has more than all others together.
    """
    total = sum(number for _, number in places)
    if total % 2 or any(2 * number > total for _, number in places):
        raise ValueError(f"no two at each match, each another: {list(places)}")
    order = sorted(chance.random_order(places), key=_most_first)
    room = _Room(list(range(total // 2)), [[] for _ in range(total // 2)])
    for (player, number), (_, following) in pairwise([*order, (0, 0)]):
        room.seat(player, number, following, chance)
    return [(first, second) for first, second in room.sides]


def _most_first(one: tuple[int, int]) -> int:
    return -one[1]


@dataclass
class _Room:
    """The matches being seated: those with both seats free, and those with one, in the order of their first player."""

    empty: list[int]
    sides: list[list[int]]
    half: list[int] = field(default_factory=list)

    def seat(self, player: int, places: int, following: int, chance: Chance) -> None:
        """Seats the player at so many matches, and leaves as many open as the following player has places."""
        to_open = places + following - len(self.empty) - len(self.half)
        opened: list[int] = []
        for still in range(places, 0, -1):
            match = self._take_seat(chance, to_open - len(opened) >= still)
            if not self.sides[match]:
                opened.append(match)
            self.sides[match].append(player)
        self.half += opened

    def _take_seat(self, chance: Chance, only_empty: bool) -> int:
        """The match of a free seat, each as likely, which leaves its list."""
        seats = 2 * len(self.empty)
        number = chance.below(seats if only_empty else seats + len(self.half))
        return self.empty.pop(number // 2) if number < seats else self.half.pop(number - seats)
