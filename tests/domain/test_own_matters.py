"""Anyone who directs and plays decides nothing for themselves by any route, and an evening goes on all the same (TD-9,
TD-14, SWI-4, SEL-1)."""

from typing import Any

import pytest

from domain.formats.contract.steps import Ask
from domain.scoring.result import WinnerOnly
from domain.tournament.derived.progress import next_of
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.match_record import commands as match_record_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.events import RoundClosed
from domain.tournament.rulings import commands as ruling_commands
from tests.club import Club
from tests.desk import OFFICE, director, person, player

D = director("D")
"""The only director, who plays as entry 1."""

OWN = "conflict-of-interest"
WON, LOST = WinnerOnly(winner="first"), WinnerOnly(winner="second")


def evening(players: str = "DAB", format_: dict[str, object] | None = None, **announced: Any) -> tuple[Club, str]:  # noqa: ANN401 -- any setting
    club = Club().register("ABCDEFGH")
    tournament = club.announce(director=person("D"), format=format_ or {"kind": "open"}, **announced)
    club.start(tournament, players)
    return club, tournament


def swiss(**announced: Any) -> tuple[Club, str]:  # noqa: ANN401 -- any setting
    """D against A, and B against C, in round 1 of two."""
    club, tournament = evening("DABC", {"kind": "swiss"}, **announced)
    pairings = round_commands.PairByHand(round=1, pairings=((1, 2), (3, 4)), reason="Travel")
    club.do(tournament, pairings)
    return club, tournament


def counts(club: Club, tournament: str, match: int = 1) -> bool:
    state = club.tournament(tournament)
    return state.verdict(match) is not None


def report(result: WinnerOnly, match: int = 1) -> match_commands.ReportResult:
    return match_commands.ReportResult(match=match, result=result)


@pytest.mark.rule("TD-9", "TD-14")
def test_opponent_confirms_what_the_director_has_won_with_no_other_director() -> None:
    for confirm in (match_commands.VerifyResult(match=1), report(WON)):
        club, tournament = evening()
        club.do(tournament, match_commands.MakeMatch(sides=(1, 2), length=5))
        club.do(tournament, report(WON), by=D)
        assert not counts(club, tournament)
        club.when(tournament, match_commands.VerifyResult(match=1), by=D).refused(OWN)
        club.when(tournament, match_commands.VerifyResult(match=1), by=player("B")).refused("not-allowed")
        club.when(tournament, report(LOST), by=player("A")).refused("match-has-result")
        club.do(tournament, confirm, by=player("A"))
        assert counts(club, tournament)


@pytest.mark.rule("TD-14")
def test_loser_reports_the_result_and_it_counts_but_nobody_wins_by_their_own_word() -> None:
    for by, result, counted in ((D, LOST, True), (D, WON, False), (player("A"), WON, True), (player("A"), LOST, False)):
        club, tournament = evening()
        club.do(tournament, match_commands.MakeMatch(sides=(1, 2), length=5))
        club.do(tournament, report(result), by=by)
        assert counts(club, tournament) == counted


@pytest.mark.rule("TD-14")
def test_players_confirm_nothing_with_another_director() -> None:
    club, tournament = evening()
    club.do(tournament, lifecycle_commands.AppointDirector(person=person("E")))
    club.do(tournament, match_commands.MakeMatch(sides=(1, 2), length=5))
    club.do(tournament, report(WON), by=D)
    club.when(tournament, match_commands.VerifyResult(match=1), by=player("A")).refused("not-allowed")
    club.do(tournament, match_commands.VerifyResult(match=1), by=director("E"))
    assert counts(club, tournament)


@pytest.mark.rule("TD-14")
def test_opponents_confirm_where_it_is_announced_and_a_later_change_is_for_later_matches() -> None:
    club, tournament = evening(conditions=Conditions(verification="confirmed"))
    club.do(tournament, match_commands.MakeMatch(sides=(2, 3), length=5))
    at_once = lifecycle_commands.ChangeConditions(conditions=Conditions(verification="at-once"), reason="It is late")
    club.do(tournament, at_once)
    club.do(tournament, match_commands.MakeMatch(sides=(2, 3), length=5))
    club.do(tournament, report(WON), by=player("A"))
    club.do(tournament, report(WON, 2), by=player("A"))
    assert (counts(club, tournament), counts(club, tournament, 2)) == (False, True)
    club.do(tournament, match_commands.VerifyResult(match=1), by=player("B"))
    assert counts(club, tournament)


