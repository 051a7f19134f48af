"""A tournament ends with its disputes ruled on and its appeals decided, or with what its director leaves open until it
is reopened (TD-9, TD-11, TD-12, ALL-13)."""

import pytest

from domain.errors import Refused
from domain.tournament import commands
from domain.tournament import ruling_commands as asked
from tests.desk import Desk, person, player, started
from tests.domain.test_rulings import COMMITTEE, LOST, ON_MATCH, ruling

COMPLETED = commands.CompleteTournament()
LEFT_OPEN = commands.CompleteTournament(leave_open=True)
DISPUTED = asked.OpenDispute.model_validate({"about": ON_MATCH, "matter": "Who won?"})
LODGED = asked.LodgeAppeal(ruling=1, by=1)
DECIDED = asked.DecideAppeal(appeal=1, reasons="As voted.")


def ended() -> Desk:
    """A has beaten B, and been ruled to have lost; nothing is left to play."""
    desk = started("AB")
    desk.report("A 5-3 B")
    desk.do(ruling(LOST))
    return desk


def vote_to_reverse(desk: Desk) -> None:
    desk.do(asked.FormCommittee(appeal=1, members=COMMITTEE))
    for letter in "xy":
        desk.do(asked.CastVote(appeal=1, member=person(letter), verdict="reversed"), player(letter))


def refusal(desk: Desk, command: commands.Command) -> Refused:
    with pytest.raises(Refused) as refused:
        desk.do(command)
    return refused.value


@pytest.mark.rule("TD-9", "TD-12", "ALL-13")
def test_it_is_not_completed_over_an_open_dispute_or_appeal_unasked() -> None:
    desk = ended()
    desk.do(DISPUTED, player("A"))
    desk.do(LODGED, player("A"))
    refused = refusal(desk, COMPLETED)
    assert (refused.problem.slug, dict(refused.facts)) == ("matters-open", {"disputes": [1], "appeals": [1]})
    desk.do(asked.WithdrawAppeal(appeal=1), player("A"))
    assert dict(refusal(desk, COMPLETED).facts) == {"disputes": [1], "appeals": []}
    desk.do(ruling(dispute=1))
    desk.do(COMPLETED)


@pytest.mark.rule("TD-11", "TD-12", "ALL-13")
def test_an_appeal_after_the_end_is_voted_on_there_and_decided_once_it_is_reopened() -> None:
    desk = ended()
    desk.do(COMPLETED)
    desk.do(LODGED, player("A"))
    vote_to_reverse(desk)
    for command in (DECIDED, asked.SuspendRuling(ruling=1)):
        refused = refusal(desk, command)
        assert refused.problem.slug == "tournament-status"
        assert refused.detail.endswith(f"Reopen it: /v1/tournaments/{desk.state.id}/reopening.")
    desk.do(commands.ReopenTournament(reason="An appeal is decided."))
    assert refusal(desk, COMPLETED).problem.slug == "matters-open"
    desk.do(DECIDED)
    desk.do(COMPLETED)
    assert desk.state.directing.rulings[1].status == "reversed"


@pytest.mark.rule("TD-9", "TD-19")
def test_what_was_left_open_is_ruled_on_once_it_is_reopened() -> None:
    desk = ended()
    desk.do(DISPUTED, player("A"))
    desk.do(LEFT_OPEN)
    assert "/reopening" in refusal(desk, ruling(dispute=1)).detail
    desk.do(commands.ReopenTournament(reason="The dispute is ruled on."))
    desk.do(ruling(dispute=1))
    desk.do(COMPLETED)
