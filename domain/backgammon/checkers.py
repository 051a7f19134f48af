"""The board and where checkers begin (GAM-1) [room 1, room 3, nxe 3].

Each side counts the points from its own end: its checkers go from point 24 down to 1, and off. Point 6 of the one is
point 19 of the other. A side's checkers are 26 numbers: those borne off, those on points 1 to 24, those on the bar.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

Checkers = bytes
"""How many a side has in each place, as that side counts; bytes, for they are compared and hashed at once."""

OFF, BAR = 0, 25
HOME = range(1, 7)
"""The last quadrant, as its owner counts."""

CHECKERS = 15
"""What each side has."""

StartName = Literal["backgammon", "nackgammon"]


class Position(NamedTuple):
    """A board, as the side on roll sees it."""

    mine: Checkers
    theirs: Checkers

    def flip(self) -> "Position":
        """The same board as the other side sees it."""
        return Position(self.theirs, self.mine)


def checkers_on(places: Mapping[int, int]) -> Checkers:
    """A side's checkers by place. What is missing of fifteen is in no place, and not borne off either [4.2.4]."""
    return bytes(places.get(place, 0) for place in range(26))


def with_the_rest_off(places: Mapping[int, int]) -> Checkers:
    """A side's checkers by place; whatever of fifteen is in none of them is borne off."""
    return checkers_on({**places, OFF: places.get(OFF, 0) + max(0, CHECKERS - sum(places.values()))})


def _both(places: Mapping[int, int]) -> Position:
    side = checkers_on(places)
    return Position(side, side)


STARTS: Mapping[StartName, Position] = {
    "backgammon": _both({24: 2, 13: 5, 8: 3, 6: 5}),
    "nackgammon": _both({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}),
}
"""Where the checkers are as a game begins. Nackgammon has two more of each side far back (NXE-1)."""


def across(point: int) -> int:
    """A point as the other side counts it."""
    return 25 - point


def pips(checkers: Checkers) -> int:
    """The pips that a side has still to go with all of its checkers."""
    return sum(place * count for place, count in enumerate(checkers))


def is_open(position: Position, point: int) -> bool:
    """GAM-1, room 3: a point is open unless two opposing checkers or more are on it; to which nothing can be moved."""
    return position.theirs[across(point)] < 2


def highest(checkers: Checkers) -> int:
    """The place of the checker that is furthest back; 0 where none is left."""
    return next((place for place in range(BAR, OFF, -1) if checkers[place]), OFF)


def is_contact(position: Position) -> bool:
    """Whether checkers of one side have still to come past some of the other."""
    return highest(position.mine) > across(highest(position.theirs))


def faults_of(position: Position) -> list[str]:
    """The faults that make a board impossible: more checkers than a side has, or both sides' on one point."""
    crowded = [f"a side has {sum(side)} checkers" for side in position if sum(side) > CHECKERS]
    shared = [point for point in range(1, 25) if position.mine[point] and position.theirs[across(point)]]
    return crowded + [f"both sides have checkers on point {point}" for point in shared]
