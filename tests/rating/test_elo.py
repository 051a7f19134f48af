"""Exact Elo on values worked by hand, on ties and near ties, and within its proven bounds (ELO-3 to ELO-7)."""

import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.rating import elo
from domain.rating.elo import Formula, change_bounds, exact, formula, rate, rational_change, swift
from domain.rating.policy import POLICIES, Policy, policy
from tests.rating.reference import DATA, Inputs, points, published_changes, random_inputs, reference

ROOM, CLUB, DENMARK = policy("room", 1), policy("club", 1), policy("denmark", 1)
POINT = 10**6


@pytest.mark.rule("ELO-3", "ELO-4", "ELO-5")
@pytest.mark.parametrize(
    ("n", "winner", "loser", "winner_experience", "loser_experience", "gain", "loss"),
    [
        # Equal ratings: P = 1/2. Beginners: K = 5, 4·5·1·1/2 = 10; n = 4: twice that.
        (1, 1500, 1500, 0, 0, 10_000_000, 10_000_000),
        (4, 1500, 1500, 0, 0, 20_000_000, 20_000_000),
        # Each their own K: experience 100 gives 4, 400 gives 1. 4·4·3/2 = 24 and 4·1·3/2 = 6.
        (9, 1500, 1500, 100, 400, 24_000_000, 6_000_000),
        # D = 2000, n = 1: P_u = 1/(10 + 1). The higher rated wins 4/11 = 0.36363636...
        (1, 3000, 1000, 400, 400, 363_636, 363_636),
        # The lower rated wins: P = 10/11, 40/11 = 3.63636363..., and K = 4.99 of experience 1: 18.145454...
        (1, 1000, 3000, 400, 1, 3_636_364, 18_145_455),
        # D = 1000, n = 4: D·2/2000 = 1 again, and √n doubles the change: 8/11 = 0.72727272...
        (4, 2000, 1000, 500, 500, 727_273, 727_273),
        # D = 2000, n = 4: 10^2, P_u = 1/101; 8/101 = 0.0792079...
        (4, 3000, 1000, 400, 400, 79_208, 79_208),
        # Equal, n = 2: 2·√2 = 2.82842712...
        (2, 1500, 1500, 400, 400, 2_828_427, 2_828_427),
    ],
)
def test_changes_worked_by_hand(
    n: int, winner: int, loser: int, winner_experience: int, loser_experience: int, gain: int, loss: int
) -> None:
    before = winner * POINT, loser * POINT
    after = rate(ROOM, n, *before, winner_experience, loser_experience)
    assert after == (before[0] + gain, before[1] - loss)


@pytest.mark.rule("ELO-8")
def test_denmark_by_hand() -> None:
    """n·P, without K or root: 7·1/2 = 3.5 for equals; D = 2000, n = 1: 1/11 = 0.090909 and 10/11 = 0.909091."""
    assert rate(DENMARK, 7, 0, 0, 0, 0) == (3_500_000, -3_500_000)
    assert rate(DENMARK, 1, 2000 * POINT, 0, 0, 0) == (2000 * POINT + 90_909, -90_909)
    assert rate(DENMARK, 1, 0, 2000 * POINT, 0, 0) == (909_091, 2000 * POINT - 909_091)


@pytest.mark.rule("ELO-3", "ELO-5", "ELO-7")
@pytest.mark.skipif(not (DATA / "elo_published.json").exists(), reason=f"elo_published.json is not in {DATA}")
def test_published_changes_to_six_decimals() -> None:
    checked = 0
    for row in published_changes():
        high, low = 1600 * POINT, (1600 - row["difference"]) * POINT
        for column, winner, loser in (("favourite_wins", high, low), ("underdog_wins", low, high)):
            after, _ = rate(ROOM, row["points"], winner, loser, 400, 400)
            assert points(after - winner) == Decimal(str(row[column])), row
            checked += 1
    assert checked == 24


def tie_policy(factor: str) -> Policy:
    """A policy with a factor so small that changes of half a micropoint occur; the published ones have no ties."""
    return Policy.model_validate({**dict(CLUB), "name": "tie", "factor": Decimal(factor)})


