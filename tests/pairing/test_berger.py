"""The Berger table: the worked ones by hand, and what holds of any (RR-3 to RR-5)."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.pairing.berger import one_cycle, table
from tests.reaching import reached


def told(entrants: int, **chosen: int) -> str:
    rounds = table(entrants, **chosen)
    return " | ".join(" ".join(f"{a}-{b}" for a, b in pairs) for pairs in rounds)


@pytest.mark.rule("RR-3")
@pytest.mark.parametrize(
    ("entrants", "rounds"),
    [
        (2, "1-2"),
        (4, "1-4 2-3 | 4-3 1-2 | 2-4 3-1"),
        (6, "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1"),
        (5, "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1"),
    ],
)
def test_berger_table_is_the_printed_one(entrants: int, rounds: str) -> None:
    """As in the rulebook; with five, 6 is nobody."""
    assert told(entrants) == rounds


@pytest.mark.rule("RR-5", "RR-14")
def test_second_cycle_has_the_sides_exchanged_and_the_last_two_rounds_of_the_first_change_places() -> None:
    assert told(4, cycles=2) == "1-4 2-3 | 2-4 3-1 | 4-3 1-2 | 4-1 3-2 | 3-4 2-1 | 4-2 1-3"
    assert told(3, cycles=2) == "1-4 2-3 | 4-3 1-2 | 2-4 3-1 | 4-1 3-2 | 3-4 2-1 | 4-2 1-3"
    assert told(6, rounds=2) == "1-6 2-5 3-4 | 6-4 5-3 1-2"


@pytest.mark.rule("RR-1", "RR-4")
@given(st.integers(2, 40), st.integers(1, 4))
def test_each_two_meet_once_a_cycle(entrants: int, cycles: int) -> None:
    rounds = table(entrants, cycles)
    for pairs in rounds:
        playing = [number for pair in pairs for number in pair]
        assert sorted(playing) == list(range(1, entrants + entrants % 2 + 1))
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if max(pair) <= entrants)
    reached()
    assert met == dict.fromkeys(map(frozenset, combinations(range(1, entrants + 1), 2)), cycles)
    firsts = Counter(
        first for pairs in one_cycle(entrants) for first, second in pairs if max(first, second) <= entrants
    )
    if entrants % 2:
        assert set(firsts.values()) == {(entrants - 1) // 2}


@pytest.mark.rule("RR-5")
@given(st.integers(3, 12).map(lambda half: 2 * half), st.integers(1, 5))
def test_nobody_has_the_same_side_three_times_running(entrants: int, cycles: int) -> None:
    sides = {number: [] for number in range(1, entrants + 1)}  # type: dict[int, list[int]]
    for pairs in table(entrants, cycles):
        for pair in pairs:
            for side, number in enumerate(pair):
                sides[number].append(side)
    for mine in sides.values():
        for one, other in zip(pairwise(mine), mine[2:], strict=False):
            reached()
            assert {*one, other} == {0, 1}
