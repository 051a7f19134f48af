"""Codes that players choose at check-in, by which they speak for themselves on a director's device (TD-9, TD-14).

In each story D directs alone and plays as entry 1; A is entry 2. No event holds a code.
"""

from datetime import timedelta

import pytest

from domain.kernel.envelope import Actor
from domain.scoring.result import FinalScore
from domain.tournament.command import Command
from domain.tournament.entries.commands import ChooseCode, Resign, SubstitutePlayer
from domain.tournament.entries.events import CodeChosen
from domain.tournament.matches.commands import (
    ConfirmResult,
    CorrectResult,
    EnterResults,
    ExistingMatch,
    MakeMatch,
    ReportResult,
    VerifyResult,
    WithdrawResult,
)
from domain.tournament.matches.events import ResultConfirmed, ResultTakenBack, ResultVerified
from domain.tournament.rulings.events import DisputeOpened
from tests.desk import OFFICE, director, person, player
from tests.story import Given, evening, given, made, scored

D, A = director("D"), player("A")
PHONE = Actor(key="link-A", role="player", person=person("A"), key_maker=person("D"))
"""A's phone, by a link that D has issued."""
ANOTHER = PHONE.model_copy(update={"key": "link-2"})
"""Another phone, by another link that D has issued: it may be D's own."""
KEY, SECOND = "0" * 16, "1" * 16
CODE = Actor(key=KEY, role="player", person=person("A"))
"""Anyone who types A's code on any device."""
CHOSEN = CodeChosen(entry=2, key=KEY)
WON = scored(5, 1, verified=False)


def checked_in(**conditions: object) -> Given:
    """A has chosen a code on their phone before the first match."""
    return given(*evening("DA", "D", **conditions)).done(CHOSEN, by=PHONE)


def told(begun: Given) -> Given:
    """D has reported there that they have won against A."""
    return begun.done(made(1, 2), by=OFFICE).done(WON, by=D)


@pytest.mark.rule("TD-9", "TD-14")
@pytest.mark.parametrize("verification", ["by-director", "confirmed"])
def test_code_of_the_opponent_confirms_as_their_own_word(verification: str) -> None:
    begun = told(checked_in(verification=verification))
    begun.when(VerifyResult(match=1), by=PHONE).refused("link-of-opponent")
    after = begun.when(VerifyResult(match=1), by=CODE).then(ResultVerified(match=1)).desk
    assert (after.state.matches[1].is_announced, after.state.matches[1].by_link_of) == (True, None)


@pytest.mark.rule("TD-9")
def test_code_confirms_what_counts_by_a_directors_link() -> None:
    linked = told(checked_in(directors_link_confirms=True)).done(ResultVerified(match=1), by=PHONE)
    linked.when(ConfirmResult(match=1), by=PHONE).refused("not-allowed")
    after = linked.when(ConfirmResult(match=1), by=CODE).then(ResultConfirmed(match=1)).desk
    assert after.state.matches[1].by_link_of is None


@pytest.mark.rule("TD-9")
def test_code_chosen_after_the_match_was_made_confirms_nothing_in_it() -> None:
    """Else a director who has lost could choose one by the link of the winner."""
    late = told(given(*evening("DA", "D"))).done(CHOSEN, by=ANOTHER)
    late.when(VerifyResult(match=1), by=CODE).refused("code-after-match", match=1)
    again = late.done(made(1, 2, match=2), by=OFFICE).done(scored(5, 1, match=2, verified=False), by=D)
    again.when(VerifyResult(match=2), by=CODE).then(ResultVerified(match=2))
    linked = told(given(*evening("DA", "D", directors_link_confirms=True))).done(ResultVerified(match=1), by=PHONE)
    linked.done(CHOSEN, by=ANOTHER).when(ConfirmResult(match=1), by=CODE).refused("code-after-match", match=1)


LOST = FinalScore(first=5, second=1)
"""A has lost against D: a report of it by A needs nobody to confirm it."""


@pytest.mark.rule("TD-9", "TD-14")
@pytest.mark.parametrize(
    "command",
    [
        ReportResult(match=1, result=LOST),
        MakeMatch(sides=(1, 2), length=5, result=LOST),
        EnterResults(results=(ExistingMatch(match=1, result=LOST),)),
        ChooseCode(entry=2, key=SECOND),
        Resign(entry=2),
    ],
    ids=lambda command: type(command).__name__,
)
def test_code_reports_nothing_and_does_nothing_else_that_its_player_may(command: Command) -> None:
    """D may have chosen it by the link that they have issued. A is refused nothing of it."""
    begun = checked_in(verification="confirmed").done(made(1, 2), by=OFFICE)
    begun.when(command, by=CODE).refused("not-allowed")
    begun.when(command, by=A).then()


