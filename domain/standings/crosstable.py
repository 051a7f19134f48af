"""The crosstable of a Swiss: each player's opponent, result and total, round by round."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal

from domain.kernel.values import Colour, Value
from domain.standings.virtual import Code, Turn


class Cell(Value):
    """One round of one entrant, as in `virtual.Turn`. `total` are the match points after it; None while it is open."""

    round: int
    code: Code | None
    opponent: int | None
    match: int | None
    total: int | None


class CrosstableLine(Value):
    """One entrant; a round without a part in it has no cell."""

    entry: int
    colour: Colour | None
    cells: tuple[Cell, ...]


class Crosstable(Value):
    """All entrants, in the order of the table."""

    kind: Literal["crosstable"] = "crosstable"
    rounds: int
    lines: tuple[CrosstableLine, ...]


def line(entry: int, colour: Colour | None, turns: Sequence[Turn]) -> CrosstableLine:
    """An entrant's line."""
    totals = accumulate(turn.points for turn in turns)
    return CrosstableLine(entry=entry, colour=colour, cells=tuple(map(_cell, turns, totals)))


def _cell(turn: Turn, total: int) -> Cell:
    return Cell.from_attributes(turn, total=None if turn.code is None else total)
