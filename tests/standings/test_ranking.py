"""Ranks, shared ranks, and the reason for each."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.standings.ranking import Criterion, Reason, rank
from tests.reaching import reached

CRITERIA = (Criterion("wins"), Criterion("losses", better="less"))


def values(wins: int, losses: int) -> dict[str, int]:
    return {"wins": wins, "losses": losses}


def test_each_row_says_what_put_it_below_the_one_above() -> None:
    # 3 has most wins; 1 and 4 have two wins, 1 fewer losses; 2 and 5 are equal in everything and share rank 4.
    table = rank({1: values(2, 0), 2: values(1, 1), 3: values(3, 5), 4: values(2, 1), 5: values(1, 1)}, CRITERIA)
    assert [(row.rank, row.entry) for row in table.rows] == [(1, 3), (2, 1), (3, 4), (4, 2), (4, 5)]
    assert [row.reason for row in table.rows] == [
        Reason(),
        Reason(3, "wins", 2, 3),
        Reason(1, "losses", 1, 0),
        Reason(4, "wins", 1, 2),
        Reason(2),
    ]


@pytest.mark.rule("SE-13")
def test_players_still_in_come_first_without_a_rank() -> None:
    # 4 and 2 are in, in this order; 1 and 3 are out, 3 with more wins than anybody.
    lines = {entry: {"in": int(entry in (2, 4)), "wins": wins} for entry, wins in {1: 0, 2: 1, 3: 5, 4: 1}.items()}
    table = rank(lines, (Criterion("in"), Criterion("wins")), {2: "in"}, [4, 2])
    assert [(row.rank, row.entry, row.mark) for row in table.rows] == [
        (None, 4, None),
        (None, 2, "in"),
        (3, 3, None),
        (4, 1, None),
    ]
    assert [row.reason for row in table.rows] == [Reason(), Reason(), Reason(2, "in", 0, 1), Reason(3, "wins", 0, 5)]


def test_nobody_makes_an_empty_table() -> None:
    assert rank({}, CRITERIA).rows == ()


@given(st.dictionaries(st.integers(1, 50), st.builds(values, st.integers(0, 4), st.integers(0, 4)), max_size=30))
def test_ranks_count_those_who_are_better(tallies: dict[int, dict[str, int]]) -> None:
    def better(one: Mapping[str, int], other: Mapping[str, int]) -> bool:
        return (one["wins"], -one["losses"]) > (other["wins"], -other["losses"])

    for row in rank(tallies, CRITERIA).rows:
        reached()
        assert row.rank == 1 + sum(better(other, row.values) for other in tallies.values())
