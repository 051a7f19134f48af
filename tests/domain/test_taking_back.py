"""A result that counts at once is taken back by anyone who did not report it (TD-14)."""

import pytest

from domain.formats.elimination.nxe import NxeOptions
from domain.scoring.result import WinnerOnly
from domain.tournament.lifecycle.commands import StartTournament
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches.events import ResultCorrected, ResultTakenBack, ResultVerified
from domain.tournament.rounds.commands import PairByHand
from domain.tournament.rulings.events import About, DisputeOpened
from tests.desk import OFFICE, director, entered, person, player
from tests.rounds import RoundsDesk, announced_nxe
from tests.story import Given, evening, given, made, reported

TAKE_BACK = match_commands.WithdrawResult(match=1, matter="We have not finished.")
TAKEN_BACK = ResultTakenBack(match=1)
DISPUTE = DisputeOpened(
    dispute=1,
    about=About(kind="match", number=1),
    parties=(1, 2),
    text_about=person("A"),
    matter="We have not finished.",
)
VERIFY = match_commands.VerifyResult(match=1)
NOBODY_HAS_WON = ("1 A 0-0 0:0", "1 B 0-0 0:0", "1 D 0-0 0:0")


def told(verification: str = "at-once", **conditions: object) -> Given:
    """A has reported a win over B; D directs, and does not play the match."""
    happened = evening("ABD", directors="D", verification=verification, **conditions)
    return given(*happened, made(1, 2)).done(reported("first"), by=player("A"))


@pytest.mark.rule("TD-14", "TD-9")
def test_the_side_that_did_not_report_takes_it_back_to_disputed() -> None:
    taken = told().when(TAKE_BACK, by=player("B")).then(TAKEN_BACK, DISPUTE).changes(*NOBODY_HAS_WON)
    match = taken.desk.state.matches[1]
    assert (match.unannounced, match.revision) == (True, taken.desk.state.version - 1)


@pytest.mark.rule("TD-14")
@pytest.mark.parametrize("who", ["A", "D"])
def test_nobody_else_does(who: str) -> None:
    told().when(TAKE_BACK, by=player(who)).refused("not-allowed")
    told().when(TAKE_BACK, by=director(who)).refused("not-allowed")
    told().when(TAKE_BACK, by=OFFICE).refused("not-allowed")


@pytest.mark.rule("TD-14")
@pytest.mark.parametrize("verification", ["confirmed", "by-director"])
def test_result_that_somebody_else_has_confirmed_stays(verification: str) -> None:
    told(verification).when(TAKE_BACK, by=player("B")).refused("not-allowed")
    by_staff = given(*evening("ABD", directors="D", verification="at-once"), made(1, 2))
    by_staff.done(reported("first"), by=director("D")).when(TAKE_BACK, by=player("B")).refused("not-allowed")


@pytest.mark.rule("TD-14", "ALL-3")
def test_result_corrected_since_stays() -> None:
    lost = WinnerOnly(winner="second")
    correction = ResultCorrected(match=1, result=lost, outcome=reported("second").outcome, late=False, reason="Slip")
    told().done(correction, by=director("D")).when(TAKE_BACK, by=player("B")).refused("not-allowed")


@pytest.mark.rule("TD-14")
def test_result_taken_back_counts_again_by_the_word_of_anyone_who_took_it_back_or_of_a_director() -> None:
    taken = told().done(TAKEN_BACK, DISPUTE, by=player("B"))
    taken.when(TAKE_BACK, by=player("B")).refused("not-allowed")
    taken.when(VERIFY, by=player("A")).refused("not-allowed")
    for who in (player("B"), director("D"), OFFICE):
        again = taken.when(VERIFY, by=who).then(ResultVerified(match=1)).changes(*A_HAS_WON)
        assert not again.desk.state.matches[1].unannounced
    taken.done(ResultVerified(match=1), by=director("D")).when(TAKE_BACK, by=player("B")).refused("not-allowed")


A_HAS_WON = ("1 A 1-0 0:0", "2 D 0-0 0:0", "3 B 0-1 0:0")


@pytest.mark.rule("TD-14")
def test_a_reporter_who_directs_does_not_bring_it_back() -> None:
    happened = given(*evening("ABD", directors="A", verification="at-once"), made(1, 2))
    taken = happened.done(reported("first"), by=director("A")).done(TAKEN_BACK, DISPUTE, by=player("B"))
    taken.when(VERIFY, by=director("A")).refused("conflict-of-interest")
    taken.when(VERIFY, by=player("B")).then(ResultVerified(match=1))


@pytest.mark.rule("TD-14")
@pytest.mark.parametrize(("minutes", "taken"), [(1, False), (60, True), (None, True)])
def test_taking_back_is_over_with_the_correction_window(minutes: int | None, taken: bool) -> None:
    """The report was announced a minute before the last event, and the command comes two minutes after that one."""
    waited = told(correction_window_minutes=minutes).done(made(1, 3, match=2), by=OFFICE)
    when = waited.when(TAKE_BACK, by=player("B"))
    if taken:
        when.then(TAKEN_BACK, DISPUTE)
    else:
        when.refused("correction-too-late", match=1)


def second_round() -> RoundsDesk:
    """A has reported a win over B at once, and meets C in the next round."""
    options = NxeOptions(kind="nxe", losses=2, lengths=(1,))
    desk = announced_nxe(options, conditions=Conditions(verification="at-once"))
    entered(desk, "ABC").do(StartTournament())
    desk.pair(1, "A-B", "C")
    desk.do(match_commands.ReportResult(match=1, result=WinnerOnly(winner="first")), player("A"))
    desk.do(PairByHand(round=2, pairings=((1, 3),), byes=(2,), reason="As agreed"))
    return desk


@pytest.mark.rule("TD-14", "ALL-4")
def test_matches_started_after_it_stay_with_a_choice() -> None:
    desk = second_round()
    desk.won("A-C")
    desk.when(TAKE_BACK, player("B")).refused("choice-needed")
    desk.do(TAKE_BACK.model_copy(update={"choice": "stand"}), player("B"))
    assert desk.round(2) == ["A-C", "B"]
    assert desk.table() == ["- A 1-0-0 in", "- B 1-0-1 in", "- C 1-1-1 in"]
