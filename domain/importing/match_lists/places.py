"""Places among matches of the same moment (ELO-6): numbers that say the order, changed as little as possible."""

from collections.abc import Collection, Sequence
from decimal import Decimal
from itertools import pairwise
from math import ceil, floor

DECIMALS = 12
"""How many a place may have (see `domain.kernel.values.Place`)."""

BEFORE_ALL = Decimal(0)
"""Nothing is put there or before it."""


def in_order(places: Sequence[Decimal], free: Collection[int] = ()) -> list[Decimal]:
    """Strictly increasing places: as many as possible as they were, the others between them, as short as possible.

    `free` are the indices of those that cost nothing to change. Where there is no number left between two places,
    all are numbered again after the highest.
    """
    if all(before < after for before, after in pairwise(places)):
        return list(places)
    kept = [-1, *_kept_places(places, free), len(places)]
    ordered = list(places)
    for before, after in pairwise(kept):
        low = BEFORE_ALL if before == -1 else places[before]
        high = None if after == len(places) else places[after]
        between = _spread(low, high, after - before - 1)
        if between is None:
            return [Decimal(floor(max(places)) + number) for number in range(1, len(places) + 1)]
        ordered[before + 1 : after] = between
    return ordered


def _kept_places(places: Sequence[Decimal], free: Collection[int]) -> list[int]:
    """The indices of the increasing subsequence that it would cost most to change; of equal ones the lowest."""
    costs = [1 if index in free else len(places) + 1 for index in range(len(places))]
    worth: list[tuple[int, Decimal]] = []  # what is kept up to each index, and its place: the lower the better
    former: list[int | None] = []
    for place, cost in zip(places, costs, strict=True):
        lower = (index for index in range(len(worth)) if places[index] < place)
        former.append(max(lower, key=worth.__getitem__, default=None))
        worth.append((cost + (0 if former[-1] is None else worth[former[-1]][0]), -place))
    kept = [max(range(len(worth)), key=worth.__getitem__)]
    while (before := former[kept[-1]]) is not None:
        kept.append(before)
    return kept[::-1]


def _spread(low: Decimal, high: Decimal | None, count: int) -> list[Decimal] | None:
    """So many numbers strictly between the two, with as few decimals as they can have; None: there are not so many."""
    if high is None:
        return [Decimal(floor(low) + number) for number in range(1, count + 1)]
    for decimals in range(DECIMALS + 1):
        first, last = floor(low.scaleb(decimals)) + 1, ceil(high.scaleb(decimals)) - 1
        room = last - first + 1
        if room >= count:
            units = [first + ((2 * number + 1) * room - 1) // (2 * count) for number in range(count)]
            return [Decimal(unit).scaleb(-decimals) for unit in units]
    return None
