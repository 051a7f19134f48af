"""Double elimination and consolation pass the conformance suite; random directors never get them stuck."""

from collections import Counter
from random import Random
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from tests.formats.brackets_play import started
from tests.formats.conformance import BracketConformance
from tests.formats.machine import director_of
from tests.reaching import reached


class TestDoubleElimination(BracketConformance):
    """With a second match at the end where it is needed."""

    options = DoubleEliminationOptions(kind="double-elimination", seeding="entry-order")


class TestConsolation(BracketConformance):
    """Progressive, and the finalist plays for the second place."""

    options = ConsolationOptions(kind="consolation", seeding="entry-order", join="second-place")


class TestFirstMatch(BracketConformance):
    """Anyone who loses their first match comes in."""

    options = ConsolationOptions(kind="consolation", seeding="entry-order", comes_in="first-match")


class TestLastChance(BracketConformance):
    """Who loses in the consolation too plays on in the last chance."""

    options = ConsolationOptions(kind="consolation", seeding="entry-order", last_chance="progressive")


@pytest.mark.rule("DE-8")
@pytest.mark.parametrize(("grand", "fewest", "most"), [("simple", 2, 2), ("double", 2, 1), ("none", 3, 3)])
@given(st.integers(2, 16), st.randoms(use_true_random=False))
def test_all_but_the_champion_lose_twice(
    grand: Literal["simple", "double", "none"], fewest: int, most: int, entrants: int, lots: Random
) -> None:
    desk = started(entrants, DoubleEliminationOptions(kind="double-elimination", grand=grand))
    losses: Counter[str] = Counter()
    while desk.facts.awaited:
        sides = [desk.letter(entry) for entry in desk.state.matches[desk.facts.awaited[0]].sides]
        lots.shuffle(sides)
        desk.act(f"{sides[0]} beats {sides[1]}")
        losses[sides[1]] += 1
    reached()
    assert 2 * entrants - fewest <= losses.total() <= 2 * entrants - most
    first, second = (desk.letter(row.entry) for row in desk.standings().rows[:2])
    may_have_lost_less = {first} if grand == "double" else {first, second}
    assert all(
        losses[letter] == 2 for letter in map(desk.letter, desk.facts.numbers) if letter not in may_have_lost_less
    )
    assert losses[first] <= (1 if grand == "double" else 2)


TestRandomDirector = director_of(
    [
        DoubleEliminationOptions(kind="double-elimination", seeding="entry-order"),
        ConsolationOptions(kind="consolation", seeding="entry-order", main_prizes=1),
        ConsolationOptions(kind="consolation", join="grand", last_chance="progressive"),
        ConsolationOptions(kind="consolation", join="second-place", bout_matches=(3, 1)),
    ],
    tried=3,
)
