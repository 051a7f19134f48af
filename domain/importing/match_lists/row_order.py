"""In which order the rows of a list run, where its dates show that it begins with the newest day.

Then the matches of one day may run backwards too, and they are rated in their order (ELO-6)."""

from collections.abc import Sequence
from itertools import pairwise

from domain.importing.match_lists.club_list import Row
from domain.lists.reading import RowOrder


def is_open(rows: Sequence[Row]) -> bool:
    """Whether the days run from the newest to the oldest, and on some day are several matches."""
    days = [row.played_at.date() for row in rows]
    falling = all(one >= other for one, other in pairwise(days))
    return falling and days[:1] != days[-1:] and len(set(days)) < len(days)


def order_told(before: Sequence[Row], rows: Sequence[Row]) -> RowOrder | None:
    """In which order the rows were taken before, where rows of one day are in both lists."""
    place = {row: number for number, row in enumerate(before)}
    pairs = [(one, other) for one, other in pairwise(rows) if one.played_at == other.played_at and one != other]
    kept = [place[one] < place[other] for one, other in pairs if one in place and other in place]
    if not kept:
        return None
    return "oldest-first" if 2 * sum(kept) >= len(kept) else "newest-first"
