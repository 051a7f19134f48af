"""A second, slow generator of plays, written from the source alone and after another idea: every checker by itself,
every order of the dice, every way, and only at the end what must be played. It shares nothing with
`domain/backgammon/moves.py` but the form of a board."""

from collections.abc import Iterator
from typing import NamedTuple

from domain.backgammon.checkers import Position


class Men(NamedTuple):
    """Both sides' checkers one by one, each side's by its own points: 0 is off, 25 the bar."""

    own: tuple[int, ...]
    other: tuple[int, ...]


class Way(NamedTuple):
    """The dice that were used, and where it led."""

    used: tuple[int, ...]
    men: Men


def slow_plays(position: Position, roll: tuple[int, int]) -> frozenset[Position]:
    """Every board that a play of that roll can lead to."""
    men = Men(*(tuple(place for place in range(26) for _ in range(side[place])) for side in position))
    dice = [roll[0]] * 4 if roll[0] == roll[1] else list(roll)
    ways = _ways(men, dice)
    most = max(len(way.used) for way in ways)
    longest = [way for way in ways if len(way.used) == most]
    if most == 1 and roll[0] != roll[1] and any(way.used == (max(roll),) for way in longest):
        longest = [way for way in longest if way.used == (max(roll),)]
    return frozenset(_position(way.men) for way in longest)


def _ways(men: Men, dice: list[int]) -> set[Way]:
    """All that can be done with some of the dice, be it the most or not."""
    found, open_ends = set[Way](), {Way((), men)}
    while open_ends:
        found |= open_ends
        open_ends = {further for way in open_ends for further in _further(way, dice)}
    return found


def _further(way: Way, dice: list[int]) -> Iterator[Way]:
    """That way with one more of the dice."""
    rest = list(dice)
    for die in way.used:
        rest.remove(die)
    for die in set(rest):
        for index in range(len(way.men.own)):
            after = _moved(way.men, index, die)
            if after is not None:
                yield Way((*way.used, die), after)


def _moved(men: Men, index: int, die: int) -> Men | None:
    """That checker moved by that number; None where it can't be."""
    place = men.own[index]
    if place == 0 or (25 in men.own and place != 25):
        return None
    target = place - die
    if target <= 0:
        home = max(men.own) <= 6
        exact_or_nothing_higher = target == 0 or place == max(men.own)
        return _put(men, index, 0, men.other) if home and exact_or_nothing_higher else None
    there = [one for one in men.other if 25 - one == target and one != 25 and one != 0]
    if len(there) >= 2:
        return None
    other = [25 if one in there else one for one in men.other]
    return _put(men, index, target, tuple(other))


def _put(men: Men, index: int, target: int, other: tuple[int, ...]) -> Men:
    own = [*men.own[:index], target, *men.own[index + 1 :]]
    return Men(tuple(sorted(own)), tuple(sorted(other)))


def _position(men: Men) -> Position:
    return Position(*(bytes(side.count(place) for place in range(26)) for side in men))
