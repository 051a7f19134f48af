"""When rounds open and close where nobody has said so (SWI-3)."""

from datetime import UTC, datetime, timedelta

import pytest

from domain.tournament.lifecycle import commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.events import RoundScheduled
from tests.desk import entered
from tests.rounds import REASON, RoundsDesk

BEFORE_SUMMER_TIME = datetime(2026, 3, 25, 18, 59, tzinfo=UTC)


def begun(format_: dict[str, object], letters: str = "ABCDEFGH", **announced: object) -> RoundsDesk:
    desk = RoundsDesk(now=datetime(2026, 1, 31, 12, 0, tzinfo=UTC))
    desk.do(commands.AnnounceTournament.model_validate({"name": "Season", "format": format_, **announced}))
    entered(desk, letters)
    desk.do(commands.StartTournament())
    return desk


def days(desk: RoundsDesk, round_: int) -> timedelta:
    """From the opening of the round to its closing."""
    schedule = desk.state.rounds.schedules[round_]
    assert schedule.opens_at is not None
    assert schedule.closes_at is not None
    return schedule.closes_at - schedule.opens_at


def later(desk: RoundsDesk, days_: int) -> None:
    desk.now += timedelta(days=days_)


SWISS: dict[str, object] = {"kind": "swiss", "rounds": 2}


@pytest.mark.rule("SWI-3")
def test_a_swiss_round_has_a_week_and_the_last_one_two() -> None:
    desk = begun(SWISS, "ABCD")
    desk.pair(1, "A-B C-D")
    assert days(desk, 1) == timedelta(days=7)
    desk.won("A-B", "C-D")
    later(desk, 10)
    desk.pair(2, "A-C B-D")
    assert days(desk, 2) == timedelta(days=14)


@pytest.mark.rule("SWI-3")
def test_a_round_paired_in_parts_keeps_the_times_it_got_first() -> None:
    desk = begun(SWISS, "ABCD")
    desk.pair(1, "A-B")
    first = desk.state.rounds.schedules[1]
    later(desk, 1)
    desk.pair(1, "C-D")
    assert desk.state.rounds.schedules[1] == first


@pytest.mark.rule("SWI-3")
def test_matches_played_early_take_no_time_from_the_next_round() -> None:
    desk = begun({"kind": "knockout"}, "ABCD")
    first = desk.state.rounds.schedules[1].closes_at
    assert first is not None
    assert days(desk, 1) == timedelta(days=7)
    desk.won("A-D", "B-C")
    assert desk.state.rounds.schedules[2].closes_at == first + timedelta(days=7)


@pytest.mark.rule("SWI-3")
def test_the_days_are_announced_and_a_director_sets_other_times() -> None:
    desk = begun(SWISS | {"round_days": 3, "last_round_days": None}, "ABCD")
    desk.do(round_commands.ScheduleRound(round=2, opens_at=None, closes_at=BEFORE_SUMMER_TIME))
    desk.pair(1, "A-B C-D")
    assert days(desk, 1) == timedelta(days=3)
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C B-D")
    assert desk.state.rounds.schedules[2].closes_at == BEFORE_SUMMER_TIME
    without_limit = begun({"kind": "knockout", "round_days": None}, "ABCD")
    assert 1 not in without_limit.state.rounds.schedules


@pytest.mark.rule("SWI-3", "ALL-4")
def test_an_annulled_round_gets_new_times_when_it_is_paired_again() -> None:
    desk = begun(SWISS, "ABCD")
    desk.pair(1, "A-B C-D")
    desk.do(round_commands.AnnulRound(round=1, reason=REASON))
    assert 1 not in desk.state.rounds.schedules
    later(desk, 2)
    desk.pair(1, "A-B C-D")
    schedule = desk.state.rounds.schedules[1]
    assert schedule.opens_at == desk.now
    desk.do(round_commands.ScheduleRound(round=1, opens_at=None, closes_at=BEFORE_SUMMER_TIME))
    desk.do(round_commands.AnnulRound(round=1, reason=REASON))
    assert desk.state.rounds.schedules[1].closes_at == BEFORE_SUMMER_TIME


@pytest.mark.rule("SWI-3", "ALL-1")
def test_a_week_ends_at_the_same_time_of_day_across_a_change_of_clocks_and_is_recorded_as_an_instant() -> None:
    desk = begun(SWISS, "ABCD", time_zone="Europe/Copenhagen")
    desk.now = BEFORE_SUMMER_TIME  # 19:59 there; a minute later it is eight o'clock, and so it is a week later
    desk.pair(1, "A-B C-D")
    [scheduled] = [one.event for one in desk.history if isinstance(one.event, RoundScheduled)]
    assert scheduled.closes_at == datetime(2026, 4, 1, 18, 0, tzinfo=UTC)
    assert days(desk, 1) == timedelta(days=7, hours=-1)
