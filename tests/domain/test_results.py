"""Results: reported, verified, corrected, voided (TD-14, ALL-3, ALL-12, OPN-1)."""

from datetime import timedelta
from decimal import Decimal

import pytest

from domain.kernel.envelope import Actor
from domain.scoring.result import Conceded, FinalScore, WinnerOnly
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches import events as match_events
from tests.desk import OFFICE, Desk, announced, director, entered, person, player, started
from tests.story import evening, given, made, scored
from tests.when import When

AT_ONCE = Conditions(verification="at-once")


def report(match: int, first: int, second: int, seen: int | None = None) -> match_commands.ReportResult:
    return match_commands.ReportResult(match=match, result=FinalScore(first=first, second=second), seen=seen)


def correct(match: int, **parts: object) -> match_commands.CorrectResult:
    return match_commands.CorrectResult.model_validate({"match": match, "reason": "Typing error", **parts})


def score(first: int, second: int) -> dict[str, object]:
    return {"kind": "score", "first": first, "second": second}


def at(when: When[Desk], event: match_events.ResultReported) -> match_events.ResultReported:
    """The report, played as it was told."""
    return event.model_copy(update={"played_at": when.desk.now})


AGREED = given(*evening("AB"), made(1, 2))
"""A and B have agreed on match 1, to 5 points."""
PLAYED = given(*evening("AB"), made(1, 2), scored(5, 3))
VERIFY = match_commands.VerifyResult(match=1)
REINSTATE = match_commands.ReinstateMatch(match=1, reason="It was played")
VOIDED = match_events.MatchVoided(match=1, reason="Entered twice")
REINSTATED = match_events.MatchReinstated(match=1, reason="It was played")


def paired(letters: str = "AB", conditions: Conditions | None = None) -> Desk:
    """A and B have agreed on match 1, to 5 points."""
    desk = started(letters, conditions)
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=5))
    return desk


@pytest.mark.rule("TD-14")
@pytest.mark.source("ausbgf 4.6")
def test_the_winner_reports_and_the_director_verifies() -> None:
    told = AGREED.when(report(1, 5, 3), by=player("A"))
    told.then(at(told, scored(5, 3, verified=False))).changes("1 A 0-0 0:0", "1 B 0-0 0:0")
    waiting = AGREED.done(scored(5, 3, verified=False), by=player("A"))
    waiting.when(VERIFY).then(match_events.ResultVerified(match=1)).changes("1 A 1-0 5:3", "2 B 0-1 3:5")


@pytest.mark.rule("TD-14")
def test_results_are_verified_at_once_where_the_tournament_says_so() -> None:
    at_once = given(*evening("AB", verification="at-once"), made(1, 2))
    told = at_once.when(report(1, 5, 3), by=player("B"))
    told.then(at(told, scored(5, 3))).changes("1 A 1-0 5:3", "2 B 0-1 3:5")
    at_once.done(scored(5, 3), by=player("B")).when(VERIFY).refused("result-announced")


@pytest.mark.rule("TD-14")
def test_the_staff_report_needs_no_verification() -> None:
    told = AGREED.when(report(1, 5, 3))
    told.then(at(told, scored(5, 3)))


@pytest.mark.rule("TD-14")
def test_others_do_not_report() -> None:
    given(*evening("ABC"), made(1, 2)).when(report(1, 5, 3), by=player("C")).refused("not-allowed")


@pytest.mark.rule("TD-14", "ALL-12")
def test_a_side_who_directs_elsewhere_reports_as_a_player() -> None:
    desk = paired()
    desk.do(report(1, 5, 3), by=director("A"))
    assert desk.history[-1].actor.staff_of is None
    assert desk.outcome(1) is None


