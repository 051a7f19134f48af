"""Lines of persons who were erased: what the list calls them is known no more, so their lines are known by all else
that is in them.

Any name that means nobody is taken for theirs there, whatever it is: so nothing answers whether a name was theirs.
"""

from collections.abc import Callable, Sequence

from domain.importing.match_lists.alignment import align
from domain.importing.match_lists.club_list import Row

_SOMEBODY = "?"


def with_the_forgotten(
    rows: Sequence[Row], said: Sequence[Row], is_new: Callable[[str], bool], is_erased: Callable[[str], bool]
) -> list[Row]:
    """The rows, of which those name the erased that are the lines said of them before."""
    erased = set(filter(is_erased, {player for row in said for player in row[1:3]}))
    if not erased:
        return list(rows)
    before = [_masked(row, erased.__contains__) for row in said]
    now = [_masked(row, is_new) for row in rows]
    line_of = align(before, now)
    return [
        _as_said(row, said[line_of[place]], is_new, erased.__contains__) if place in line_of else row
        for place, row in enumerate(rows)
    ]


def _masked(row: Row, which: Callable[[str], bool]) -> Row:
    winner, loser = (_SOMEBODY if which(player) else player for player in row[1:3])
    return row._replace(winner=winner, loser=loser)


def _as_said(row: Row, said: Row, is_new: Callable[[str], bool], is_erased: Callable[[str], bool]) -> Row:
    """The row with the erased of that line where it names somebody new: on the same side, or on the other where only
    that one is theirs."""
    left = [player for player in said[1:3] if is_erased(player)]
    sides = list(row[1:3])
    for side, (player, former) in enumerate(zip(row[1:3], said[1:3], strict=True)):
        if is_new(player) and left:
            sides[side] = former if former in left else left[0]
            left.remove(sides[side])
    return row._replace(winner=sides[0], loser=sides[1])
