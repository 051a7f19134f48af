"""What counts by a director's link alone takes nobody into the next stage (TD-9): a Swiss of four, one round, then a
final of two. D directs alone and plays A; D's win counts by the link that D has issued to A. C beats B.
"""

import pytest

from domain.formats.contract.steps import Wait
from domain.formats.knockout import KnockoutOptions
from domain.formats.swiss import SwissOptions
from domain.kernel.envelope import Actor
from domain.tournament.decisions.rounds.rolling_on import due_command
from domain.tournament.derived.progress import StageDue
from domain.tournament.entries.commands import ApproveEntry, RequestEntry
from domain.tournament.lifecycle.commands import AnnounceTournament, AppointDirector, StartTournament
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.matches.commands import ConfirmResult, ReportResult, VerifyResult
from domain.tournament.rounds.commands import OpenStage
from tests.desk import OFFICE, director, person, player
from tests.rounds import RoundsDesk

D, A = director("D"), player("A")
LINKED = Actor(key="link-A", role="player", person=person("A"), key_maker=person("D"))
FINAL = LaterStage(format=KnockoutOptions(kind="knockout", lengths=(1,)), qualifiers=2)


def swiss_played(auto_draw: bool = False) -> RoundsDesk:
    """The Swiss is played to its end; D has won against A, as both are said to have told."""
    desk = RoundsDesk()
    desk.do(
        AnnounceTournament(
            name="Evening",
            format=SwissOptions(kind="swiss", rounds=1, lengths=(1,)),
            stages=(FINAL,),
            conditions=Conditions(directors_link_confirms=True, auto_draw=auto_draw),
        )
    )
    for letter in "DACB":
        desk.do(RequestEntry(person=person(letter)))
        desk.do(ApproveEntry(entry=desk.entry(letter)))
    desk.do(AppointDirector(person=person("D")))
    desk.do(StartTournament())
    desk.pair(1, "D-A C-B")
    desk.won("C-B")
    match = desk.match("D-A")
    desk.do(ReportResult(match=match.number, result=desk.winner_only(match, "D")), D)
    if desk.state.matches[match.number].phase == "reported":
        desk.do(VerifyResult(match=match.number), LINKED)
    return desk


@pytest.mark.rule("TD-9", "SEL-1")
@pytest.mark.parametrize("by", [A, OFFICE])
def test_win_by_link_waits_for_somebody_else_before_the_next_stage_opens(by: Actor) -> None:
    desk = swiss_played()
    number = desk.match("D-A").number
    assert desk.state.matches[number].by_link_of == person("D")
    assert desk.step() == Wait((number,))
    desk.when(OpenStage(stage=2), D).refused("qualified-by-link")
    by_hand = OpenStage(stage=2, seeds=(desk.entry("D"), desk.entry("C")), reason="Late")
    desk.when(by_hand, OFFICE).refused("qualified-by-link")
    desk.do(ConfirmResult(match=number), by)
    assert isinstance(desk.step(), StageDue)
    desk.do(OpenStage(stage=2), D)
    assert desk.letters(desk.state.rounds.openings[-1].seeds) in ("CD", "DC")


@pytest.mark.rule("TD-9", "SWI-3")
def test_service_neither_opens_the_stage_nor_closes_the_round_while_a_win_by_link_waits() -> None:
    desk = swiss_played(auto_draw=True)
    number = desk.match("D-A").number
    later = desk.now.replace(year=desk.now.year + 1)
    assert due_command(desk.state, later) is None
    desk.do(ConfirmResult(match=number), OFFICE)
    assert isinstance(due_command(desk.state, later), OpenStage)