@pytest.mark.rule("OPN-1")
def test_any_two_entrants_report_a_match_at_any_time_of_any_length() -> None:
    desk = started("ABC", AT_ONCE)
    desk.report("A 5-3 B", "B 1-0 A", "A 13-11 B", by=player("A"))
    assert desk.table() == ["1 A 2-1 18:15", "2 B 1-2 15:18", "3 C 0-0 0:0"]


@pytest.mark.rule("OPN-1")
def test_a_length_that_was_not_announced_is_refused() -> None:
    desk = entered(announced(lengths=[5, 7]), "AB")
    desk.do(lifecycle_commands.StartTournament())
    desk.when(match_commands.MakeMatch(sides=(1, 2), length=9)).refused("length-not-allowed")
    desk.report("A 5-3 B")
    desk.when(correct(1, length=9, result={"kind": "score", "first": 9, "second": 3})).refused("length-not-allowed")


@pytest.mark.rule("OPN-1")
def test_nobody_meets_himself() -> None:
    desk = started("AB")
    desk.when(match_commands.MakeMatch(sides=(1, 1), length=5)).refused("self-pairing")
    desk.report("A 5-3 B")
    desk.when(correct(1, sides=(2, 2))).refused("self-pairing")


def test_only_approved_entries_play() -> None:
    desk = started("AB")
    desk.do(entry_commands.RequestEntry(person=person("C")))
    desk.when(match_commands.MakeMatch(sides=(1, 3), length=5)).refused("entry-status")
    desk.when(match_commands.MakeMatch(sides=(1, 9), length=5)).refused("entry-unknown")
    desk.do(entry_commands.WithdrawEntry(entry=2, reason="Told the desk."))
    desk.when(match_commands.MakeMatch(sides=(1, 2), length=5)).refused("entry-status")


def test_a_second_report_is_refused() -> None:
    PLAYED.when(report(1, 5, 4)).refused("match-has-result")
    PLAYED.when(report(2, 5, 4)).refused("match-unknown")


AWAITED = given(*evening("AB", "D"), made(1, 2)).done(scored(5, 1, verified=False), by=player("A"))
"""A has reported 5-1, which awaits the other side's word, or the director's."""


@pytest.mark.rule("TD-14")
def test_side_mends_its_own_report_until_it_counts() -> None:
    """What was typed last is what the other side confirms."""
    mended = AWAITED.when(report(1, 5, 4), by=player("A")).then().desk
    assert mended.state.matches[1].phase == "reported"
    mended.do(match_commands.VerifyResult(match=1), director("D"))
    assert mended.table()[0] == "1 A 1-0 5:4"


@pytest.mark.rule("TD-14")
def test_report_is_mended_by_the_side_that_made_it_alone() -> None:
    AWAITED.when(report(1, 5, 4), by=player("B")).refused("match-has-result")
    AWAITED.when(report(1, 5, 4), by=director("D")).refused("match-has-result")
    AWAITED.when(report(1, 5, 1), by=player("A")).refused("match-has-result")


@pytest.mark.rule("TD-14", "ALL-3")
def test_report_is_not_mended_once_it_counts_or_was_corrected() -> None:
    announced_ = AWAITED.done(match_events.ResultVerified(match=1), by=director("D"))
    announced_.when(report(1, 5, 4), by=player("A")).refused("match-has-result")
    corrected = AWAITED.when(correct(1, result={"kind": "score", "first": 5, "second": 2}), by=director("D")).then()
    corrected.desk.when(report(1, 5, 4), player("A")).refused("match-has-result")


@pytest.mark.rule("GAM-4")
def test_a_score_that_ends_no_match_is_not_recorded() -> None:
    AGREED.when(report(1, 4, 3)).refused("match-unfinished")
    AGREED.when(report(1, 5, 5)).refused("two-winners")


@pytest.mark.rule("ELO-6")
def test_a_match_is_played_when_reported_unless_said_and_never_in_the_future() -> None:
    desk = paired()
    (event,) = desk.do(report(1, 5, 3))
    assert isinstance(event, match_events.ResultReported)
    assert event.played_at == desk.now
    later = desk.now + timedelta(hours=1)
    desk.when(correct(1, played_at=later)).refused("played-in-future")


