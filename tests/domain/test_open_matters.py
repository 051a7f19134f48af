"""A tournament ends with its disputes ruled on and its appeals decided, or with what its director leaves open until it
is reopened (TD-9, TD-11, TD-12, ALL-13)."""

import pytest

from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.desk import Desk, person, player, started
from tests.domain.test_rulings import COMMITTEE, LOST, ON_MATCH, ruling

COMPLETED = lifecycle_commands.CompleteTournament()
LEFT_OPEN = lifecycle_commands.CompleteTournament(leave_open=True)
DISPUTED = ruling_commands.OpenDispute.model_validate({"about": ON_MATCH, "matter": "Who won?"})
LODGED = ruling_commands.LodgeAppeal(ruling=1, entry=1)
DECIDED = ruling_commands.DecideAppeal(appeal=1, reasons="As voted.")


def ended() -> Desk:
    """A has beaten B, and been ruled to have lost; nothing is left to play."""
    desk = started("AB")
    desk.report("A 5-3 B")
    desk.do(ruling(LOST))
    return desk


def vote_to_reverse(desk: Desk) -> None:
    desk.do(ruling_commands.FormCommittee(appeal=1, members=COMMITTEE))
    for letter in "xy":
        desk.do(ruling_commands.CastVote(appeal=1, member=person(letter), verdict="reversed"), player(letter))


@pytest.mark.rule("TD-9", "TD-12", "ALL-13")
def test_tournament_is_not_completed_over_an_open_dispute_or_appeal_unasked() -> None:
    desk = ended()
    desk.do(DISPUTED, player("A"))
    desk.do(LODGED, player("A"))
    desk.when(COMPLETED).refused("matters-open", disputes=[1], appeals=[1])
    desk.do(ruling_commands.WithdrawAppeal(appeal=1), player("A"))
    desk.when(COMPLETED).refused("matters-open", disputes=[1], appeals=[])
    desk.do(ruling(dispute=1))
    desk.when(COMPLETED).then()


@pytest.mark.rule("TD-11", "TD-12", "ALL-13")
def test_an_appeal_after_the_end_is_voted_on_there_and_decided_once_it_is_reopened() -> None:
    desk = ended()
    desk.do(COMPLETED)
    desk.do(LODGED, player("A"))
    vote_to_reverse(desk)
    for command in (DECIDED, ruling_commands.SuspendRuling(ruling=1)):
        desk.when(command).refused(
            "tournament-status", f"started: reopen it at /v1/tournaments/{desk.state.id}/reopening."
        )
    desk.do(lifecycle_commands.ReopenTournament(reason="An appeal is decided."))
    desk.when(COMPLETED).refused("matters-open")
    desk.do(DECIDED)
    desk.do(COMPLETED)
    assert desk.state.directing.rulings[1].status == "reversed"


@pytest.mark.rule("TD-9", "TD-19")
def test_matters_left_open_are_ruled_on_once_the_tournament_is_reopened() -> None:
    desk = ended()
    desk.do(DISPUTED, player("A"))
    desk.do(LEFT_OPEN)
    desk.when(ruling(dispute=1)).refused("tournament-status", "/reopening")
    desk.do(lifecycle_commands.ReopenTournament(reason="The dispute is ruled on."))
    desk.do(ruling(dispute=1))
    desk.when(COMPLETED).then()
