"""Clocks and breaks (TD-7, TD-8)."""

from datetime import UTC, date, datetime, time
from itertools import groupby

import pytest
from pydantic import ValidationError

from domain.kernel.refusal import Refused
from domain.scoring.clock import (
    BREAKS,
    Break,
    ClockTerms,
    LostOnTime,
    OutOfTime,
    allotment,
    out_of_time,
    review_break,
)
from tests.directing.words import letter, side
from tests.golden.tables import Row, table


@pytest.mark.rule("TD-7")
@pytest.mark.source("ausbgf 3.5.6")
@pytest.mark.parametrize("case", table("directing/clocks", 1), ids=lambda case: f"{case['length']}: {case['needed']}")
def test_the_allotment_is_half_the_points_needed_times_the_match_time(case: Row) -> None:
    terms = ClockTerms(seconds_per_point=int(case["seconds per point"]))
    found = allotment(int(case["length"]), (int(case["A"]), int(case["B"])), terms)
    minutes, seconds = divmod(found.seconds_each, 60)
    assert f"{minutes}:{seconds:02}" == case["minutes:seconds each"]
    assert found.delay_seconds == 12


@pytest.mark.rule("TD-7")
def test_a_match_that_is_over_gets_no_clock() -> None:
    with pytest.raises(Refused) as refusal:
        allotment(5, (5, 3), ClockTerms())
    assert refusal.value.problem.slug == "clock-not-needed"


@pytest.mark.rule("TD-7")
@pytest.mark.source("ausbgf 4.3.3")
@pytest.mark.parametrize("case", table("directing/clocks", 2), ids=lambda case: " ".join(case.values()))
def test_player_out_of_time_loses(case: Row) -> None:
    out = "both" if case["out"] == "both" else side(case["out"])
    declared = OutOfTime(
        out=out,
        first_out=side(case["first"]) if case["first"] else None,
        certain_winner=side(case["certain to win"]) if case["certain to win"] else None,
    )
    found = out_of_time(declared)
    comes_to = f"{letter(found.loser)} loses" if isinstance(found, LostOnTime) else "play on without a clock"
    assert comes_to == case["comes to"]


@pytest.mark.rule("TD-7")
def test_first_player_out_matters_only_where_both_are() -> None:
    with pytest.raises(ValidationError, match="only count where both"):
        OutOfTime(out="first", first_out="second")


EVENING = date(2026, 3, 1)


def moment(text: str) -> datetime:
    return datetime.combine(EVENING, time.fromisoformat(text), UTC)


MATCHES = [list(rows) for _, rows in groupby(table("directing/clocks", 3), key=lambda row: row["match"])]


@pytest.mark.rule("TD-8")
@pytest.mark.parametrize("rows", MATCHES, ids=lambda rows: f"match {rows[0]['match']}")
def test_breaks_are_counted_and_what_exceeds_them_is_flagged(rows: list[Row]) -> None:
    taken: list[Break] = []
    for row in rows:
        between = row["between games"] == "yes"
        one = Break(started_at=moment(row["taken at"]), number_of_breaks=int(row["together"]), between_games=between)
        review = review_break(int(row["length"]), taken, one)
        assert (review.due_back, review.left) == (moment(row["due back"]), int(row["left"]))
        assert " ".join(review.flags) == row["flags"]
        taken.append(one)


@pytest.mark.rule("TD-8")
def test_one_break_up_to_fifteen_points_and_two_beyond() -> None:
    assert [BREAKS.breaks_allowed(length) for length in (1, 15, 16, 25)] == [1, 1, 2, 2]
