"""Groups dealt, and the bracket they go on to, worked in the rulebook; and what holds of any (GRP-1 to GRP-9)."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.pairing.assignment import cheapest
from domain.pairing.bracket import rounds_of, seats_of
from domain.pairing.dealing import Dealing, Tier, dealt, group_names, pots, seeds_of
from tests.reaching import reached


@pytest.mark.rule("GRP-1", "GRP-2")
@pytest.mark.parametrize(
    ("dealing", "groups"),
    [
        ("snake", [[1, 8, 9], [2, 7, 10], [3, 6, 11, 14], [4, 5, 12, 13]]),
        ("deal", [[1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11], [4, 8, 12]]),
    ],
)
def test_fourteen_dealt_to_four_groups(dealing: Dealing, groups: list[list[int]]) -> None:
    assert dealt(pots(range(1, 15), 4), 4, dealing) == groups


@pytest.mark.rule("GRP-3")
def test_clubs_are_kept_apart_in_the_first_group_still_due() -> None:
    """Seeds 1 to 8 in two groups by deal: pots 1 2 | 3 4 | 5 6 | 7 8. 1 and 3 are of club x: 3 goes to B and 4 to A.
    5 and 6 are both of club y, of whom nobody is dealt yet: A and B. 7 is of y: a clash wherever it goes, so A."""
    clubs = {1: "x", 3: "x", 5: "y", 6: "y", 7: "y"}
    assert dealt(pots(range(1, 9), 2), 2, "deal", clubs) == [[1, 4, 5, 7], [2, 3, 6, 8]]


def drawn(*sizes: int) -> str:
    """Round 1 of the bracket as the rulebook writes it, for so many in each tier of as many groups as the first has."""
    names = group_names(sizes[0])
    tiers: list[Tier] = [[(100 * tier + group, group) for group in range(size)] for tier, size in enumerate(sizes, 1)]
    seeds = [f"{names[entry % 100]}{entry // 100}" for entry in seeds_of(tiers)]
    seats = [seeds[seed - 1] if seed <= len(seeds) else "empty" for seed in seats_of(rounds_of(len(seeds)))]
    pairs = [f"{one}–{other}" for one, other in zip(seats[::2], seats[1::2], strict=True)]
    half = len(pairs) // 2
    return f"{', '.join(pairs[:half])} | {', '.join(pairs[half:])}"


@pytest.mark.rule("GRP-8")
@pytest.mark.parametrize(
    ("sizes", "bracket"),
    [
        ((2, 2), "A1–B2 | B1–A2"),
        ((4, 4), "A1–B2, D1–C2 | B1–A2, C1–D2"),
        ((8, 8), "A1–B2, H1–G2, D1–C2, E1–F2 | B1–A2, G1–H2, C1–D2, F1–E2"),
    ],
)
def test_two_of_each_group_cross(sizes: tuple[int, ...], bracket: str) -> None:
    assert drawn(*sizes) == bracket


@pytest.mark.rule("GRP-9")
@pytest.mark.parametrize(
    ("sizes", "bracket"),
    [
        ((2, 2, 2, 2), "A1–B4, B2–A3 | B1–A4, A2–B3"),
        ((3, 3), "A1–empty, B2–C2 | B1–empty, C1–A2"),
        ((6, 6, 4), "A1–D3, B2–C2, D1–A3, E1–F2 | B1–C3, A2–D2, C1–B3, F1–E2"),
    ],
)
def test_players_of_a_group_are_kept_apart_otherwise(sizes: tuple[int, ...], bracket: str) -> None:
    """As worked in the rulebook."""
    assert drawn(*sizes) == bracket


@pytest.mark.rule("GRP-8", "GRP-9")
@given(st.integers(2, 16), st.integers(1, 4))
def test_nobody_meets_their_own_group_in_round_1_where_that_can_be_avoided(groups: int, through: int) -> None:
    tiers: list[Tier] = [[(100 * tier + group, group) for group in range(groups)] for tier in range(through)]
    seeds = seeds_of(tiers)
    assert sorted(seeds) == sorted(entry for tier in tiers for entry, _ in tier)
    seats = [seeds[seed - 1] if seed <= len(seeds) else None for seed in seats_of(rounds_of(len(seeds)))]
    for one, other in zip(seats[::2], seats[1::2], strict=True):
        if one is not None and other is not None:
            reached()
            assert one % 100 != other % 100


@given(
    st.integers(1, 5).flatmap(
        lambda size: st.lists(st.lists(st.integers(0, 3), min_size=size, max_size=size), min_size=size, max_size=size)
    )
)
def test_cheapest_assignment_is_the_first_of_the_cheapest(costs: list[list[int]]) -> None:
    """Against all of them, tried one by one."""
    size = range(len(costs))
    best = min(permutations(size), key=lambda way: (sum(costs[row][way[row]] for row in size), way))
    reached()
    assert cheapest(costs) == list(best)
