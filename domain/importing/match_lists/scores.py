"""Scores of a list that says them no more: an empty cell says nothing, so that no list takes away what is known."""

from collections import Counter, defaultdict, deque
from collections.abc import Sequence

from domain.importing.match_lists.club_list import Row


def with_scores_said(rows: Sequence[Row], said: Sequence[Row]) -> list[Row]:
    """The rows, of which one without a score has the one that the list said before of the same match."""
    left = Counter(said) - Counter(rows)
    waiting = defaultdict[Row, deque[Row]](deque)
    for row in said:
        if row.score is not None and left[row] > 0:
            left[row] -= 1
            waiting[row._replace(score=None)].append(row)
    return [waiting[row].popleft() if waiting.get(row) else row for row in rows]
