"""The estimate of when the next round begins: from the rounds before it, by the point; else by the rule of thumb."""

from datetime import timedelta

import pytest

from domain.formats.swiss import SwissOptions
from domain.tournament.derived.next_round import NextRound, next_match, next_round
from domain.tournament.hall.commands import ArrangeHall
from domain.tournament.hall.events import Room
from domain.tournament.lifecycle.commands import StartTournament
from domain.tournament.rounds import commands as round_commands
from tests.formats.knockout_play import KnockoutDesk, knockout
from tests.formats.swiss_desk import SwissDesk, started_swiss
from tests.rounds import started_nxe


def evening(*lengths: int, rounds: int = 3, in_hall: bool = True) -> SwissDesk:
    """A Swiss of four whose rounds close at no time."""
    options = SwissOptions(kind="swiss", rounds=rounds, lengths=lengths, round_days=None)
    desk = started_swiss("ABCD", options=options)
    if in_hall:
        desk.do(ArrangeHall(rooms=(Room(name="Hall", first_table=1, last_table=4),)))
    return desk


def play(desk: SwissDesk, round_: int, minutes: int) -> None:
    """The round that was drawn, with its last result so many minutes after its draw."""
    first, last = (desk.name(one) for one in desk.matches() if one.round == round_)
    begun = desk.state.rounds.since[round_]
    desk.won(first)
    desk.now = begun + timedelta(minutes=minutes - 1)
    desk.won(last)


def told(desk: SwissDesk, round_: int) -> tuple[int, bool] | None:
    """How many minutes after its draw the next round begins, and whether that is measured."""
    found = next_round(desk.state)
    if found is None:
        return None
    assert found == NextRound(desk.state.rounds.since[round_] + found.takes, found.takes, found.measured)
    return found.takes // timedelta(minutes=1), found.measured


def test_first_round_at_tables_goes_by_eleven_minutes_a_point() -> None:
    desk = evening(5)
    assert next_round(desk.state) is None, "nothing is drawn yet"
    desk.drawn(1)
    assert told(desk, 1) == (55, False)


def test_first_round_away_from_tables_tells_nothing() -> None:
    desk = evening(5, in_hall=False)
    desk.drawn(1)
    assert told(desk, 1) is None


def test_later_round_takes_the_median_of_those_before_by_the_point() -> None:
    """Rounds to 5 took 50 minutes; one to 7 takes 7/5 of it, 70. One to 7 of 84 minutes is 84: the median is 77."""
    desk = evening(5, 7, rounds=4)
    desk.drawn(1)
    play(desk, 1, 50)
    desk.drawn(2)
    assert told(desk, 2) == (70, True)
    play(desk, 2, 84)
    desk.drawn(3)
    assert told(desk, 3) == (77, True)


def test_last_round_is_followed_by_none() -> None:
    desk = evening(5, rounds=2)
    desk.drawn(1)
    play(desk, 1, 50)
    desk.drawn(2)
    assert told(desk, 2) is None


def test_round_that_closes_at_a_time_is_not_estimated() -> None:
    desk = evening(5)
    desk.drawn(1)
    desk.do(round_commands.ScheduleRound(round=1, opens_at=None, closes_at=desk.now + timedelta(hours=1)))
    assert told(desk, 1) is None


def test_rounds_of_days_measure_no_evening() -> None:
    desk = evening(5)
    desk.drawn(1)
    play(desk, 1, 60 * 24 * 6)
    desk.drawn(2)
    assert told(desk, 2) is None


@pytest.mark.parametrize(("entrants", "is_told"), [("ABCD", True), ("AB", False)])
def test_round_of_lives_is_followed_by_another_while_more_than_one_stays_in(entrants: str, is_told: bool) -> None:
    """One life: of four two stay in after round 1. Of two who have one life each nobody knows."""
    desk = started_nxe(entrants, losses=1, length=5)
    desk.do(ArrangeHall(rooms=(Room(name="Hall", first_table=1, last_table=4),)))
    desk.draw(1)
    found = next_round(desk.state)
    assert (found is not None) == is_told


def bracket(entrants: int = 4) -> KnockoutDesk:
    """A to D at tables in a knockout to 5 without closing times: A-D and B-C. Of three A has a bye."""
    desk = knockout(entrants, {"lengths": (5,), "round_days": None})
    desk.do(ArrangeHall(rooms=(Room(name="Hall", first_table=1, last_table=4),)))
    desk.do(StartTournament())
    return desk


def waits(desk: KnockoutDesk, letter: str) -> int | None:
    """How many minutes from the start the opponent of that player is expected."""
    found = next_match(desk.state, desk.entry(letter))
    begun = min(one.open_since for one in desk.matches() if one.open_since)
    return None if found is None else (found - begun) // timedelta(minutes=1)


@pytest.mark.rule("SEL-3")
def test_winner_in_a_bracket_waits_as_long_as_the_other_match_takes_by_the_point() -> None:
    """A has won to 5 in 40 minutes, 8 a point: so does the match of B and C, which began with it."""
    desk = bracket()
    assert waits(desk, "A") is None, "A plays"
    [first] = [one for one in desk.matches() if one.sides == (1, 4)]
    assert first.open_since is not None
    desk.now = first.open_since + timedelta(minutes=39)
    desk.act("A beats D")
    assert waits(desk, "A") == 40
    assert waits(desk, "D") is None, "D is out"
    desk.act("B beats C")
    assert waits(desk, "A") is None, "A plays the final"


@pytest.mark.rule("SEL-3")
@pytest.mark.parametrize(("closes", "waited"), [(60, 55), (50, 50), (12 * 60 - 1, 55), (12 * 60, None)])
def test_winner_in_a_bracket_waits_until_a_round_of_the_evening_closes_at_most(closes: int, waited: int | None) -> None:
    """By the thumb a match to 5 takes 55 minutes; a round that is open for half a day is none of an evening."""
    desk = bracket(3)
    start = min(one.open_since for one in desk.matches() if one.open_since)
    closing = start + timedelta(minutes=closes)
    desk.do(round_commands.ScheduleRound(round=1, opens_at=None, closes_at=closing))
    assert waits(desk, "A") == waited