@pytest.mark.rule("ELO-7")
@pytest.mark.parametrize(
    ("factor", "winner", "loser", "after"),
    [
        # Equal ratings: 0.000001·1/2 is half a micropoint; the even neighbour is taken, on both sides.
        ("0.000001", 10, 10, (10, 10)),
        ("0.000001", 11, 11, (12, 10)),
        ("0.000003", 10, 10, (12, 8)),
        # D = ±2000 points: P = 1/11 and 10/11; 0.0000055/11 and 0.00000055·10/11 are half a micropoint.
        ("0.0000055", 2_000_000_010, 10, (2_000_000_010, 10)),
        ("0.0000055", 2_000_000_011, 11, (2_000_000_012, 10)),
        ("0.00000055", 11, 2_000_000_011, (12, 2_000_000_010)),
    ],
)
def test_true_ties_go_to_the_even_micropoint(factor: str, winner: int, loser: int, after: tuple[int, int]) -> None:
    terms = formula(tie_policy(factor), 1)
    assert swift(terms, winner, loser, 0, 0) is None
    assert exact(terms, winner, loser, 0, 0) == rate(tie_policy(factor), 1, winner, loser, 0, 0) == after


NEAR_TIES = [
    # n, 100·K, difference winner - loser, change; how far the true change is from a tie, in micropoints
    (1, 100, 233968769, 1732250),  # -6.0e-10
    (1, 100, 562203395, 1374429),  # +6.9e-10
    (5, 100, -127982856, 5202272),  # +9.0e-10
    (1, 100, 172978705, 1801506),  # -1.1e-9
    (1, 100, -68529412, 2078857),  # +1.4e-9
    (3, 100, -172032195, 4052521),  # +1.4e-9
    (5, 100, 286407638, 2894284),  # +2.3e-9
    (9, 100, -69146888, 6713088),  # -7.2e-9
    (3, 100, 198985567, 2785707),  # -7.3e-9
    (13, 100, 259235058, 3666780),  # -1.6e-8
    (25, 100, 184521430, 5137820),  # -1.9e-8
    (7, 500, 83336125, 23117381),  # +1.7e-7
    (11, 300, -88716133, 23238443),  # -8.4e-8
]
"""Found by solving the formula for D at a million ties per n and keeping the D nearest to an integer, and (the last
two) by walking D in steps of 97; changes and distances at fifty digits by mpmath."""


@pytest.mark.rule("ELO-7")
@pytest.mark.parametrize(("n", "k_hundredths", "difference", "change"), NEAR_TIES)
def test_near_ties_fall_back_and_round_right(n: int, k_hundredths: int, difference: int, change: int) -> None:
    winner, loser, experience = 1_500_000_000 + difference, 1_500_000_000, 500 - k_hundredths
    assert swift(formula(ROOM, n), winner, loser, experience, experience) is None
    after = rate(ROOM, n, winner, loser, experience, experience)
    assert after == (winner + change, loser - change)
    assert after == reference((ROOM, n, winner, loser, experience, experience))


@pytest.mark.rule("ELO-4", "ELO-7")
@pytest.mark.parametrize(("n", "k_hundredths", "difference", "change"), NEAR_TIES)
def test_one_side_near_a_tie_is_enough_to_fall_back(n: int, k_hundredths: int, difference: int, change: int) -> None:
    near, far, rating = 500 - k_hundredths, 237, 1_500_000_000
    for experiences, side in (((near, far), 0), ((far, near), 1)):
        assert swift(formula(ROOM, n), rating + difference, rating, *experiences) is None
        after = rate(ROOM, n, rating + difference, rating, *experiences)
        assert after == reference((ROOM, n, rating + difference, rating, *experiences))
        assert after[side] == (rating + difference + change, rating - change)[side]


def test_a_difference_beyond_the_range_of_floats_is_worked_out_exactly() -> None:
    """10^(-500) of a point is nothing; its counterpart, 4·1 less as little, is 4 points."""
    high, low = 1_000_000 * POINT, 0
    assert swift(formula(CLUB, 1), high, low, 0, 0) is None
    assert rate(CLUB, 1, high, low, 0, 0) == (high, low)
    assert rate(CLUB, 1, low, high, 0, 0) == (4 * POINT, high - 4 * POINT)


