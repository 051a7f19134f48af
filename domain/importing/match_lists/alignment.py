"""Which row of a list is which match: the recorded list and the published one, laid beside each other.

A row that is in both is the same match, wherever it stands. Of what is left, rows in the same gap between those
may be the same match written otherwise: they are paired, in order, so that the least is changed altogether. A row
that is only dated otherwise, and so is elsewhere, is the same match too.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from difflib import SequenceMatcher

from domain.importing.match_lists.club_list import Row

Pairs = list[tuple[int, int]]
"""Index in the recorded list, index in the published one."""

PART, GAP = 4, 5
"""What it costs that a pair differs in a part, and that a row has no partner. So two rows of which only one player is
the same are never taken for one match."""


def align(recorded: Sequence[Row], published: Sequence[Row]) -> dict[int, int]:
    """For each index of the published list that is a recorded match, the index of that match."""
    pairs, gaps = _same(recorded, published)
    old, new = _unpaired_places(recorded, pairs, 0), _unpaired_places(published, pairs, 1)
    pairs += _like(recorded, published, old, new, lambda row: row)
    for old_gap, new_gap in gaps:
        taken_old, taken_new = {i for i, _ in pairs}, {j for _, j in pairs}
        pairs += _least_changed(
            recorded, published, [i for i in old_gap if i not in taken_old], [j for j in new_gap if j not in taken_new]
        )
    old, new = _unpaired_places(recorded, pairs, 0), _unpaired_places(published, pairs, 1)
    pairs += _like(recorded, published, old, new, lambda row: row[1:])
    return {j: i for i, j in pairs}


def _same(recorded: Sequence[Row], published: Sequence[Row]) -> tuple[Pairs, list[tuple[range, range]]]:
    """The rows that are in both lists in the same order, and the gaps between them where both have others."""
    first = _common(recorded, published)
    end = min(len(recorded), len(published)) - first
    last = min(end, _common(recorded[::-1], published[::-1]))
    old_end, new_end = len(recorded) - last, len(published) - last
    pairs = [(i, i) for i in range(first)]
    gaps = []
    matcher = SequenceMatcher(None, recorded[first:old_end], published[first:new_end], autojunk=False)
    for kind, i, i_end, j, j_end in matcher.get_opcodes():
        old, new = range(first + i, first + i_end), range(first + j, first + j_end)
        if kind == "equal":
            pairs += zip(old, new, strict=True)
        elif kind == "replace":
            gaps.append((old, new))
    return pairs + list(zip(range(old_end, len(recorded)), range(new_end, len(published)), strict=True)), gaps


def _common(one: Sequence[Row], other: Sequence[Row]) -> int:
    """The number of rows that the two begin with in common."""
    differing = (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(differing, min(len(one), len(other)))


def _unpaired_places(rows: Sequence[Row], pairs: Pairs, side: int) -> list[int]:
    taken = {pair[side] for pair in pairs}
    return [place for place in range(len(rows)) if place not in taken]


def _like(
    recorded: Sequence[Row],
    published: Sequence[Row],
    old: Iterable[int],
    new: Iterable[int],
    what: Callable[[Row], Hashable],
) -> Pairs:
    """Pairs rows that are equal in `what`, wherever they stand: the first with the first, and so on."""
    waiting: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for i in old:
        waiting[what(recorded[i])].append(i)
    return [(waiting[key].popleft(), j) for j in new if waiting[key := what(published[j])]]


def _least_changed(recorded: Sequence[Row], published: Sequence[Row], old: list[int], new: list[int]) -> Pairs:
    """Pairs rows in order so that the sum of what differs and of what is left alone is least.

    The work grows with the product of the two gaps: a list of 1,500 rows typed again takes a second.
    """
    if not old or not new:
        return []
    prices = [[_price(recorded[i], published[j]) for j in new] for i in old]
    costs = _costs(prices, len(new))
    pairs, i, j = [], 0, 0
    while i < len(old) and j < len(new):
        if costs[i][j] == prices[i][j] + costs[i + 1][j + 1]:
            pairs.append((old[i], new[j]))
            i, j = i + 1, j + 1
        elif costs[i][j] == GAP + costs[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _costs(prices: list[list[int]], width: int) -> list[list[int]]:
    """At [i][j] the least cost of the rows from i and j on."""
    costs = [[GAP * (width - j) for j in range(width + 1)]]
    for row in reversed(prices):
        below, line = costs[-1], [GAP + costs[-1][-1]]
        for j in range(width - 1, -1, -1):
            line.append(min(row[j] + below[j + 1], GAP + below[j], GAP + line[-1]))
        costs.append(line[::-1])
    return costs[::-1]


def _price(old: Row, new: Row) -> int:
    """The cost of taking one row for the other written otherwise; with no player in common, too much."""
    if {old.winner, old.loser} == {new.winner, new.loser}:
        players = old.winner != new.winner
    elif old.winner in new[1:3] or old.loser in new[1:3]:
        players = True
    else:
        return 2 * GAP + 1
    return PART * (players + (old.played_at != new.played_at) + (old[3:] != new[3:]))