@pytest.mark.rule("TD-9")
def test_code_is_chosen_by_its_player_alone() -> None:
    begun = given(*evening("DA", "D"))
    begun.when(ChooseCode(entry=2, key=KEY), by=PHONE).then(CHOSEN)
    for nobody in (D, OFFICE, player("Z")):
        begun.when(ChooseCode(entry=2, key=KEY), by=nobody).refused("not-allowed")


@pytest.mark.rule("TD-9")
def test_code_is_renewed_on_the_phone_that_chose_it_and_on_no_other() -> None:
    begun = told(checked_in())
    begun.when(ChooseCode(entry=2, key=SECOND), by=ANOTHER).refused("code-chosen", entry=2)
    for own in (PHONE, A):
        renewed = begun.when(ChooseCode(entry=2, key=SECOND), by=own).then(CodeChosen(entry=2, key=SECOND))
        [code] = renewed.desk.state.entries[2].codes
        assert (code.key, code.after) == (SECOND, 0), "it counts where the former did"


@pytest.mark.rule("TD-9")
def test_code_of_another_evening_is_chosen_on_another_phone() -> None:
    """A link ends after eight days, and with it what could have renewed the code."""
    desk = told(checked_in()).when(ChooseCode(entry=2, key=SECOND), by=PHONE).desk
    desk.now = desk.state.entries[2].codes[0].chosen_at + timedelta(days=8, minutes=-1)  # and a minute for the command
    desk.when(ChooseCode(entry=2, key=KEY), ANOTHER).refused("code-chosen")
    desk.now += timedelta(seconds=1)
    desk.do(ChooseCode(entry=2, key=KEY), ANOTHER)
    [code] = desk.state.entries[2].codes
    assert (code.key, code.after) == (KEY, 1), "it counts in no match of the evening before"


@pytest.mark.rule("TD-9", "SE-12")
def test_code_ends_with_its_player_where_a_substitute_has_the_place() -> None:
    state = checked_in().when(SubstitutePlayer(entry=2, person=person("B"), reason="A is ill")).desk.state
    assert state.entries[2].person == person("B")
    assert [state.entries[2].code_of(person(one)) for one in "AB"] == [None, None]


@pytest.mark.rule("TD-9", "TD-14", "ALL-12")
def test_player_who_has_not_typed_their_code_denies_it_from_any_phone_of_theirs() -> None:
    """It counts nowhere from then on, a dispute is there, and the code confirms the match no more."""
    typed = told(checked_in()).done(ResultVerified(match=1), by=CODE)
    denies = WithdrawResult(match=1, matter="I have not confirmed this result.")
    for nobody in (CODE, D, OFFICE, player("Z")):
        typed.when(denies, by=nobody).refused("not-allowed")
    for own in (PHONE, ANOTHER, A):
        [taken_back, dispute] = typed.when(denies, by=own).events
        assert (taken_back, type(dispute)) == (ResultTakenBack(match=1), DisputeOpened)
    denied = typed.done(taken_back, by=PHONE)
    again = denied.when(VerifyResult(match=1), by=CODE).refused("code-denied", match=1)
    assert not again.desk.state.matches[1].is_announced
    denied.when(VerifyResult(match=1), by=A).then(ResultVerified(match=1))


@pytest.mark.rule("TD-9", "TD-14")
def test_code_that_confirmed_a_result_is_denied_within_the_correction_window_and_before_a_correction() -> None:
    typed = told(checked_in(correction_window_minutes=30)).done(ResultVerified(match=1), by=CODE)
    denies = WithdrawResult(match=1, matter="I have not confirmed this result.")
    corrected = typed.when(CorrectResult(match=1, result=FinalScore(first=5, second=2), reason="Slip"), by=OFFICE)
    corrected.desk.when(denies, PHONE).refused("not-allowed")
    late = typed.when(VerifyResult(match=1), by=CODE).desk
    late.now += timedelta(minutes=31)
    late.when(denies, PHONE).refused("correction-too-late")


@pytest.mark.rule("TD-9")
def test_word_by_a_code_on_what_counts_by_a_link_is_denied_like_any_other() -> None:
    linked = told(checked_in(directors_link_confirms=True)).done(ResultVerified(match=1), by=PHONE)
    typed = linked.done(ResultConfirmed(match=1), by=CODE)
    again = typed.when(ConfirmResult(match=1), by=CODE)
    assert again.desk.state.matches[1].by_code_of == person("A")
    [taken_back, _] = typed.when(WithdrawResult(match=1, matter="Not me."), by=ANOTHER).events
    typed.done(taken_back, by=ANOTHER).when(VerifyResult(match=1), by=CODE).refused("code-denied", match=1)
