"""Entries that others say leave: with a reason, in the report, and for today alone (TD-2, TD-19, NXE-8, ALL-8)."""

import pytest

from domain.tournament.decisions.reporting.federation_report import has_owed_report, report_of
from domain.tournament.entries.commands import (
    LeaveForToday,
    RequestEntry,
    Resign,
    WithdrawEntry,
    WithdrawResignation,
)
from domain.tournament.entries.events import (
    EntryApproved,
    EntryLeftForToday,
    EntryRequested,
    EntryWithdrawn,
    ResignationTakenBack,
)
from domain.tournament.lifecycle.commands import CompleteTournament, ReopenTournament
from domain.tournament.reporting.commands import FileReport
from tests.club import Club
from tests.desk import director, person, player
from tests.rounds import started_nxe
from tests.story import Given, before_the_start, evening, given, made, scored

D, E = director("D"), director("E")
WHY = "Has a train to catch."
FOR_TODAY = LeaveForToday(entry=1, reason=WHY)
ASKED = EntryRequested(entry=1, person=person("A"))
WITHDRAWN = EntryWithdrawn(entry=1, person=person("A"), reason="Is no member.")


def asked() -> Given:
    """A has asked to enter; D directs, and nobody is approved yet."""
    return given(*before_the_start(directors="D")).done(ASKED, by=player("A"))


@pytest.mark.rule("TD-2")
@pytest.mark.parametrize("command", [Resign, WithdrawEntry])
def test_reason_is_asked_of_others_and_not_of_the_player(command: type[Resign] | type[WithdrawEntry]) -> None:
    story = given(*evening("AB", directors="D"))
    story.when(command(entry=1), by=D).refused("reason-missing", entry=1)
    for by, reason in ((D, "Told the desk."), (player("A"), None)):
        story.when(command(entry=1, reason=reason), by=by).then()


@pytest.mark.rule("TD-2")
def test_request_is_withdrawn_by_others_once_and_then_approved_or_refused() -> None:
    withdraw = WithdrawEntry(entry=1, reason="Is no member.")
    asked().when(withdraw, by=D).then(WITHDRAWN)
    again = asked().done(WITHDRAWN, by=D).done(ASKED, by=player("A"))
    again.when(withdraw, by=D).refused("refuse-instead", entry=1)
    again.when(WithdrawEntry(entry=1), by=player("A")).then()
    own = asked().done(WITHDRAWN, by=player("A")).done(ASKED, by=player("A"))
    own.when(withdraw, by=D).then(WITHDRAWN)


@pytest.mark.rule("NXE-8", "ALL-7")
def test_leaving_for_today_concedes_and_is_marked_otherwise_than_a_resignation() -> None:
    desk = started_nxe("ABCD", 1)
    desk.pair(1, "A-B C-D")
    desk.do(LeaveForToday(entry=desk.entry("A"), reason=WHY), player("A"))
    assert desk.state.entries[desk.entry("A")].status == "left"
    assert desk.table()[-1].split()[1] == "A"
    assert desk.table()[-1].endswith("left")
    assert [desk.name(desk.state.matches[number]) for number in desk.state.awaiting] == ["C-D"]


@pytest.mark.rule("ALL-8")
def test_leaving_for_today_counts_in_no_other_tournament() -> None:
    club = Club().register("ABD")
    resigned = club.resign("A")
    id_ = club.announce(director=person("D"))
    club.start(id_, "AB")
    club.do(id_, FOR_TODAY, by=D)
    assert [one.tournament for one in club.person("A").resignations] == [resigned]
    club.do(id_, WithdrawResignation(entry=1), by=D)
    assert club.person("A").resignations_counted == 1


@pytest.mark.rule("ALL-8", "NXE-8")
def test_player_who_has_left_for_today_is_taken_back_by_the_recorder_until_play_goes_on() -> None:
    left = EntryLeftForToday(entry=1, person=person("A"), reason=WHY)
    back = ResignationTakenBack(entry=1, person=person("A"), reason=None)
    story = given(*evening("ABD", directors="DE"))
    story.when(FOR_TODAY, by=D).then(left)
    gone = story.done(left, by=D)
    for by in (D, E, player("A")):
        gone.when(WithdrawResignation(entry=1), by=by).then(back)
    on = gone.done(made(2, 3), by=E)
    on.when(WithdrawResignation(entry=1), by=D).refused("not-allowed")
    on.when(WithdrawResignation(entry=1), by=E).then(back)


@pytest.mark.rule("ALL-8", "ALL-14")
def test_entries_of_who_has_reached_the_limit_are_put_to_their_directors() -> None:
    club = Club().register("ABD")
    club.limit(2)
    running = club.announce(director=person("D"))
    club.start(running, "AB")
    club.resign("A")
    assert [one.kind for one in club.reviews(running)] == ["resignations-changed"]
    club.resign("A")
    assert [(one.kind, one.entry) for one in club.reviews(running)] == [
        ("banned-since", 1),
        ("resignations-changed", 1),
    ]


@pytest.mark.rule("TD-19", "TD-2")
def test_report_tells_who_has_left_by_others_and_by_whom() -> None:
    story = given(*evening("ABCD", directors="D"))
    story = story.done(EntryWithdrawn(entry=1, person=person("A"), reason="Was rude."), by=D)
    story = story.done(EntryLeftForToday(entry=2, person=person("B"), reason=WHY), by=player("B"))
    by_link = player("C").model_copy(update={"key_maker": person("D")})
    state = story.when(LeaveForToday(entry=3, reason=WHY), by=by_link).then().desk.state
    told = [(one.entry, one.how, one.reason, one.recorded_by) for one in report_of(state).left_by_others]
    assert told == [(1, "withdrawn", "Was rude.", person("D")), (3, "left", WHY, person("C"))]


@pytest.mark.rule("TD-19")
def test_report_leaves_out_a_slip_of_the_staff() -> None:
    entered = given(*before_the_start(directors="D")).done(ASKED, by=D)
    assert report_of(entered.when(WithdrawEntry(entry=1, reason="Slip."), by=D).desk.state).left_by_others == ()
    approved = entered.done(EntryApproved(entry=1), by=D)
    state = approved.when(WithdrawEntry(entry=1, reason="No member."), by=D).desk.state
    assert [one.how for one in report_of(state).left_by_others] == ["withdrawn"]


@pytest.mark.rule("TD-19")
def test_report_that_was_filed_is_owed_again_once_others_say_that_somebody_left() -> None:
    desk = given(*evening("ABC", directors="D"), made(1, 2), scored(5, 3)).when(CompleteTournament()).desk
    report = report_of(desk.state)
    desk.do(FileReport(digest=report.digest, reference="2026-1"))
    assert not has_owed_report(desk.state)
    desk.do(ReopenTournament(reason="Forgot somebody."))
    desk.do(WithdrawEntry(entry=3, reason="Had gone home."), D)
    desk.do(CompleteTournament())
    assert report_of(desk.state).digest == report.digest
    assert has_owed_report(desk.state)
    desk.do(FileReport(digest=report.digest, reference="2026-2"))
    assert not has_owed_report(desk.state)


@pytest.mark.rule("TD-2")
def test_request_of_somebody_else_starts_without_the_withdrawal_before() -> None:
    story = asked().done(WITHDRAWN, by=D)
    entered = story.when(RequestEntry(person=person("B")), by=player("B")).then().desk.state
    assert not entered.entries[2].withdrawn_before
