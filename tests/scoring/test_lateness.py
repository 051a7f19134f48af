"""Late starts and returns (TD-5)."""

from datetime import UTC, date, datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.values import other
from domain.scoring.lateness import Lateness, decides, lateness, won_by_lateness
from domain.scoring.undecided import DirectorDecides
from tests.directing.words import side
from tests.golden.tables import Row, table

EVENING = date(2026, 3, 1)


def moment(text: str) -> datetime | None:
    """`20:05` on the evening of the page; `never`."""
    return None if text == "never" else datetime.combine(EVENING, time.fromisoformat(text), UTC)


def late(case: Row) -> tuple[Lateness, ...]:
    due, now = moment("20:00"), moment(case["now"])
    assert due is not None
    assert now is not None
    return lateness(due, moment(case["A there"]), moment(case["B there"]), now)


@pytest.mark.rule("TD-5")
@pytest.mark.source("ausbgf 2.2.4")
@pytest.mark.parametrize("case", table("directing/lateness", 1), ids=lambda case: case["why"])
def test_lateness_of_each_side_is_its_own(case: Row) -> None:
    found = {one.beneficiary: one.points for one in late(case)}
    expected = {side(letter): int(case[f"to {letter}"]) for letter in "AB" if case[f"to {letter}"]}
    assert found == expected
    assert all(one.offender == other(one.beneficiary) for one in late(case))


@pytest.mark.rule("TD-5", "ALL-5")
@pytest.mark.source("ausbgf 2.2.4")
@pytest.mark.parametrize("case", table("directing/lateness", 3), ids=lambda case: case["why"])
def test_lateness_wins_for_the_side_that_passes_half_first(case: Row) -> None:
    given = int(case["A had"]), int(case["B had"])
    match won_by_lateness(late(case), given, int(case["length"])):
        case DirectorDecides(rule=rule):
            assert (case["won by"], rule) == ("director", "TD-5")
        case None:
            assert case["won by"] == ""
        case winner:
            assert winner == side(case["won by"])


@pytest.mark.rule("TD-5", "TD-8")
def test_lateness_of_centuries_is_worked_out_too() -> None:
    due, now = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)
    assert lateness(due, due, None, now) == (Lateness(offender="second", beneficiary="first", points=100_000),)


@pytest.mark.rule("TD-5")
@pytest.mark.parametrize("case", table("directing/lateness", 2), ids=lambda case: f"to {case['length']}")
def test_penalty_points_alone_decide_from_more_than_half_the_length(case: Row) -> None:
    enough, length = int(case["enough"]), int(case["length"])
    assert decides(enough, length)
    assert not decides(enough - 1, length)


@pytest.mark.rule("TD-5")
@given(st.integers(1, 999), st.integers(0, 999))
def test_deciding_points_leave_less_than_half_to_the_other(length: int, points: int) -> None:
    assert decides(points, length) == (points > length - points)
