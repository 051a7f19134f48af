"""Breaks that a director has devised, for a tournament, rounds of it, or single matches (TD-8) [2.2.3, 3.5.5]."""

from datetime import timedelta

import pytest

from domain.scoring.clock import BreakTerms
from domain.scoring.lateness import Lateness
from domain.tournament.decisions.match_record.recording import BreakMeaning, meaning
from domain.tournament.lifecycle.commands import ChangeConditions
from domain.tournament.lifecycle.conditions import Conditions, PartBreaks
from domain.tournament.match_record import commands as match_record_commands
from domain.tournament.match_record.events import MatchRecordEvent
from domain.tournament.matches import commands as match_commands
from projections.views.match_record import match_record_of
from tests.desk import NOON, Desk, started

ONE = NOON + timedelta(hours=1)
LONG = BreakTerms(minutes=10, breaks_in_short=2, short_up_to=9, breaks_in_longer=3)


def playing(conditions: Conditions) -> Desk:
    """A and B play match 1 to 9, C and D match 2 to 11."""
    desk = started("ABCD", conditions)
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=9))
    desk.do(match_commands.MakeMatch(sides=(3, 4), length=11))
    desk.now = ONE
    return desk


def told(desk: Desk, command: match_record_commands.OfMatch) -> BreakMeaning:
    """What the break comes to, as it is answered."""
    before = desk.state
    (event,) = desk.do(command)
    assert isinstance(event, MatchRecordEvent)
    meant = meaning(before, event)
    assert isinstance(meant, BreakMeaning)
    return meant


@pytest.mark.rule("TD-8", "TD-21")
@pytest.mark.source("ausbgf 2.2.3", "ausbgf 3.5.5")
def test_2_2_3_breaks_are_as_long_and_as_many_as_the_director_has_devised() -> None:
    # Ten minutes each, two to 9 and three to 11. A takes both at 13:00 and is due at 13:20. C takes all three, is due
    # at 13:30 and back at 13:36: D may have a point.
    desk = playing(Conditions(break_terms=LONG))
    both = match_record_commands.BeginBreak(match=1, side="first", number_of_breaks=2, started_at=ONE)
    begun = told(desk, both)
    assert (begun.due_back, begun.left, begun.flags) == (ONE + timedelta(minutes=20), 0, ())
    back = told(desk, match_record_commands.EndBreak(match=1, number=1, ended_at=ONE + timedelta(minutes=5)))
    assert back.late is None
    desk.now = ONE + timedelta(minutes=40)
    third = told(desk, match_record_commands.BeginBreak(match=1, side="first", started_at=ONE + timedelta(minutes=30)))
    assert third.flags == ("too-many",)
    longer = told(desk, match_record_commands.BeginBreak(match=2, side="first", number_of_breaks=3, started_at=ONE))
    assert (longer.due_back, longer.left, longer.flags) == (ONE + timedelta(minutes=30), 0, ())
    late = told(desk, match_record_commands.EndBreak(match=2, number=1, ended_at=ONE + timedelta(minutes=36)))
    assert late.late == Lateness(offender="first", beneficiary="second", points=1)
    assert match_record_of(desk.state, 2).breaks[0].late == late.late


@pytest.mark.rule("TD-8", "TD-21")
@pytest.mark.source("ausbgf 2.2.3")
def test_2_2_3_a_single_match_has_breaks_of_its_own_and_the_rest_those_of_the_rules() -> None:
    of_two = PartBreaks(matches=(2,), minutes=15, breaks_in_short=0, breaks_in_longer=1)
    desk = playing(Conditions(part_breaks=(of_two,)))
    for match, minutes in ((1, 5), (2, 0)):
        begun = told(desk, match_record_commands.BeginBreak(match=match, side="first", started_at=ONE))
        assert (begun.due_back, begun.flags) == (
            ONE + timedelta(minutes=minutes),
            () if minutes else ("too-many",),
        )


@pytest.mark.rule("TD-8")
def test_a_later_part_goes_ahead_of_an_earlier_and_of_the_tournament() -> None:
    parts = (PartBreaks(from_round=2, minutes=7), PartBreaks(from_round=3, until_round=3, minutes=8))
    conditions = Conditions(break_terms=LONG, part_breaks=parts)
    assert [conditions.breaks_in(round_, 1).minutes for round_ in (None, 1, 2, 3, 4)] == [10, 10, 7, 8, 7]
    assert Conditions().breaks_in(1, 1) == BreakTerms()


@pytest.mark.rule("TD-21")
def test_breaks_are_changed_with_a_reason_after_the_start() -> None:
    desk = playing(Conditions())
    change = ChangeConditions(conditions=Conditions(break_terms=LONG))
    desk.when(change).refused("reason-missing")
    desk.do(change.model_copy(update={"reason": "The hall's kitchen is slow."}))
    begun = told(desk, match_record_commands.BeginBreak(match=1, side="first", started_at=ONE))
    assert begun.due_back == ONE + timedelta(minutes=10)
