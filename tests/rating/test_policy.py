"""Policies are data, closed and versioned (ELO-8)."""

from decimal import Decimal
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.rating.announcing import SaidPolicy, said_k
from domain.rating.elo import rate
from domain.rating.policy import (
    MICROPOINTS,
    POLICIES,
    Constants,
    KFactor,
    UnknownPolicyError,
    made_policy,
    policy,
)

PUBLISHED = {
    ("room", 1): "3df4bf58534f769bb83d51b7fea0fb7103a212e15a1d491ce777f97a728ebbcd",
    ("club", 1): "f2595c9ccead4331efc1304a6491353cffa7af25a4c2fa88122a9e453da133de",
    ("denmark", 1): "df6baabbd18ae6fe41a56627ee5a034800633427e030ff5ef8b1f29b4088bfa4",
}
"""A line is added with each new policy or version; none is ever altered."""


@pytest.mark.rule("ELO-8", "ALL-11")
def test_a_published_policy_never_changes() -> None:
    assert {key: each.digest() for key, each in POLICIES.items()} == PUBLISHED


@pytest.mark.rule("ELO-8")
def test_an_unknown_policy_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(UnknownPolicyError, match="room v2; published are: club v1, denmark v1, room v1"):
        policy("room", 2)


@pytest.mark.rule("ELO-1")
def test_starts() -> None:
    assert policy("room", 1).start_in("normal") == (1_500_000_000, 0)
    assert policy("club", 1).start_in("normal") == (1_800_000_000, 0)


@pytest.mark.rule("ELO-2")
def test_n_of_the_room_modes_and_of_matches_to_points() -> None:
    room = policy("room", 1)
    modes = {"five-points": 5, "three-games": 4, "single": 2, "normal": 1, "ring": 1}
    assert {mode: room.n_of_mode(mode) for mode in modes} == modes
    assert [room.n_of_length(points) for points in (1, 7, 101)] == [1, 7, 101]


@pytest.mark.rule("ELO-2", "SIX-3")
def test_mode_without_an_n_is_not_rated() -> None:
    room = policy("room", 1)
    assert room.n_of("six-games", 6) is None
    assert room.n_of_length(0) is None
    assert room.n_of_length(1001) is None
    assert policy("club", 1).n_of_mode("single") is None


@pytest.mark.rule("ELO-2", "SIX-3")
def test_a_six_game_match_has_the_n_a_policy_names_and_not_its_length() -> None:
    named = policy("room", 1).model_copy(update={"modes": (("six-games", 4),)})
    assert (named.n_of("six-games", 6), named.n_of("points", 6)) == (4, 6)


@pytest.mark.rule("ELO-4")
@pytest.mark.parametrize(
    ("experience", "k"), [(0, "5"), (1, "4.99"), (250, "2.5"), (399, "1.01"), (400, "1"), (401, "1"), (9999, "1")]
)
def test_k_falls_from_5_to_1(experience: int, k: str) -> None:
    assert policy("room", 1).k_at(experience) == Fraction(k)


@pytest.mark.rule("ELO-8")
def test_k_of_other_federations() -> None:
    assert policy("club", 1).k_at(0) == policy("club", 1).k_at(500) == 1
    assert policy("denmark", 1).k is None


def test_a_policy_is_frozen_and_takes_no_floats() -> None:
    room = policy("room", 1)
    with pytest.raises(ValidationError, match="frozen"):
        room.version = 2
    with pytest.raises(ValidationError, match="Decimal"):
        KFactor.model_validate({"start": 5.0, "slope": Decimal("0.01"), "floor": Decimal(1)})


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"factor": Decimal(7)}, "more than 1000 points"),
        ({"shortest": 9, "longest": 7}, "above the longest"),
        ({"modes": (("single", 2), ("single", 3))}, "named twice"),
        ({"scale": Decimal(0)}, "greater than or equal to 1"),
        ({"longest": 1001}, "less than or equal to 1000"),
        ({"start": Decimal("0.0000001")}, "decimal places"),
    ],
)
def test_impossible_constants_are_refused(change: dict[str, object], complaint: str) -> None:
    room = policy("room", 1)
    with pytest.raises(ValidationError, match=complaint):
        type(room).model_validate({**dict(room), **change})


def test_k_that_falls_too_slowly_is_refused() -> None:
    with pytest.raises(ValidationError, match="within 10000"):
        KFactor(start=Decimal(5), slope=Decimal("0.0001"), floor=Decimal(1))


NATIONAL: dict[str, object] = {
    "name": "national",
    "start": "1500",
    "k": {"kind": "falling", "start": "2", "slope": "0.0025", "floor": "1"},
    "factor": "4",
    "scale": "2000",
}


def said(**changes: object) -> Constants:
    return SaidPolicy.model_validate(NATIONAL | changes).constants()


@pytest.mark.rule("ELO-8")
def test_policies_of_the_service_can_be_said_as_data() -> None:
    modes = [{"form": form, "n": n} for form, n in policy("room", 1).modes]
    falling = {"kind": "falling", "start": "5", "slope": "0.01", "floor": "1"}
    assert said(k=falling, modes=modes) == policy("room", 1).constants
    always_one = {"kind": "falling", "start": "1", "slope": "0", "floor": "1"}
    assert said(start="1800", k=always_one) == policy("club", 1).constants
    assert said(k={"kind": "none"}, factor="1", length_in_change="linear") == policy("denmark", 1).constants


