"""Moves of checkers (GAM-1): the plays of a roll [room 2 to room 8]."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from domain.backgammon.checkers import BAR, HOME, OFF, Checkers, Position, across, highest

Roll = tuple[int, int]
"""What two dice show."""


class Step(NamedTuple):
    """One checker moved by one die, from a place to a place."""

    start: int
    end: int


Steps = tuple[Step, ...]
Plays = Mapping[Position, Steps]
"""What the board can be after a play, and one way to come there."""


@lru_cache(maxsize=1024)
def plays(position: Position, roll: Roll) -> Plays:
    """Every play of that roll: the board after it, as the same side sees it. Where nothing can be moved the board as it
    is.

    GAM-1, room 2: the player chooses the order of the dice, but "all possible moves must be made", the larger number
    if only one of both can be; a number that can't be played "expires".
    """
    runs = [_play_in_order(position, dice) for dice in orders(roll)]
    most = max(count for count, _ in runs)
    full = [found for count, found in runs if count == most]
    return full[0] if most < 2 else {after: steps for found in reversed(full) for after, steps in found.items()}


def orders(roll: Roll) -> Sequence[tuple[int, ...]]:
    """The dice in each order in which they can be played, the larger first. GAM-1, room 4: of doubles "the number of
    possible moves is doubled"."""
    larger, smaller = max(roll), min(roll)
    return ((larger,) * 4,) if larger == smaller else ((larger, smaller), (smaller, larger))


def boards_on_the_way(position: Position, roll: Roll) -> frozenset[Position]:
    """The boards on which some of the dice of a roll have been played, or none."""
    return frozenset(board for dice in orders(roll) for found in _levels(position, dice) for board in found)


def _play_in_order(position: Position, dice: Sequence[int]) -> tuple[int, dict[Position, Steps]]:
    """The number of dice that can be played in that order, and where that leads."""
    return list(enumerate(_levels(position, dice)))[-1]


def _levels(position: Position, dice: Sequence[int]) -> Iterator[dict[Position, Steps]]:
    """The boards after none of the dice, after the first, and so on, as far as they can be played in that order."""
    found: dict[Position, Steps] = {position: ()}
    yield found
    for die in dice:
        further: dict[Position, Steps] = {}
        for reached, steps in found.items():
            for step in single_steps(reached, die):
                further.setdefault(after_step(reached, step), (*steps, step))
        if not further:
            return
        found = further
        yield found


def single_steps(position: Position, die: int) -> Iterator[Step]:
    """Where one checker can be moved by that number.

    GAM-1, room 6: a checker on the bar enters before "any other moves", or nothing is moved.
    """
    mine, theirs = position
    if mine[BAR]:
        if theirs[die] < 2:
            yield Step(BAR, BAR - die)
        return
    for start in range(die + 1, BAR):
        if mine[start] and theirs[BAR - start + die] < 2:
            yield Step(start, start - die)
    yield from _bearing_off(mine, die)


def _bearing_off(mine: Checkers, die: int) -> Iterator[Step]:
    """GAM-1, room 7: when all are in "the last 6 points". Room 8: from the point that the number names, or from the
    highest one with checkers where the number is higher still."""
    back = highest(mine)
    if back > HOME[-1]:
        return
    if die <= back:
        if mine[die]:
            yield Step(die, OFF)
    elif back:
        yield Step(back, OFF)


def after_step(position: Position, step: Step) -> Position:
    """The board after one checker was moved. GAM-1, room 5: an opposing checker that is alone there is hit, and goes to
    the bar."""
    mine, theirs = bytearray(position.mine), position.theirs
    mine[step.start] -= 1
    mine[step.end] += 1
    if step.end and theirs[across(step.end)] == 1:
        hit = bytearray(theirs)
        hit[across(step.end)] = 0
        hit[BAR] += 1
        theirs = bytes(hit)
    return Position(bytes(mine), theirs)
