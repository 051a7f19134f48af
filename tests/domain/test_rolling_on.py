"""Rounds that roll on by themselves, where that was announced (NXE-7, SWI-3)."""

from datetime import timedelta

import pytest

from domain.formats.elimination.nxe import NxeOptions
from domain.formats.swiss.options import SwissOptions
from domain.kernel.envelope import SERVICE
from domain.kernel.outside_source import Beacon
from domain.scoring.result import Drawn
from domain.tournament.decisions.rounds.rolling_on import due_at, due_command
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from tests.desk import NOON, entered
from tests.rounds import RoundsDesk, announced_nxe

ROLLING = Conditions(auto_draw=True)
NXE = NxeOptions(kind="nxe", losses=1, lengths=(1,))
MONTH = timedelta(days=30)


def rolling(letters: str = "ABCD", conditions: Conditions = ROLLING) -> RoundsDesk:
    desk = announced_nxe(NXE, conditions=conditions)
    entered(desk, letters).do(lifecycle_commands.StartTournament())
    return desk


def roll(desk: RoundsDesk) -> None:
    """The service does what is due now."""
    command = due_command(desk.state, desk.now)
    assert command is not None
    desk.do(command, SERVICE)


@pytest.mark.rule("NXE-7")
def test_the_next_round_is_due_when_all_matches_have_a_winner_and_drawn_by_the_service() -> None:
    desk = rolling()
    roll(desk)
    assert desk.history[-1].actor.role == "service"
    first, second = desk.round(1)
    desk.won(first)
    assert (due_at(desk.state), due_command(desk.state, desk.now + MONTH)) == (None, None)
    desk.won(second)
    assert due_at(desk.state) is not None
    roll(desk)
    [final] = desk.round(2)
    desk.won(final)
    assert due_at(desk.state) is None


@pytest.mark.rule("NXE-7")
def test_nothing_rolls_on_that_was_not_announced_so() -> None:
    desk = rolling(conditions=Conditions())
    assert due_at(desk.state) is None
    desk.when(round_commands.DrawRound(round=1), SERVICE).refused("not-allowed")
    announced_nxe(NXE, conditions=ROLLING).when(round_commands.PublishCommitment(), SERVICE).refused(
        "tournament-status"
    )
    rolling().when(round_commands.PublishCommitment(), SERVICE).refused("not-allowed")


@pytest.mark.rule("NXE-7", "SWI-3")
def test_a_round_that_opens_later_is_drawn_then() -> None:
    desk = announced_nxe(NXE, conditions=ROLLING)
    opens_at = NOON + timedelta(days=1)
    desk.do(round_commands.ScheduleRound(round=1, opens_at=opens_at))
    entered(desk, "AB").do(lifecycle_commands.StartTournament())
    assert (due_at(desk.state), due_command(desk.state, desk.now)) == (opens_at, None)
    desk.now = opens_at
    roll(desk)
    assert desk.round(1) in (["A-B"], ["B-A"])


@pytest.mark.rule("NXE-7", "ALL-2")
def test_the_service_waits_for_the_value_from_outside() -> None:
    desk = RoundsDesk()
    source = Beacon(name="drand quicknet", round=1, due_at=NOON + timedelta(hours=1))
    announcement = lifecycle_commands.AnnounceTournament(
        name="Evening", format=NXE, conditions=ROLLING, outside_source=source
    )
    desk.do(announcement)
    entered(desk, "AB").do(lifecycle_commands.StartTournament())
    assert due_at(desk.state) is None
    desk.now += timedelta(hours=1)
    desk.do(round_commands.RecordOutsideValue(value="8d61d9100567de44682506aea1a7a6fa"))
    roll(desk)


def into_a_knockout(*pairs: str) -> RoundsDesk:
    """A Swiss of one round, played so, of whose players two go up."""
    desk = RoundsDesk()
    stages = ({"format": {"kind": "knockout", "lengths": [1]}, "qualifiers": 2},)
    swiss = {"kind": "swiss", "rounds": 1, "lengths": [1]}
    said = {"name": "League", "format": swiss, "stages": stages, "conditions": ROLLING}
    desk.do(lifecycle_commands.AnnounceTournament.model_validate(said))
    entered(desk, "ABCD").do(lifecycle_commands.StartTournament())
    desk.pair(1, "A-B C-D")
    for pair in pairs:
        desk.won(pair)
    return desk


@pytest.mark.rule("SEL-1", "NXE-7")
def test_the_next_stage_is_opened_when_its_field_is_there() -> None:
    desk = into_a_knockout("A-B", "C-D")
    roll(desk)
    opened = next(one for one in desk.history if one.topic == "tournament.stage-opened.v1")
    assert opened.actor == SERVICE
    assert desk.round(2) in (["A-C"], ["C-A"])


@pytest.mark.rule("SEL-2", "NXE-7")
def test_a_coin_between_the_last_in_and_the_first_out_is_left_to_the_director_who_may_have_it_played() -> None:
    desk = into_a_knockout("A-B")
    desk.do(match_commands.ReportResult(match=desk.match("C-D").number, result=Drawn()))
    assert due_at(desk.state) is None
    desk.do(round_commands.MakePlayOff(stage=2))
    desk.won(desk.name(desk.matches()[-1]))
    roll(desk)
    assert len(desk.round(2)) == 1


@pytest.mark.rule("SWI-3", "SWI-4")
def test_a_swiss_round_closes_at_its_time() -> None:
    desk = RoundsDesk()
    swiss = SwissOptions(kind="swiss", rounds=2, lengths=(1,))
    desk.do(lifecycle_commands.AnnounceTournament(name="League", format=swiss, conditions=ROLLING))
    entered(desk, "ABCD").do(lifecycle_commands.StartTournament())
    roll(desk)
    closes_at = due_at(desk.state)
    assert closes_at is not None
    assert due_command(desk.state, closes_at - timedelta(seconds=1)) is None
    desk.now = closes_at
    roll(desk)
    closed = next(one for one in desk.history if one.topic == "tournament.round-closed.v1")
    assert closed.actor == SERVICE
    assert {desk.state.verdict(match.number) for match in desk.matches()} == {"both-lost"}
