"""A board in letters, as the first side sees it: X are its checkers, O the other's (GAM-1)."""

from collections.abc import Iterator

from domain.backgammon.checkers import BAR, OFF, across, pips
from domain.backgammon.situation import Situation

_ROWS = range(1, 6)
_UPPER = (*range(13, 19), BAR, *range(19, 25))
_LOWER = (*range(12, 6, -1), BAR, *range(6, 0, -1))


def board_lines(situation: Situation, names: tuple[str, str]) -> Iterator[str]:
    """The lines of it, with who is on roll, dice, cube, pips and checkers off."""
    yield "+13-14-15-16-17-18-+---+19-20-21-22-23-24-+"
    for row in _ROWS:
        yield _line(situation, _UPPER, row, upper=True)
    yield "|                  |BAR|                  |"
    for row in reversed(_ROWS):
        yield _line(situation, _LOWER, row, upper=False)
    yield "+12-11-10--9--8--7-+---+-6--5--4--3--2--1-+"
    sides = zip("XO", names, situation.board, situation.score, strict=True)
    for letter, name, checkers, points in sides:
        yield f"{letter} {name}: {points} points, {pips(checkers)} pips, {checkers[OFF]} off"
    yield said_moment(situation, names)


def said_moment(situation: Situation, names: tuple[str, str]) -> str:
    """The side on roll with its dice, and the place of the cube."""
    who = names[0] if situation.on_roll == "first" else names[1]
    holder = {"first": f"held by {names[0]}", "second": f"held by {names[1]}", None: "in the middle"}
    cube = f"cube {situation.cube.value} {holder[situation.cube.holder]}"
    rolled = "to roll" if situation.roll is None else f"rolled {situation.roll[0]}{situation.roll[1]}"
    does = "doubles" if situation.offered else rolled
    return f"{who} {does}; {'no cube in the Crawford game' if situation.crawford else cube}"


def _line(situation: Situation, places: tuple[int, ...], row: int, *, upper: bool) -> str:
    cells = [_cell(situation, place, row, upper=upper) for place in places]
    return f"|{''.join(cells[:6])}|{cells[6]}|{''.join(cells[7:])}|"


def _cell(situation: Situation, place: int, row: int, *, upper: bool) -> str:
    """A checker, or how many there are beyond five; on the bar the upper half is the first side's."""
    first, second = situation.board
    if place == BAR:
        count, letter = (first[BAR], "X") if upper else (second[BAR], "O")
    else:
        count, letter = (first[place], "X") if first[place] else (second[across(place)], "O")
    if row == _ROWS[-1] and count > row:
        return f"{count:2} "
    return f" {letter} " if count >= row else "   "