def test_a_list_is_recorded_whole_or_not_at_all() -> None:
    desk = started("ABCD")
    rows = tuple(desk.played(line) for line in ("A 5-3 B", "C 5-4 D", "A 5-0 C"))
    assert len(desk.do(match_commands.EnterResults(results=rows))) == 6
    assert desk.table() == ["1 A 2-0 10:3", "2 C 1-1 5:9", "3 D 0-1 4:5", "4 B 0-1 3:5"]
    broken = (rows[0], rows[1].model_copy(update={"sides": (3, 3)}))
    desk.when(match_commands.EnterResults(results=broken)).refused("self-pairing")
    assert len(desk.state.matches) == 3


def test_a_refused_list_names_the_row_and_a_single_match_has_none() -> None:
    desk = started("AB")
    fine = desk.played("A 5-3 B")
    broken = fine.model_copy(update={"sides": (1, 1)})
    for results, said in (((fine, broken), "Row 2: "), ((broken,), "Entry 1")):
        refusal = desk.when(match_commands.EnterResults(results=results)).refused("self-pairing").refusal
        assert refusal is not None
        assert refusal.detail.startswith(said)


def test_a_list_names_a_match_once() -> None:
    desk = paired()
    row = match_commands.ExistingMatch(match=1, result=WinnerOnly(winner="first"))
    desk.when(match_commands.EnterResults(results=(row, row))).refused("match-has-result")
    desk.when(match_commands.EnterResults(results=(row,))).changes("1 A 1-0 0:0", "2 B 0-1 0:0")


@pytest.mark.rule("TD-14", "ALL-3")
def test_a_correction_turns_the_result_and_the_table_with_it() -> None:
    PLAYED.when(correct(1, result=score(2, 5))).changes("1 B 1-0 5:2", "2 A 0-1 2:5")


@pytest.mark.rule("TD-14")
def test_parties_too_may_be_corrected_in_open_play() -> None:
    of_three = given(*evening("ABC"), made(1, 2), scored(5, 3))
    of_three.when(correct(1, sides=(1, 3))).changes("1 A 1-0 5:3", "2 B 0-0 0:0", "3 C 0-1 3:5")


@pytest.mark.rule("ELO-6")
def test_a_correction_may_move_a_match_to_another_place() -> None:
    desk = started("AB")
    desk.report("A 5-3 B")
    desk.do(correct(1, place_in_rating_order="0.5"))
    effective = desk.state.matches[1].effective
    assert effective is not None
    assert effective.place == Decimal("0.5")


@pytest.mark.rule("TD-14")
def test_a_correction_that_changes_nothing_is_refused() -> None:
    PLAYED.when(correct(1, sides=(1, 2))).refused("nothing-corrected")


@pytest.mark.rule("TD-14")
@pytest.mark.source("ausbgf 4.6")
def test_a_result_is_corrected_in_time_though_a_player_has_begun_a_later_match() -> None:
    desk = started("ABC", Conditions(correction_window_minutes=30))
    desk.report("A 5-3 B")
    desk.report("A 5-1 C")
    desk.now += timedelta(minutes=5)
    desk.do(correct(1, result=score(3, 5)))
    assert [row.rank for row in desk.standings().rows if row.entry == 2] == [1]


@pytest.mark.rule("TD-14")
@pytest.mark.source("ausbgf 4.6")
def test_correction_after_the_window_needs_the_override() -> None:
    desk = started("AB", Conditions(correction_window_minutes=30))
    desk.report("A 5-3 B")
    in_time = {"result": {"kind": "score", "first": 5, "second": 4}}
    desk.do(correct(1, **in_time))
    desk.now += timedelta(minutes=30)
    late = {"result": {"kind": "score", "first": 5, "second": 2}}
    desk.when(correct(1, **late)).refused("correction-too-late", "until 2026-03-01T")
    (event,) = desk.do(correct(1, **late, override=True))
    assert isinstance(event, match_events.ResultCorrected)
    assert event.late


