"""Boards as a line of Snowie has them: GNU Backgammon writes one in place of a play that was illegal (GAM-7) [4.2.3].

Its fields end with the bar of the side that is not on roll, points 1 to 24 as the side on roll counts them, with the
other side's checkers below 0, the bar of the side on roll, and the dice. The fields before say nothing of the board.
"""

import re

from domain.backgammon.checkers import BAR, Position, across, faults_of, with_the_rest_off

_FIELDS = re.compile(r"(?:.*;)?((?:-?\d{1,2};){28})", re.ASCII | re.DOTALL)
_BEFORE = "0;0;0;1;0;White;Black;0;0;0;1;0;"
"""No length, names that programs give when they know none, no score, and the cube in the middle at 1."""


def read_snowie(text: str) -> Position:
    """The board, as the side on roll sees it. Raises ValueError for what is none."""
    found = _FIELDS.fullmatch(text.strip())
    if found is None:
        raise ValueError("this is no line of Snowie")
    others_bar, *points, bar, _, _ = map(int, found[1].rstrip(";").split(";"))
    mine = {point: count for point, count in enumerate(points, 1) if count > 0}
    theirs = {across(point): -count for point, count in enumerate(points, 1) if count < 0}
    board = Position(with_the_rest_off({**mine, BAR: abs(bar)}), with_the_rest_off({**theirs, BAR: abs(others_bar)}))
    if faults := faults_of(board):
        raise ValueError(f"this is no board: {faults[0]}")
    return board


def written_snowie(board: Position) -> str:
    """The line of that board, as the side on roll sees it, without dice."""
    points = [board.mine[point] or -board.theirs[across(point)] for point in range(1, BAR)]
    return _BEFORE + "".join(f"{count};" for count in (-board.theirs[BAR], *points, board.mine[BAR], 0, 0))