@pytest.mark.rule("ELO-8")
@pytest.mark.parametrize("k", [None, {"kind": "falling", "start": "2", "slope": "0.01", "floor": "1"}])
def test_k_is_said_as_it_was_announced(k: object) -> None:
    bands = {"kind": "bands", "bands": [{"from_experience": 0, "k": "2"}, {"from_experience": 500, "k": "0.5"}]}
    mean = {"kind": "mean-rating", "start": "32", "slope": "0.012", "floor": "5", "ceiling": "16"}
    for one in (k or {"kind": "none"}, bands, mean):
        assert said_k(said(k=one, factor="1").k).model_dump(mode="json") == one


@pytest.mark.rule("ELO-8")
def test_a_common_k_is_the_mean_of_both() -> None:
    bands = {"kind": "bands", "bands": [{"from_experience": 0, "k": "3"}, {"from_experience": 100, "k": "1"}]}
    common = made_policy("national", 1, said(k=bands, common_k=True))
    assert common.ks((0, 0), (0, 100)) == (Fraction(2), Fraction(2))
    winner, loser = rate(common, 1, 1500 * MICROPOINTS, 1500 * MICROPOINTS, 0, 100)
    assert (winner, loser) == (1504 * MICROPOINTS, 1496 * MICROPOINTS)


@pytest.mark.rule("ELO-8")
def test_a_rule_by_the_mean_rating_gives_the_published_numbers() -> None:
    # Galaxy's, as its published formulas have it: 1736.78 and 1628.80, 13 points: 34.19 if the first wins, else 46.65.
    mean = {"kind": "mean-rating", "start": "32", "slope": "0.012", "floor": "5", "ceiling": "16"}
    constants = said(
        k=mean, factor="1", scale="800", length_in_chance="none", length_in_change="three-quarters", longest=25
    )
    galaxy = made_policy("galaxy", 1, constants)
    high, low = 1_736_780_000, 1_628_800_000
    gains = [rate(galaxy, 13, *pair, 0, 0)[0] - pair[0] for pair in ((high, low), (low, high))]
    assert [round(gain / MICROPOINTS, 2) for gain in gains] == [34.19, 46.65]


@pytest.mark.rule("ELO-8")
def test_japans_and_denmarks_published_example_is_met() -> None:
    # 1100 beats 1000 in 9 points: +3.73; the other way +5.27.
    stake = made_policy("stake", 1, said(start="1000", k={"kind": "none"}, factor="1", length_in_change="linear"))
    high, low = 1_100 * MICROPOINTS, 1_000 * MICROPOINTS
    gains = [rate(stake, 9, *pair, 0, 0)[0] - pair[0] for pair in ((high, low), (low, high))]
    assert [round(gain / MICROPOINTS, 2) for gain in gains] == [3.73, 5.27]


@pytest.mark.rule("ELO-8")
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"factor": "0"}, "factor: Input should be greater than 0"),
        ({"scale": "0"}, "scale: Input should be greater than or equal to 1"),
        ({"k": {"kind": "falling", "start": "2", "slope": "0.01", "floor": "0"}}, "floor: .* greater than 0"),
        ({"k": {"kind": "falling", "start": "1", "slope": "0.01", "floor": "2"}}, "choose a start at the floor"),
        ({"k": {"kind": "falling", "start": "2", "slope": "0.00001", "floor": "1"}}, "choose a steeper slope"),
        (
            {"k": {"kind": "bands", "bands": [{"from_experience": 5, "k": "1"}]}},
            "first band of K begins at experience 0",
        ),
        ({"k": {"kind": "mean-rating", "start": "9", "slope": "1", "floor": "3", "ceiling": "2"}}, "above its ceiling"),
        ({"k": {"kind": "none"}, "common_k": True}, "a common K needs a K by experience"),
        ({"shortest": 9, "longest": 7}, "the shortest rated length is above the longest"),
        ({"shortest": 0}, "shortest: Input should be greater than or equal to 1"),
        ({"smallest_field": 1}, "smallest_field: Input should be greater than or equal to 2"),
        ({"modes": [{"form": "points", "n": 3}]}, "name `shortest` and `longest`"),
        ({"length_in_change": "linear"}, "choose a smaller factor or K"),
    ],
)
def test_unratable_terms_are_refused_with_what_would_rate(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        said(**change)


@pytest.mark.rule("ELO-8", "ELO-7")
@given(
    st.sampled_from(["sqrt", "three-quarters", "linear", "none"]),
    st.sampled_from(["sqrt", "three-quarters", "linear", "none"]),
    st.integers(1, 25),
    *[st.integers(0, 3_000 * MICROPOINTS)] * 2,
    *[st.integers(0, 900)] * 2,
)
def test_rating_by_announced_policies_is_right_to_the_last_digit(
    chance: str, change: str, n: int, winner: int, loser: int, winner_experience: int, loser_experience: int
) -> None:
    """Worked out at fifty digits from the formula alone, where those decide."""
    bands = {"kind": "bands", "bands": [{"from_experience": 0, "k": "2.5"}, {"from_experience": 300, "k": "0.75"}]}
    one = made_policy("any", 1, said(k=bands, length_in_chance=chance, length_in_change=change, longest=25))
    powers = {"sqrt": mpmath.mpf(1) / 2, "three-quarters": mpmath.mpf(3) / 4, "linear": 1, "none": 0}
    after = rate(one, n, winner, loser, winner_experience, loser_experience)
    with mpmath.workdps(50):
        share = 1 / (mpmath.power(10, (winner - loser) * mpmath.power(n, powers[chance]) / (2000 * 10**6)) + 1)
        stake = 4 * 10**6 * mpmath.power(n, powers[change]) * share
        gain, loss = (
            stake * (mpmath.mpf("2.5") if experience < 300 else mpmath.mpf("0.75"))
            for experience in (winner_experience, loser_experience)
        )
        errors = abs(after[0] - winner - gain), abs(loser - after[1] - loss)
    assert max(errors) <= 0.5