@pytest.mark.rule("TD-9", "SWI-4")
def test_closing_a_round_leaves_the_directors_own_match_open_and_names_it() -> None:
    club, tournament = swiss()
    club.do(tournament, report(WON), by=D)
    close = round_commands.CloseRound(round=1, early=True, reason="The week is over")
    closed = next(event for event in club.do(tournament, close, by=D) if isinstance(event, RoundClosed))
    assert (closed.matches, closed.left_open, closed.reason) == ((2,), (1,), "The week is over")
    assert (counts(club, tournament, 1), counts(club, tournament, 2)) == (False, True)
    club.when(tournament, close, by=D).refused(OWN)
    club.do(tournament, match_commands.VerifyResult(match=1), by=player("A"))
    assert counts(club, tournament)


@pytest.mark.rule("TD-9", "SWI-4")
def test_closing_a_round_the_director_wins_nothing_by_default() -> None:
    club, tournament = swiss()
    club.do(tournament, match_commands.ReportNoTimeAgreed(match=1, reported_by="first"), by=D)
    club.when(tournament, match_commands.ReportNoTimeAgreed(match=1, reported_by="second"), by=D).refused(OWN)
    club.do(tournament, round_commands.CloseRound(round=1, early=True, reason="Over"), by=D)
    assert not counts(club, tournament)
    club.do(tournament, round_commands.CloseRound(round=1, early=True, reason="Over"), by=OFFICE)
    assert club.tournament(tournament).verdict(1) == "default-1"


@pytest.mark.rule("TD-9", "ALL-2")
def test_nobody_pairs_seeds_or_gives_the_bye_to_themselves() -> None:
    club, tournament = evening("DABC", {"kind": "swiss"})
    for pairings, byes in ((((1, 2),), ()), (((2, 3),), (1,)), ((), (1,)), (((2, 3),), ())):
        by_hand = round_commands.PairByHand(round=1, pairings=pairings, byes=byes, reason="As I like it")
        club.when(tournament, by_hand, by=D).refused(OWN)
    club.do(tournament, round_commands.DrawRound(round=1), by=D)
    annulment = round_commands.AnnulRound(round=1, reason="I don't like it")
    club.when(tournament, annulment, by=D).refused(OWN)
    club.do(tournament, annulment)
    knockout = club.announce(director=person("D"), format={"kind": "knockout"})
    for letter in "DA":
        club.do(knockout, entry_commands.RequestEntry(person=person(letter)), by=D)
        club.do(knockout, entry_commands.ApproveEntry(entry=len(club.tournament(knockout).entries)), by=D)
    for order in ((1, 2), (2,)):
        club.when(knockout, round_commands.SeedField(order=order, reason="So"), by=D).refused(OWN)


@pytest.mark.rule("TD-9", "ALL-2")
def test_anyone_who_is_due_in_a_round_pairs_nobody_in_it_by_hand_however_many_are_left_to_the_draw() -> None:
    club, tournament = evening("DABCEFGH", {"kind": "swiss"})
    by_hand = round_commands.PairByHand(round=1, pairings=((7, 8),), reason="They travel together")
    club.when(tournament, by_hand, by=D).refused(OWN)
    club.do(tournament, by_hand)
    club.when(tournament, round_commands.DrawRound(round=1), by=D).then()


@pytest.mark.rule("TD-9", "NXE-8")
def test_a_director_who_is_not_due_in_a_round_pairs_others_by_hand() -> None:
    club, tournament = evening("DABCE", {"kind": "nxe", "losses": 1})
    club.do(tournament, entry_commands.Resign(entry=1, reason="Told the desk."), by=D)
    by_hand = round_commands.PairByHand(round=1, pairings=((2, 3),), reason="They travel together")
    club.when(tournament, by_hand, by=D).then()


@pytest.mark.rule("TD-9", "ALL-5", "NXE-9")
def test_nobody_names_themselves_champion() -> None:
    club, tournament = evening("DA", {"kind": "nxe", "losses": 1})
    club.do(tournament, round_commands.PairByHand(round=1, pairings=((1, 2),), reason="So"))
    club.do(tournament, report(WON))
    for entry in (1, 2):
        club.do(tournament, entry_commands.Resign(entry=entry, reason="Told the desk."))
    step = next_of(club.tournament(tournament))
    assert isinstance(step, Ask)
    named = round_commands.DecideQuestion(question=step.question, choice="champion", entry=1, reason="I won")
    club.when(tournament, named, by=D).refused(OWN)
    club.when(tournament, named).then()


def lacking_a_place(entry: int) -> tuple[Club, str]:
    """A Swiss of four in which round 1 was drawn while that entry was expelled, which then was taken back."""
    club, tournament = evening("DABC", {"kind": "swiss"}, conditions=Conditions(administrators_give_rulings=True))
    about, words = {"kind": "entry", "number": entry}, {"clause": "1.2.3", "facts": "As seen", "reasons": "As written"}
    expelled = {"about": about, "remedies": [{"kind": "expulsion", "entry": entry}], **words}
    club.do(tournament, ruling_commands.GiveRuling.model_validate(expelled))
    club.do(tournament, round_commands.DrawRound(round=1))
    club.do(tournament, ruling_commands.WithdrawRuling(ruling=1, reason="It was somebody else"))
    return club, tournament