@pytest.mark.rule("ALL-3")
def test_the_corrected_length_and_score_must_fit_together() -> None:
    PLAYED.when(correct(1, length=7)).refused("match-unfinished")
    PLAYED.when(correct(1, length=3, result=score(3, 1))).changes("1 A 1-0 3:1", "2 B 0-1 1:3")


@pytest.mark.rule("ALL-4")
def test_a_void_match_counts_nowhere_and_comes_back_as_corrected_meanwhile() -> None:
    voiding = PLAYED.when(match_commands.VoidMatch(match=1, reason="Entered twice"))
    voiding.then(VOIDED).changes("1 A 0-0 0:0", "1 B 0-0 0:0")
    void = PLAYED.done(VOIDED, by=OFFICE)
    void.when(match_commands.VoidMatch(match=1, reason="Again")).refused("match-void")
    corrected = void.when(correct(1, result=score(1, 5))).changes("1 A 0-0 0:0", "1 B 0-0 0:0")
    again = void.done(*corrected.events, by=OFFICE).when(REINSTATE)
    again.then(REINSTATED).changes("1 B 1-0 5:1", "2 A 0-1 1:5")
    void.done(REINSTATED, by=OFFICE).when(REINSTATE).refused("match-not-void")


@pytest.mark.rule("ALL-4")
def test_a_void_match_takes_no_result() -> None:
    void = AGREED.done(VOIDED, by=OFFICE)
    void.when(report(1, 5, 3)).refused("match-void")
    void.when(VERIFY).refused("match-void")


def test_a_match_without_a_result_can_be_neither_verified_nor_corrected() -> None:
    AGREED.when(VERIFY).refused("match-has-no-result")
    AGREED.when(correct(1, length=3)).refused("match-has-no-result")


def test_change_since_it_was_seen_makes_it_stale() -> None:
    desk = paired()
    seen = desk.state.matches[1].revision
    desk.when(report(1, 5, 3, seen=seen - 1)).refused("stale")
    desk.do(report(1, 5, 3, seen=seen))
    desk.when(match_commands.VoidMatch(match=1, reason="Old page", seen=seen)).refused("stale")


def test_another_match_does_not_make_this_one_stale() -> None:
    desk = paired()
    seen = desk.state.matches[1].revision
    desk.report("A 5-3 B")
    desk.do(report(1, 5, 3, seen=seen))
    assert desk.outcome(1) is not None


@pytest.mark.rule("ALL-6")
def test_a_concession_before_play_counts_in_the_table() -> None:
    conceded = match_commands.ReportResult(match=1, result=Conceded(loser="first", play_began=False))
    AGREED.when(conceded).changes("1 B 1-0 0:0", "2 A 0-1 0:0")


@pytest.mark.rule("TD-1")
@pytest.mark.parametrize("by", [player("A"), director("Z"), director("A")])
def test_only_the_staff_correct_void_and_verify(by: Actor) -> None:
    played = given(*evening("AB", verification="at-once"), made(1, 2), scored(5, 3))
    for command in (correct(1, sides=(2, 1)), match_commands.VoidMatch(match=1, reason="I lost"), REINSTATE, VERIFY):
        played.when(command, by=by).refused("not-allowed")


def test_every_act_carries_who_did_it_and_as_whose_director() -> None:
    desk = announced(by=director("Z"))
    assert desk.history[0].actor.person == person("Z")
    entered(desk, "AB")
    desk.do(lifecycle_commands.StartTournament(), by=director("Z"))
    assert desk.history[-1].actor.staff_of == desk.state.id
    assert desk.history[-2].actor == OFFICE
