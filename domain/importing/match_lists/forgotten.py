"""Lines of persons who were erased: what the list calls them is known no more, so their lines are known by all else
that is in them.

Any name that means nobody is taken for theirs there, whatever it is: so nothing answers whether a name was theirs. Nor
does that of anyone who the list has named only since: they may have been asked about, and be somebody new.
"""

from collections.abc import Callable, Collection, Sequence

from domain.importing.match_lists.alignment import align
from domain.importing.match_lists.club_list import Row

_SOMEBODY = "?"
Test = Callable[[str], bool]
"""What is asked of a player."""


def with_the_forgotten(
    rows: Sequence[Row],
    said: Sequence[Row],
    is_new: Test,
    is_since: Test,
    is_erased: Test,
) -> list[Row]:
    """The rows, of which those name the erased that are the lines said of them before."""
    erased = set(filter(is_erased, {player for row in said for player in row[1:3]}))
    if not erased:
        return list(rows)
    before = [_mask_row(row, erased.__contains__) for row in said]
    theirs, others = set(before).difference(said), set(said)
    tests = [is_new if row in others else _test_of(row, theirs, is_new, is_since) for row in rows]
    line_of = align(before, [_mask_row(row, test) for row, test in zip(rows, tests, strict=True)])
    return [
        _as_said(row, said[line_of[place]], test, erased.__contains__) if place in line_of else row
        for place, (row, test) in enumerate(zip(rows, tests, strict=True))
    ]


def _test_of(row: Row, theirs: Collection[Row], is_new: Test, is_since: Test) -> Test:
    """Says of a player of the row whether they may be one of the erased, whose lines are `theirs`. Names that mean
    nobody come first: where they alone make it one of those lines, the others are who they are."""
    since = tuple(filter(is_since, row[1:3]))
    for some in [(), *((one,) for one in since), since]:
        if _mask_row(row, test := _either(is_new, some)) in theirs:
            return test
    return is_new


def _either(is_new: Test, some: Collection[str]) -> Test:
    return lambda player: player in some or is_new(player)


def _mask_row(row: Row, which: Test) -> Row:
    winner, loser = (_SOMEBODY if which(player) else player for player in row[1:3])
    return row._replace(winner=winner, loser=loser)


def _as_said(row: Row, said: Row, is_new: Test, is_erased: Test) -> Row:
    """The row with the erased of that line where it names somebody new: on the same side, or on the other where only
    that one is theirs."""
    left = [player for player in said[1:3] if is_erased(player)]
    sides = list(row[1:3])
    for side, (player, former) in enumerate(zip(row[1:3], said[1:3], strict=True)):
        if is_new(player) and left:
            sides[side] = former if former in left else left[0]
            left.remove(sides[side])
    return row._replace(winner=sides[0], loser=sides[1])