def weight(policy: Policy, experience: int) -> Fraction:
    """factor · K in micropoints, exactly."""
    return Fraction(policy.factor) * policy.k_at(experience) * POINT


inputs = st.tuples(
    st.sampled_from(list(POLICIES.values())),
    st.integers(1, 1000),
    st.integers(-(10**10), 10**10),
    st.integers(-(10**10), 10**10),
    st.integers(0, 10**6),
    st.integers(0, 10**6),
)


@pytest.mark.rule("ELO-7")
@given(inputs)
def test_swift_never_contradicts_exact(case: Inputs) -> None:
    policy, n, *before = case
    after = swift(formula(policy, n), *before)
    assert after is None or after == exact(formula(policy, n), *before)


@given(inputs, st.integers(14, 40))
def test_bounds_hold_at_any_precision(case: Inputs, digits: int) -> None:
    policy, n, winner, loser, experience, _ = case
    terms, difference = formula(policy, n), winner - loser
    change = exact(terms, winner, loser, experience, experience)[0] - winner
    low, high = change_bounds(terms, difference, weight(policy, experience), digits)
    assert low <= change <= high


@given(inputs)
def test_the_rational_case_agrees_with_decimals(case: Inputs) -> None:
    policy, n, _, _, experience, _ = case
    rational = rational_change(formula(policy, n), 0, weight(policy, experience))
    low, high = change_bounds(formula(policy, n), 0, weight(policy, experience), 40)
    assert rational is None or low <= round(rational) <= high
    assert (rational is None) == (policy.length_in_change == "sqrt" and math.isqrt(n) ** 2 != n)


def test_precision_grows_until_the_rounding_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 12 digits these changes are known to some 1e-3 micropoints only: it takes 24 to tell."""
    monkeypatch.setattr(elo, "FIRST_DIGITS", 12)
    for n, k_hundredths, difference, change in NEAR_TIES:
        terms, experience = formula(ROOM, n), 500 - k_hundredths
        low, high = change_bounds(terms, difference, weight(ROOM, experience), 12)
        assert low < high
        assert exact(terms, difference, 0, experience, experience) == (difference + change, -change)


@pytest.mark.rule("ALL-1", "ELO-7")
@pytest.mark.parametrize("error", [2.0**-51, -(2.0**-51), 2.0**-43, -(2.0**-43)])
def test_another_exponential_function_gives_the_same_ratings(monkeypatch: pytest.MonkeyPatch, error: float) -> None:
    """`exp` off by 4 or by a thousand units: what swift still answers is right all the same."""
    cases = [*random_inputs(1, 5_000), *((ROOM, n, d, 0, 500 - k, 500 - k) for n, k, d, _ in NEAR_TIES)]
    expected = [rate(*case) for case in cases]
    monkeypatch.setattr(elo, "exp", lambda x: math.exp(x) * (1 + error))
    assert [rate(*case) for case in cases] == expected


@pytest.mark.rule("ELO-7")
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.proof) for seed in range(1, 40))])
def test_25_000_random_matches_against_the_reference(seed: int) -> None:
    """A million in all."""
    wrong = [case for case in random_inputs(seed, 25_000) if rate(*case) != reference(case)]
    assert wrong == []


def test_the_margin_is_what_the_proof_allows() -> None:
    terms: Formula = formula(ROOM, 9)
    assert terms.margin == 0.5 - 60_000_000 * 2.0**-40
    assert terms.weights[0] == 60_000_000
    assert terms.weights[-1] == 12_000_000


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((ROOM, 0, 0, 0, 0, 0), "n = 0 is not rated under policy room v1"),
        ((CLUB, 1001, 0, 0, 0, 0), "n = 1001 is not rated"),
        ((ROOM, 1, 10**12 + 1, 0, 0, 0), "within"),
        ((ROOM, 1, 0, -(10**12) - 1, 0, 0), "within"),
        ((ROOM, 1, 0, 0, -1, 0), "negative"),
    ],
)
def test_value_out_of_range_is_refused(arguments: Inputs, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        rate(*arguments)
