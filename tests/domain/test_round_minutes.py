"""How long a round of an evening is open: the minutes that the conditions say, ahead of the format's days (SWI-3)."""

from datetime import timedelta

import pytest

from domain.kernel.envelope import Event
from domain.scoring.result import FinalScore
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.matches.commands import ReportResult
from domain.tournament.rounds.commands import DrawRound
from domain.tournament.rounds.events import RoundScheduled
from tests.desk import Desk, entered

SWISS = {"kind": "swiss", "rounds": 3, "lengths": [5]}


def open_for(desk: Desk, events: tuple[Event, ...]) -> list[timedelta]:
    """For how long each round that has come into being by these is open from now."""
    made = [event for event in events if isinstance(event, RoundScheduled)]
    return [one.closes_at - desk.now for one in made if one.closes_at]


def announced(format_: dict[str, object], **conditions: object) -> Desk:
    """Four have entered."""
    desk = Desk()
    fields = {"name": "Evening", "format": format_, "conditions": conditions}
    desk.do(AnnounceTournament.model_validate(fields))
    entered(desk, "ABCD")
    return desk


@pytest.mark.rule("SWI-3")
@pytest.mark.parametrize(
    ("conditions", "length"),
    [
        ({"round_minutes": 1}, timedelta(minutes=1)),
        ({"round_minutes": 60}, timedelta(minutes=60)),
        ({}, timedelta(days=7)),
    ],
)
def test_round_is_open_for_the_minutes_announced_else_for_its_days(
    conditions: dict[str, object], length: timedelta
) -> None:
    desk = announced(SWISS, **conditions)
    desk.do(StartTournament())
    assert open_for(desk, desk.do(DrawRound(round=1))) == [length]


@pytest.mark.rule("SWI-3")
def test_round_drawn_early_has_its_own_minutes_and_waits_for_no_round_before() -> None:
    desk = announced(SWISS, round_minutes=60)
    desk.do(StartTournament())
    desk.do(DrawRound(round=1))
    for match in (1, 2):
        desk.do(ReportResult(match=match, result=FinalScore(first=5, second=1)))
    drawn = desk.do(DrawRound(round=2))
    assert open_for(desk, drawn) == [timedelta(minutes=60)]
    assert desk.state.rounds.schedules[2].opens_at == desk.now


@pytest.mark.rule("SWI-3", "RR-6")
def test_rounds_that_are_made_together_end_one_after_the_other() -> None:
    desk = announced({"kind": "round-robin", "pace": "at-once"}, round_minutes=45)
    assert open_for(desk, desk.do(StartTournament())) == [timedelta(minutes=45 * n) for n in (1, 2, 3)]
