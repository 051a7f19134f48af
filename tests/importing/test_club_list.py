"""Reading the list: revisions as they were, days as days, one clear line about what is broken."""

import json
from decimal import Decimal
from typing import Any

import pytest

from domain.importing.errors import ListUnreadableError
from domain.importing.match_lists.club_list import Figures, Revision, read_revisions


def line(**changes: Any) -> str:  # noqa: ANN401 -- whatever JSON can hold
    """A good first line with these changes."""
    good = {"revision": 0, "at": "2025-02-10T21:00:45+07:00", "keep": 0, "append": [["2025-2-8", "A", "B", 5]]}
    return json.dumps(good | changes)


def read(*lines: str) -> list[Revision]:
    return list(read_revisions(lines))


def test_a_revision_is_the_rows_kept_and_the_rows_that_follow() -> None:
    first, second = read(
        line(append=[["2025-2-8", "A", "B", 5], ["2025-2-8", "B", "C", 3]]),
        line(revision=7, keep=1, append=[["2025-02-09", "C", "A", 1]]),
    )
    assert [(row.winner, row.loser, row.length) for row in first.rows] == [("A", "B", 5), ("B", "C", 3)]
    assert [(row.winner, row.loser, row.length) for row in second.rows] == [("A", "B", 5), ("C", "A", 1)]
    assert (first.number, second.number) == (0, 7)
    assert first.ratings is None


def test_days_are_the_same_however_they_are_spelled() -> None:
    first, second = read(line(), line(append=[["2025-02-08", "A", "B", 5]]))
    assert first.rows == second.rows
    assert first.rows[0].played_at.isoformat() == "2025-02-08T00:00:00+00:00"


def test_a_length_that_the_rules_refuse_can_be_read() -> None:
    (revision,) = read(line(append=[["2025-2-8", "A", "B", 0], ["2025-2-8", "B", "C", 5]]))
    assert [row.length for row in revision.rows] == [0, 5]


def test_figures_are_read_exactly() -> None:
    (revision,) = read(line(ratings={"A": [1804, 4.3, 5], "B": [1796, -4.3, 5]}))
    assert revision.ratings == {"A": Figures(1804, Decimal("4.3"), 5), "B": Figures(1796, Decimal("-4.3"), 5)}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["nonsense"], "line 1 is no revision: the line: Invalid JSON"),
        ([line(), line()[:-1]], "line 2 is no revision: the line: Invalid JSON"),
        ([line(keep=1)], "line 1 keeps 1 rows, but there are 0 before it"),
        ([line(keep=-1)], "line 1 is no revision: keep: "),
        ([line(at="2025-02-10T21:00:45")], "line 1 is no revision: at: "),
        ([line(append=[["2025-2-30", "A", "B", 5]])], "line 1 is no revision: append.0.0: "),
        ([line(append=[["soon", "A", "B", 5]])], "line 1 is no revision: append.0.0: "),
        ([line(append=[[20250208, "A", "B", 5]])], "line 1 is no revision: append.0.0: "),
        ([line(append=[["2025-2-8", "A", 5]])], "line 1 is no revision: append.0."),
        ([line(append=[["2025-2-8", "A", "", 5]])], "line 1 is no revision: append.0.2: "),
        ([line(append=[["2025-2-8", "A", "B", 5.5]])], "line 1 is no revision: append.0.3: "),
        ([line(ratings={"A": [1800, 0.05, 5]})], "line 1 is no revision: ratings.A.1: "),
        ([line(rating={})], "line 1 is no revision: rating: "),
    ],
)
def test_a_broken_line_is_named(lines: list[str], said: str) -> None:
    with pytest.raises(ListUnreadableError) as error:
        read(*lines)
    assert str(error.value).startswith(said)
    assert "\n" not in str(error.value)
