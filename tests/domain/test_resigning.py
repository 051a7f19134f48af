"""A resignation that somebody has recorded is taken back by somebody else, and by nobody for themselves (ALL-8)."""

import pytest

from domain.kernel.envelope import Actor
from domain.tournament.entries.commands import Resign, WithdrawResignation
from domain.tournament.entries.events import EntryResigned, ResignationTakenBack
from domain.tournament.lifecycle.commands import AppointDirector
from domain.tournament.matches.commands import CorrectResult
from tests.club import Club
from tests.desk import OFFICE, director, person, player
from tests.rounds import RoundsDesk, started_nxe
from tests.story import Given, evening, given, made

BACK = WithdrawResignation(entry=1)
WITH_REASON = WithdrawResignation(entry=1, reason="Was pressed to go.")
LEFT = EntryResigned(entry=1, person=person("A"), reason=None)
TAKEN_BACK = ResignationTakenBack(entry=1, person=person("A"), reason=None)
D, E = director("D"), director("E")


def resigned(by: Actor) -> Given:
    """A, entry 1, has left by what that actor has sent; D and E direct, and D plays."""
    return given(*evening("ABD", directors="DE")).done(LEFT, by=by)


@pytest.mark.rule("ALL-8", "TD-1")
def test_the_player_and_other_staff_take_back_what_a_director_has_recorded() -> None:
    for by in (player("A"), E, D):
        entry = resigned(D).when(BACK, by=by).then(TAKEN_BACK).desk.state.entries[1]
        assert (entry.status, entry.reason, entry.left_at, entry.departure) == ("approved", None, None, None)
    for by in (player("B"), OFFICE):
        resigned(D).when(WITH_REASON, by=by).refused("not-allowed")


@pytest.mark.rule("ALL-8", "ALL-4")
def test_recorder_takes_a_resignation_back_until_the_next_match_is_made() -> None:
    made_before = given(*evening("ABD", directors="DE"), made(2, 3)).done(LEFT, by=D)
    made_before.when(BACK, by=D).then(TAKEN_BACK)
    went_on = resigned(D).done(made(2, 3), by=E)
    went_on.when(BACK, by=D).refused("not-allowed")
    for by in (player("A"), E):
        went_on.when(BACK, by=by).then(TAKEN_BACK)


@pytest.mark.rule("ALL-8", "ALL-5")
def test_nobody_takes_their_own_back_but_a_director_does_with_a_reason() -> None:
    for by in (player("A"), OFFICE):
        resigned(player("A")).when(WITH_REASON, by=by).refused("not-allowed")
    resigned(player("A")).when(BACK, by=D).refused("reason-missing")
    resigned(player("A")).when(WITH_REASON, by=D).then(TAKEN_BACK.model_copy(update={"reason": "Was pressed to go."}))


@pytest.mark.rule("ALL-8")
def test_a_key_that_the_recorder_made_is_not_the_players_own() -> None:
    """Anyone who made the key may have sent it, so the player takes it back by a key of their own."""
    made = player("A").model_copy(update={"key_maker": person("E")})
    resigned(made).when(BACK, by=player("A")).then(TAKEN_BACK)


@pytest.mark.rule("ALL-8")
def test_only_a_resignation_is_taken_back_and_once() -> None:
    given(*evening("AB")).when(BACK, by=player("A")).refused("entry-status", status="approved")
    resigned(D).done(TAKEN_BACK, by=E).when(BACK, by=player("A")).refused("entry-status", status="approved")


def conceded_to_b() -> RoundsDesk:
    """The director, who does not play, has recorded that A leaves with a match open against B."""
    desk = started_nxe("ABCD", 1)
    desk.do(AppointDirector(person=person("E")))
    desk.pair(1, "A-B C-D")
    desk.do(Resign(entry=desk.entry("A"), reason="Rang."), E)
    return desk


@pytest.mark.rule("ALL-4", "NXE-8")
def test_conceded_match_is_open_again_and_what_was_started_from_it_needs_a_choice() -> None:
    desk = conceded_to_b()
    desk.won("C-D")
    desk.pair(2, "B-C")
    desk.won("B-C")
    desk.when(BACK, player("A")).refused("choice-needed")
    desk.do(BACK.model_copy(update={"choice": "rewind"}), player("A"))
    assert desk.round(2) == []
    assert [desk.name(desk.state.matches[number]) for number in desk.state.awaiting] == ["A-B"]
    desk.won("A-B")
    assert desk.draw(2) in (["A-C"], ["C-A"])


@pytest.mark.rule("ALL-4", "TD-14")
def test_a_concession_that_was_corrected_since_stays_as_it_was_corrected() -> None:
    desk = conceded_to_b()
    won = desk.winner_only(desk.match("A-B"), "B")
    desk.do(CorrectResult(match=desk.match("A-B").number, result=won, reason="Was played"))
    desk.do(BACK, player("A"))
    assert desk.outcome(desk.match("A-B").number) is not None


@pytest.mark.rule("TD-9")
def test_a_director_to_whom_a_match_was_conceded_leaves_it_to_others() -> None:
    desk = conceded_to_b()
    desk.do(AppointDirector(person=person("B")))
    desk.when(BACK, director("B")).refused("conflict-of-interest")


@pytest.mark.rule("ALL-8")
def test_resignation_taken_back_counts_nowhere() -> None:
    club = Club().register("ABD")
    club.limit(2)
    first = club.resign("A")
    evening_ = club.announce(director=person("D"))
    club.start(evening_, "AB")
    club.do(evening_, Resign(entry=1, reason="Rang."), by=D)
    club.do(evening_, BACK, by=player("A"))
    assert [one.tournament for one in club.person("A").resignations] == [first]
    assert club.person("A").resignations_counted == 1
