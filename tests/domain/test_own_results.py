"""A director who plays in his own tournament verifies no result of his own (TD-9, TD-14)."""

import pytest

from domain.scoring.result import WinnerOnly
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches import commands as match_commands
from tests.club import Club
from tests.desk import OFFICE, director, person, player
from tests.domain.test_rulings import ruling

WON = WinnerOnly(winner="first")
PLAYED = match_commands.PlayedMatch(sides=(1, 2), length=5, result=WON)
VERIFY = match_commands.VerifyResult(match=1)


def evening(club: Club, verification: str = "by-director") -> str:
    """D directs, and plays A and B."""
    club.register("ABDE")
    conditions = Conditions.model_validate({"verification": verification})
    tournament = club.announce(director=person("D"), format={"kind": "open"}, conditions=conditions)
    club.start(tournament, "DAB")
    return tournament


def announced(club: Club, tournament: str, match: int = 1) -> bool:
    state = club.tournament(tournament)
    return state.counting(state.matches[match]) is not None


@pytest.mark.rule("TD-9", "TD-14", "ALL-12")
def test_what_a_director_reports_of_his_own_match_waits_for_other_staff() -> None:
    club = Club()
    tournament = evening(club)
    club.do(tournament, match_commands.EnterResults(results=(PLAYED,)), by=director("D"))
    assert not announced(club, tournament)
    assert club.refused(tournament, VERIFY, by=director("D")) == "conflict-of-interest"
    club.do(tournament, lifecycle_commands.AppointDirector(person=person("E")), by=director("D"))
    club.do(tournament, VERIFY, by=director("E"))
    assert announced(club, tournament)


@pytest.mark.rule("TD-14")
def test_the_only_director_is_not_stuck_an_administrator_verifies() -> None:
    club = Club()
    tournament = evening(club)
    club.do(tournament, match_commands.EnterResults(results=(PLAYED,)), by=director("D"))
    club.do(tournament, VERIFY, by=OFFICE)
    assert announced(club, tournament)


@pytest.mark.rule("TD-14")
def test_what_his_opponent_has_reported_he_verifies_himself() -> None:
    club = Club()
    tournament = evening(club)
    club.do(tournament, match_commands.EnterResults(results=(PLAYED,)), by=player("A"))
    club.do(tournament, VERIFY, by=director("D"))
    assert announced(club, tournament)


@pytest.mark.rule("TD-14")
def test_of_others_matches_and_where_results_stand_at_once_nothing_waits() -> None:
    club = Club()
    tournament = evening(club)
    others = PLAYED.model_copy(update={"sides": (2, 3)})
    club.do(tournament, match_commands.EnterResults(results=(others,)), by=director("D"))
    assert announced(club, tournament)
    club = Club()
    tournament = evening(club, "at-once")
    club.do(tournament, match_commands.EnterResults(results=(PLAYED,)), by=director("D"))
    assert announced(club, tournament)


@pytest.mark.rule("ALL-10", "TD-9")
def test_a_member_of_a_team_is_its_side() -> None:
    club = Club().register("ABDE")
    tournament = club.announce(director=person("D"), format={"kind": "open"})
    team = entry_commands.RequestEntry(person=person("A"), members=(person("D"),), team="Foxes")
    club.do(tournament, team)
    club.do(tournament, entry_commands.ApproveEntry(entry=1))
    club.start(tournament, "B")
    club.do(tournament, match_commands.EnterResults(results=(PLAYED,)), by=director("D"))
    assert club.refused(tournament, VERIFY, by=director("D")) == "conflict-of-interest"


@pytest.mark.rule("TD-9", "TD-14")
def test_nor_does_he_correct_void_or_reinstate_it() -> None:
    club = Club()
    tournament = evening(club, "at-once")
    club.do(tournament, match_commands.EnterResults(results=(PLAYED,)))
    changes = (
        match_commands.CorrectResult(match=1, result=WinnerOnly(winner="second"), reason="Slip"),
        match_commands.VoidMatch(match=1, reason="Not played"),
        match_commands.ReinstateMatch(match=1, reason="It was"),
    )
    for change in changes:
        assert club.refused(tournament, change, by=director("D")) == "conflict-of-interest"
        club.do(tournament, change)


@pytest.mark.rule("TD-9", "TD-16")
def test_nor_does_he_settle_its_length_or_let_his_opponent_leave_it() -> None:
    club = Club()
    tournament = evening(club)
    club.do(tournament, match_commands.MakeMatch(sides=(1, 2), length=5))
    length = match_commands.SettleLength(
        match=1, correct=3, first=0, second=0, games_ended=0, game_in_progress=False, reason="Posted so"
    )
    leaving = entry_commands.Resign(entry=2)
    for command in (length, leaving):
        assert club.refused(tournament, command, by=director("D")) == "conflict-of-interest"
        club.do(tournament, command)


@pytest.mark.rule("TD-9")
def test_nor_does_he_put_out_whom_he_still_has_to_play() -> None:
    club = Club()
    tournament = evening(club)
    out = ruling({"kind": "disqualification", "entry": 2}, about={"kind": "entry", "number": 2})
    club.do(tournament, match_commands.MakeMatch(sides=(1, 2), length=5))
    assert club.refused(tournament, out, by=director("D")) == "conflict-of-interest"
    club.do(tournament, match_commands.ReportResult(match=1, result=WON))
    club.do(tournament, out, by=director("D"))