@pytest.mark.rule("TD-9", "ALL-5", "SWI-8")
def test_anyone_who_lacks_a_place_in_a_round_does_not_decide_that_they_miss_it() -> None:
    for entry, by_director in ((1, False), (2, True)):
        club, tournament = lacking_a_place(entry)
        missed = {"question": f"behind-1-{entry}", "choice": "miss-round", "reason": "It is under way"}
        decision = round_commands.DecideQuestion.model_validate(missed)
        if not by_director:
            club.when(tournament, decision, by=D).refused(OWN)
        club.do(tournament, decision, by=D if by_director else OFFICE)


@pytest.mark.rule("TD-9", "ALL-2", "SWI-8")
def test_a_director_who_plays_has_a_round_drawn_with_rematches() -> None:
    club, tournament = evening("DA", {"kind": "swiss", "rounds": 2})
    club.do(tournament, round_commands.DrawRound(round=1), by=D)
    club.do(tournament, report(WON))
    rematches = round_commands.DecideQuestion(question="no-pairing-2", choice="rematches", reason="We are two")
    club.do(tournament, rematches, by=D)
    club.when(tournament, round_commands.DrawRound(round=2), by=D).then()


@pytest.mark.rule("TD-9", "SEL-1")
def test_nobody_opens_the_next_stage_by_hand_with_themselves_in_it() -> None:
    stages = [{"format": {"kind": "knockout"}, "qualifiers": 2}]
    club, tournament = evening("DAB", {"kind": "open"}, stages=stages)
    club.do(
        tournament,
        match_commands.EnterResults.model_validate(
            {
                "results": [
                    {"sides": [2, 3], "length": 1, "result": {"kind": "winner", "winner": "first"}},
                    {"sides": [2, 1], "length": 1, "result": {"kind": "winner", "winner": "first"}},
                    {"sides": [3, 1], "length": 1, "result": {"kind": "winner", "winner": "first"}},
                ]
            }
        ),
    )
    by_hand = round_commands.OpenStage(stage=2, seeds=(2, 1), reason="I played well")
    club.when(tournament, by_hand, by=D).refused(OWN)
    club.when(tournament, round_commands.OpenStage(stage=2), by=D).then()


@pytest.mark.rule("TD-9", "TD-23")
def test_nobody_grants_their_own_request() -> None:
    club, tournament = evening()
    club.do(tournament, match_record_commands.MakeRequest(kind="cups", entry=1, reason="Mine are gone"), by=D)
    answer = match_record_commands.AnswerRequest(number=1, granted=True, reason="Of course")
    club.when(tournament, answer, by=D).refused(OWN)
    club.when(tournament, answer).then()


@pytest.mark.rule("TD-9")
def test_nobody_goes_before_others_who_wait_for_a_place() -> None:
    club = Club().register("ABD")
    tournament = club.announce(director=person("D"), format={"kind": "open"}, conditions=Conditions(places=1))
    for entry, letter in enumerate("AD", 1):
        club.do(tournament, entry_commands.RequestEntry(person=person(letter)), by=D)
        club.do(tournament, entry_commands.ApproveEntry(entry=entry), by=D)
    club.when(tournament, entry_commands.ApproveEntry(entry=2), by=D).refused(OWN)


@pytest.mark.rule("TD-9", "SWI-4", "SWI-3")
def test_a_director_who_plays_brings_no_closing_of_their_own_round_forward() -> None:
    club, tournament = swiss(conditions=Conditions(auto_draw=True))
    club.do(tournament, match_commands.ReportNoTimeAgreed(match=1, reported_by="first"), by=D)
    closing = club.tournament(tournament).rounds.closes_at(1)
    for round_ in (1, 2):
        sooner = round_commands.ScheduleRound(round=round_, closes_at=club.now)
        club.when(tournament, sooner, by=D).refused(OWN)
    club.do(tournament, round_commands.ScheduleRound(round=1, opens_at=club.now, closes_at=closing), by=D)
    club.do(tournament, round_commands.ScheduleRound(round=1, closes_at=club.now))
    assert club.tournament(tournament).rounds.closes_at(1) != closing


@pytest.mark.rule("TD-9", "SWI-4")
def test_directors_who_play_a_round_do_not_hand_it_to_the_service() -> None:
    club, tournament = swiss()
    by_itself = lifecycle_commands.ChangeConditions(conditions=Conditions(auto_draw=True), reason="It is late")
    club.when(tournament, round_commands.ScheduleRound(round=1, closes_at=club.now), by=D).refused(OWN)
    club.do(tournament, round_commands.ScheduleRound(round=2, closes_at=club.now), by=D)
    club.when(tournament, by_itself, by=D).refused(OWN)
    club.when(tournament, by_itself).then()
