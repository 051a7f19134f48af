"""Policies are data, closed and versioned (ELO-8)."""

from decimal import Decimal
from fractions import Fraction

import pytest
from pydantic import ValidationError

from domain.rating.policy import POLICIES, KFactor, UnknownPolicyError, policy

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
def test_what_has_no_n_is_not_rated() -> None:
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
