"""What is recorded of a match besides its result, and asked of the director (TD-3, TD-6 to TD-8, TD-20, TD-21, TD-23,
TD-24); the stories of these clauses are among the pages."""

from datetime import timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from domain.kernel.refusal import Refused
from domain.scoring.clock import ClockTerms, OutOfTime
from domain.scoring.lateness import Lateness
from domain.scoring.result import Conceded, FinalScore
from domain.tournament.command import Command
from domain.tournament.decisions.match_record.recording import BreakMeaning, clock_terms_of, meaning
from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.derived import attachments
from domain.tournament.derived.attachments import missing
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions, PartConditions, StartingTime
from domain.tournament.match_record import commands as match_record_commands
from domain.tournament.match_record.events import Consented, MatchRecordEvent, MatchRecordKind, Readings
from domain.tournament.match_record.state import MatchRecord
from domain.tournament.matches import commands as match_commands
from domain.tournament.presets.registry import PRESETS
from domain.tournament.state import announced_settings
from projections.views.match_record import match_record_of, match_records_view
from tests.desk import NOON, Desk, announced, director, entered, person, player, started

PAGE = "match record/breaks"
ONE = NOON + timedelta(hours=1)
SIDES = {"A": "first", "B": "second", "C": "first", "D": "second"}


def playing(conditions: Conditions | None = None) -> Desk:
    """A and B play match 1 to 7, C and D match 2 to 17."""
    desk = started("ABCD", conditions)
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=7))
    desk.do(match_commands.MakeMatch(sides=(3, 4), length=17))
    desk.now = ONE
    return desk


@pytest.mark.rule("TD-8")
def test_a_side_is_on_one_break_at_a_time_and_back_after_it_has_left() -> None:
    desk = playing()
    leaving = match_record_commands.BeginBreak(match=1, side="first")
    desk.when(leaving, player("B")).refused("not-allowed")
    desk.do(leaving, player("A"))
    desk.when(leaving, player("A")).refused("on-a-break")
    desk.do(match_record_commands.BeginBreak(match=1, side="second"), player("B"))
    early = match_record_commands.EndBreak(match=1, number=1, ended_at=desk.now - timedelta(minutes=30))
    desk.when(early).refused("match-record-untimely")
    desk.when(match_record_commands.EndBreak(match=1, number=3)).refused("match-record-unknown")
    desk.when(match_record_commands.EndBreak(match=1, number=1), player("C")).refused("not-allowed")
    desk.do(match_record_commands.EndBreak(match=1, number=1), player("B"))
    desk.when(match_record_commands.EndBreak(match=1, number=1)).refused("already-settled")
    later = match_record_commands.BeginBreak(match=1, side="first", started_at=desk.now + timedelta(minutes=30))
    desk.when(later).refused("match-record-untimely")


@pytest.mark.rule("TD-8")
def test_a_break_is_taken_in_the_tournament() -> None:
    desk = playing()
    opened = announced_settings(desk.state).started_at
    assert opened is not None
    before = match_record_commands.BeginBreak(match=1, side="first", started_at=opened - timedelta(minutes=6))
    desk.when(before, player("A")).refused("match-record-untimely")
    desk.when(before.model_copy(update={"started_at": opened}), player("A")).then()


@pytest.mark.rule("TD-5", "TD-8")
def test_total_of_breaks_is_told_when_one_begins_and_when_it_ends() -> None:
    # C has two of 5 minutes to 17, and is back 10 minutes late from both together: D may be given two points.
    desk = playing()
    leaving = match_record_commands.BeginBreak(match=2, side="first", number_of_breaks=2, started_at=ONE)
    told = []
    for command in (leaving, match_record_commands.EndBreak(match=2, number=1, ended_at=ONE + timedelta(minutes=20))):
        desk.now = ONE + timedelta(minutes=20)
        before = desk.state
        (event,) = desk.do(command)
        assert isinstance(event, MatchRecordEvent)
        told.append(meaning(before, event))
    due = {"due_back": ONE + timedelta(minutes=10), "left": 0, "flags": ()}
    late = Lateness(offender="first", beneficiary="second", points=2)
    assert told == [BreakMeaning.model_validate(due), BreakMeaning.model_validate(due | {"late": late})]


@pytest.mark.rule("TD-3", "TD-7", "TD-8", "TD-20", "TD-24", "GAM-7")
@pytest.mark.parametrize(
    "command",
    [
        match_record_commands.AppointMonitor(match=1, person=person("M")),
        match_record_commands.RecordConsent(match=1, kind="recording"),
        match_record_commands.BeginBreak(match=1, side="first"),
        match_record_commands.RecordClock(match=1, action="read", readings=Readings(first_seconds=1, second_seconds=0)),
        match_record_commands.DeclareOutOfTime(match=1, out_of_time=OutOfTime(out="second")),
        match_record_commands.AddAttachment(match=1, kind="score-sheet", reference="Sheet 1", digest="1" * 64),
        match_record_commands.AddAttachment(match=1, kind="transcript", reference="By mail", digest="2" * 64),
    ],
    ids=lambda command: type(command).__name__,
)
def test_records_of_a_match_leave_it_as_it_is(command: Command) -> None:
    desk = playing()
    before = desk.state.matches[1]
    desk.do(command)
    assert desk.state.match_records.of(1) != MatchRecord()
    assert desk.state.matches[1] == before


@pytest.mark.rule("TD-3")
@pytest.mark.source("ausbgf 1.3.3", "ausbgf 1.7.7")
def test_a_monitor_is_released_once_and_the_fee_is_exact() -> None:
    desk = playing()
    monitor = {"match": 1, "person": person("M")}
    for fee in ("12.505", "-1.00", 12.5):
        with pytest.raises(ValidationError):
            match_record_commands.AppointMonitor.model_validate(monitor | {"fee": fee, "paid_by": "both"})
    unasked = {"fee": "12.50", "paid_by": "first"}
    for wrong in ({"fee": "12.50"}, {"paid_by": "both"}, unasked, unasked | {"asked_by": "second"}):
        with pytest.raises(ValidationError):
            match_record_commands.AppointMonitor.model_validate(monitor | wrong)
    appoint = match_record_commands.AppointMonitor.model_validate(monitor)
    desk.when(appoint, player("A")).refused("not-allowed")
    desk.do(appoint)
    desk.when(appoint).refused("monitor-appointed")
    desk.do(match_record_commands.ReleaseMonitor(match=1, number=1))
    desk.when(match_record_commands.ReleaseMonitor(match=1, number=1)).refused("already-settled")
    desk.when(match_record_commands.ReleaseMonitor(match=1, number=2)).refused("match-record-unknown")
    desk.do(appoint)
    assert [one.released_at is None for one in desk.state.match_records.of(1).monitors] == [False, True]


@pytest.mark.rule("TD-6", "TD-23")
@pytest.mark.source("ausbgf 1.6.4", "ausbgf 1.7.7", "ausbgf 2.3.2", "ausbgf 2.4.2")
def test_requests_are_made_by_who_is_in_and_answered_once_with_a_reason() -> None:
    desk = playing()
    wanted = match_record_commands.MakeRequest(kind="precision-dice", entry=1, insists=True, reason="Mine roll oddly.")
    desk.when(wanted, player("B")).refused("not-allowed")
    desk.when(wanted.model_copy(update={"entry": None}), player("A")).refused("not-allowed")
    desk.when(wanted.model_copy(update={"match": 9}), player("A")).refused("match-unknown")
    desk.when(wanted.model_copy(update={"match": 2}), player("A")).refused("not-allowed")
    desk.do(wanted.model_copy(update={"match": 1}), player("A"))
    answer = match_record_commands.AnswerRequest(number=1, granted=False, reason="There are none.")
    desk.when(answer, player("A")).refused("not-allowed")
    desk.do(answer)
    desk.when(answer).refused("already-settled")
    desk.when(answer.model_copy(update={"number": 2})).refused("match-record-unknown")
    (wish,) = desk.state.match_records.requests
    assert wish.made.insists
    assert wish.answered is not None
    assert (wish.answered.granted, wish.answered.reason) == (False, "There are none.")


@pytest.mark.rule("TD-23")
@pytest.mark.source("ausbgf 2.2.3", "ausbgf 3.4.2", "ausbgf 3.5.2")
def test_an_exception_is_the_directors_and_names_the_clause_and_the_reason() -> None:
    desk = playing()
    exception = match_record_commands.MakeException(
        clause="2.2.3", exception="A longer break", match=1, reason="Insulin is needed."
    )
    desk.when(exception, player("A")).refused("not-allowed")
    desk.do(exception)
    (made,) = desk.state.match_records.exceptions
    assert (made.made.clause, made.made.reason) == ("2.2.3", "Insulin is needed.")


@pytest.mark.rule("TD-23")
@pytest.mark.parametrize(
    ("clause", "foreseen"), [("2.2.3", True), ("3.4.2.1", True), ("3.5.2", True), ("2.2", False), ("3.5.20", False)]
)
def test_an_exception_to_a_clause_that_names_none_is_flagged_and_not_refused(clause: str, foreseen: bool) -> None:
    desk = playing()
    desk.do(match_record_commands.MakeException(clause=clause, exception="A longer break", reason="Insulin is needed."))
    (shown,) = match_records_view(desk.state, None).exceptions
    assert shown.flags == (() if foreseen else ("unlisted-clause",))


@pytest.mark.rule("TD-7", "TD-8")
@pytest.mark.source("ausbgf 3.7.2", "ausbgf 4.3.2", "ausbgf 4.3.5")
def test_a_pause_a_reset_and_an_estimate_need_the_reason() -> None:
    readings = {"first_seconds": 1, "second_seconds": 1}
    for fields in ({"action": "paused"}, {"action": "reset"}, {"action": "set", "estimated": True}):
        with pytest.raises(ValidationError):
            match_record_commands.RecordClock.model_validate({"match": 1, "readings": readings, **fields})


@pytest.mark.rule("TD-8")
@pytest.mark.source("ausbgf 3.7.2")
def test_3_7_2_the_director_sets_the_clock_that_replaces_a_faulty_one_by_estimate() -> None:
    desk = playing()
    readings = Readings(first_seconds=300, second_seconds=240)
    substitute = match_record_commands.RecordClock(
        match=1, action="set", readings=readings, estimated=True, reason="The first one stood still."
    )
    desk.when(substitute, player("A")).refused("not-allowed")
    desk.do(substitute)
    (shown,) = match_record_of(desk.state, 1).clocks
    assert (shown.readings, shown.estimated, shown.reason) == (readings, True, "The first one stood still.")


TAKEN_BACK: tuple[tuple[Command, str], ...] = (
    (match_record_commands.AppointMonitor(match=1, person=person("M")), "monitor"),
    (match_record_commands.RecordConsent(match=1, kind="recording"), "consent"),
    (match_record_commands.BeginBreak(match=1, side="first"), "break"),
    (
        match_record_commands.RecordClock(match=1, action="read", readings=Readings(first_seconds=1, second_seconds=0)),
        "clock",
    ),
    (match_record_commands.DeclareOutOfTime(match=1, out_of_time=OutOfTime(out="second")), "declaration"),
    (
        match_record_commands.AddAttachment(match=1, kind="score-sheet", reference="Sheet 1", digest="1" * 64),
        "attachment",
    ),
    (match_record_commands.MakeRequest(kind="cups", reason="Mine are gone."), "request"),
    (
        match_record_commands.MakeException(clause="2.2.3", exception="A longer break", reason="Insulin is needed."),
        "exception",
    ),
)


def slip(what: str, number: int = 1) -> match_record_commands.WithdrawRecord:
    """Taking the nth of a kind back; what is of a match, of match 1."""
    match = None if what in ("request", "exception") else 1
    return match_record_commands.WithdrawRecord.model_validate(
        {"kind": what, "match": match, "number": number, "reason": "A slip."}
    )


@pytest.mark.rule("TD-3", "TD-6", "TD-7", "TD-8", "TD-20", "TD-23", "TD-24")
@pytest.mark.parametrize(("command", "what"), TAKEN_BACK, ids=lambda one: one if isinstance(one, str) else "")
def test_record_made_by_mistake_is_retracted_and_stays_under_its_number(
    command: Command, what: MatchRecordKind
) -> None:
    desk = playing()
    desk.do(command)
    before, match = desk.state.matches[1], slip(what).match
    desk.when(slip(what), player("A")).refused("not-allowed")
    desk.do(slip(what))
    desk.do(command)
    first, second = desk.state.match_records.of_kind(what, match)
    assert (first.retracted and first.retracted.reason, second.retracted) == ("A slip.", None)
    desk.when(slip(what)).refused("already-settled")
    desk.when(slip(what, 3)).refused("match-record-unknown")
    assert desk.state.matches[1] == before


@pytest.mark.rule("TD-3", "TD-23", "TD-24")
@pytest.mark.parametrize(
    ("command", "what", "further"),
    [
        (
            match_record_commands.AppointMonitor(match=1, person=person("M")),
            "monitor",
            match_record_commands.ReleaseMonitor(match=1, number=1),
        ),
        (
            match_record_commands.RecordConsent(match=1, kind="recording"),
            "consent",
            match_record_commands.WithdrawConsent(match=1, number=1, reason="It rang."),
        ),
        (
            match_record_commands.BeginBreak(match=1, side="first"),
            "break",
            match_record_commands.EndBreak(match=1, number=1),
        ),
        (
            match_record_commands.MakeRequest(kind="cups", reason="Mine are gone."),
            "request",
            match_record_commands.AnswerRequest(number=1, granted=True, reason="Here."),
        ),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_nothing_comes_of_what_was_retracted_and_the_staff_retract_what_something_came_of(
    command: Command, what: str, further: Command
) -> None:
    desk = playing()
    desk.do(command)
    desk.do(slip(what))
    desk.when(further).refused("already-settled")
    desk.do(command)
    desk.do(further.model_copy(update={"number": 2}))
    desk.when(slip(what, 2)).then()


@pytest.mark.rule("TD-7", "TD-23")
def test_a_side_takes_its_own_slip_back_at_once_and_later_the_staff_do() -> None:
    desk = playing()
    declaring = match_record_commands.DeclareOutOfTime(
        match=1, out_of_time=OutOfTime(out="second"), declared_by="first"
    )
    desk.do(declaring, player("A"))
    desk.when(slip("declaration"), player("B")).refused("not-allowed")
    desk.do(slip("declaration"), player("A"))
    desk.do(declaring, player("A"))
    desk.now += timedelta(minutes=2)
    desk.when(slip("declaration", 2), player("A")).refused("not-allowed")
    desk.when(slip("declaration", 2)).then()


@pytest.mark.rule("TD-7", "TD-9")
def test_a_director_who_plays_takes_nothing_back_that_his_opponent_has_recorded() -> None:
    desk = playing()
    desk.do(lifecycle_commands.AppointDirector(person=person("B")))
    desk.do(
        match_record_commands.DeclareOutOfTime(match=1, out_of_time=OutOfTime(out="second"), declared_by="first"),
        player("A"),
    )
    desk.when(slip("declaration"), director("B")).refused("conflict-of-interest")


@pytest.mark.rule("TD-8", "TD-23")
def test_retracted_record_is_named_with_its_match_where_it_has_one() -> None:
    for said in ({"kind": "break"}, {"kind": "request", "match": 1}):
        with pytest.raises(ValidationError):
            match_record_commands.WithdrawRecord.model_validate({"number": 1, "reason": "A slip.", **said})


def test_no_match_is_looked_at_where_nothing_obliges(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = playing()
    desk.do(match_commands.ReportResult(match=1, result=FinalScore(first=7, second=3)), player("A"))
    monkeypatch.setattr(attachments, "validity", None)
    assert list(missing(desk.state)) == []


@pytest.mark.rule("TD-19", "TD-20")
@pytest.mark.source("ausbgf 3.8")
def test_records_that_the_conditions_oblige_to_are_missing_until_attached() -> None:
    desk = playing(Conditions(recording="obligation", analysis="obligation"))
    assert list(missing(desk.state)) == []
    desk.do(match_commands.ReportResult(match=1, result=FinalScore(first=7, second=5)))
    desk.do(match_commands.ReportResult(match=2, result=Conceded(loser="first", play_began=False)))
    recording = match_record_commands.AddAttachment(
        match=1, kind="recording", reference="https://example.org/1", digest="1" * 64
    )
    assert [(one.match, one.kind) for one in missing(desk.state)] == [(1, "recording"), (1, "analysis")]
    desk.when(recording, player("C")).refused("not-allowed")
    desk.do(recording, player("B"))
    desk.when(recording, player("A")).refused("already-attached")
    assert [(one.match, one.kind) for one in report_of(desk.state).missing] == [(1, "analysis")]
    desk.do(lifecycle_commands.CompleteTournament())
    desk.do(recording.model_copy(update={"kind": "analysis"}))
    assert report_of(desk.state).missing == ()
    desk.do(slip("attachment"))
    assert [(one.match, one.kind) for one in report_of(desk.state).missing] == [(1, "recording")]
    desk.do(recording)
    assert report_of(desk.state).missing == ()


@pytest.mark.rule("TD-6", "TD-21")
@pytest.mark.source("ausbgf 3.4.1", "ausbgf 3.5.1")
def test_3_4_1_and_3_5_1_a_clock_and_a_baffle_box_are_announced_for_a_part_of_the_tournament() -> None:
    semi_finals_on = PartConditions(from_round=2, clock="obligation")
    final = PartConditions(from_round=3, until_round=3, baffle_box="preference", clock="preference")
    conditions = Conditions(clock="none", parts=(semi_finals_on, final))
    told = [conditions.required_records(number, 1) for number in (None, 1, 2, 3, 4)]
    assert [one.clock for one in told] == ["none", "none", "obligation", "preference", "obligation"]
    assert [one.baffle_box for one in told] == ["option"] * 3 + ["preference", "option"]


@pytest.mark.rule("TD-6", "TD-21")
@pytest.mark.parametrize(
    "said", [{}, {"from_round": 2, "matches": [1]}, {"until_round": 2}, {"from_round": 3, "until_round": 2}]
)
def test_a_part_names_its_rounds_or_its_matches(said: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        PartConditions.model_validate({**said, "clock": "obligation"})


@pytest.mark.rule("TD-20", "TD-21")
@pytest.mark.source("ausbgf 3.8")
def test_3_8_a_given_match_is_to_be_recorded_and_played_on_that_site() -> None:
    desk = playing(
        Conditions(site="Club boards", parts=(PartConditions(matches=(2,), recording="obligation", site="Galaxy"),))
    )
    desk.do(match_commands.ReportResult(match=1, result=FinalScore(first=7, second=5)))
    desk.do(match_commands.ReportResult(match=2, result=FinalScore(first=17, second=5)))
    assert [(one.match, one.kind) for one in missing(desk.state)] == [(2, "recording")]
    assert [match_record_of(desk.state, number).required.site for number in (1, 2)] == ["Club boards", "Galaxy"]


@pytest.mark.rule("TD-7", "TD-6")
@pytest.mark.source("ausbgf 3.5.5")
def test_3_5_5_doubles_have_the_time_that_the_director_specifies_and_not_that_of_singles() -> None:
    desk = started("AB")
    for letters in ("CD", "EF"):
        first, second = map(person, letters)
        desk.do(entry_commands.RequestEntry(person=first, members=(second,), team_name=letters, reason="Doubles"))
        desk.do(entry_commands.ApproveEntry(entry=len(desk.state.entries)))
    for sides in ((1, 2), (3, 4)):
        desk.do(match_commands.MakeMatch(sides=sides, length=7))
    singles, doubles = (desk.state.matches[number] for number in (1, 2))
    assert clock_terms_of(desk.state, singles) == ClockTerms(seconds_per_point=120, delay_seconds=12)
    with pytest.raises(Refused) as refusal:
        clock_terms_of(desk.state, doubles)
    assert refusal.value.problem.slug == "clock-terms-missing"
    assert match_record_of(desk.state, 2).clock_terms is None
    assert PRESETS["federation"].conditions.clock_terms is None  # which would be that of doubles, too
    specified = ClockTerms(seconds_per_point=150, delay_seconds=15)
    desk.do(lifecycle_commands.ChangeConditions(conditions=Conditions(clock_terms=specified), reason="Doubles too."))
    assert [clock_terms_of(desk.state, one) for one in (singles, doubles)] == [specified] * 2


@pytest.mark.rule("TD-24")
@pytest.mark.source("ausbgf 1.7.2", "ausbgf 1.7.3", "ausbgf 1.7.4")
@pytest.mark.parametrize("what", ["recording", "headphones", "telephone"])
def test_the_opponent_consents_in_each_instance_and_the_director_revokes_it_at_any_time(what: Consented) -> None:
    desk = playing()
    consenting = match_record_commands.RecordConsent(match=1, kind=what, answered_by="first")
    desk.when(consenting, player("B")).refused("not-allowed")
    desk.do(consenting, player("A"))
    revoking = match_record_commands.WithdrawConsent(match=1, number=1, reason="It rang.")
    desk.when(revoking, player("A")).refused("not-allowed")
    desk.do(revoking)
    desk.do(consenting, player("A"))
    shown = match_record_of(desk.state, 1).consents
    assert [(one.granted, one.revoked) for one in shown] == [(True, "It rang."), (True, None)]


@pytest.mark.rule("TD-24")
@pytest.mark.source("ausbgf 1.7.2", "ausbgf 1.7.3")
@pytest.mark.parametrize("what", ["recording", "headphones"])
def test_1_7_2_and_1_7_3_a_consent_that_is_refused_is_recorded_with_its_reason(what: Consented) -> None:
    desk = playing()
    with pytest.raises(ValidationError, match="with a reason"):
        match_record_commands.RecordConsent(match=1, kind=what, answered_by="first", granted=False)
    refusing = match_record_commands.RecordConsent(
        match=1, kind=what, answered_by="first", granted=False, reason="It distracts me."
    )
    desk.when(refusing, player("B")).refused("not-allowed")
    desk.do(refusing, player("A"))
    (shown,) = match_record_of(desk.state, 1).consents
    assert (shown.granted, shown.answered_by, shown.reason) == (False, "first", "It distracts me.")
    revoking = match_record_commands.WithdrawConsent(match=1, number=1, reason="It is theirs.")
    desk.when(revoking).refused("already-settled")


@pytest.mark.rule("TD-24")
@pytest.mark.source("ausbgf 1.7.4")
def test_1_7_4_a_telephone_is_refused_without_a_reason() -> None:
    desk = playing()
    desk.do(
        match_record_commands.RecordConsent(match=1, kind="telephone", answered_by="second", granted=False), player("B")
    )
    assert [one.granted for one in match_record_of(desk.state, 1).consents] == [False]


@pytest.mark.rule("TD-23", "TD-9")
@pytest.mark.source("ausbgf 1.6.1")
def test_1_6_1_what_a_spectator_tells_the_director_is_recorded_and_is_no_dispute() -> None:
    desk = playing()
    alert = match_record_commands.MakeRequest(kind="spectator-alert", match=1, reason="The clock of B runs unnoticed.")
    desk.when(alert, player("A")).refused("not-allowed")
    desk.do(alert)
    desk.do(match_record_commands.AnswerRequest(number=1, granted=True, reason="Time was added back."))
    assert not desk.state.directing.disputes
    assert [one.answer for one in match_records_view(desk.state, None).requests] == ["Time was added back."]
    assert match_records_view(desk.state, (1, 2)).requests == ()
    with pytest.raises(ValidationError, match="leave out the entry"):
        match_record_commands.MakeRequest(kind="spectator-alert", entry=1, reason="I saw it.")


@pytest.mark.rule("TD-5", "TD-21")
@pytest.mark.source("ausbgf 2.2.1")
def test_2_2_1_a_match_begins_when_its_round_is_announced_to() -> None:
    times = (StartingTime(round=2, starts_at=ONE),)
    settings = announced_settings(announced(Conditions(starts_at=NOON, starting_times=times)).state)
    assert [settings.begins_at(number) for number in (None, 1, 2, 3)] == [NOON, NOON, ONE, None]


@pytest.mark.rule("TD-20", "TD-21")
def test_the_edition_of_the_rules_is_pinned_with_the_start() -> None:
    desk = entered(announced(Conditions(edition="wbgf")), "AB")
    desk.do(
        lifecycle_commands.ChangeConditions(conditions=Conditions(edition="ausbgf-2021-11", languages=("English",)))
    )
    desk.do(lifecycle_commands.StartTournament())
    again = lifecycle_commands.ChangeConditions(conditions=Conditions(edition="ausbgf-2021-05"), reason="A new one.")
    desk.when(again).refused("edition-pinned")
    kept = Conditions(edition="ausbgf-2021-11", dice="Precision dice, 14 mm", board="Tournament size")
    desk.when(lifecycle_commands.ChangeConditions(conditions=kept, reason="Said at the opening.")).then()


@pytest.mark.rule("TD-2", "TD-21")
def test_places_are_not_fewer_than_are_taken_after_the_start() -> None:
    desk = entered(announced(Conditions(places=8)), "ABC")
    desk.do(lifecycle_commands.ChangeConditions(conditions=Conditions(places=2)))
    desk.do(lifecycle_commands.ChangeConditions(conditions=Conditions(places=3)))
    desk.do(lifecycle_commands.StartTournament())
    fewer = lifecycle_commands.ChangeConditions(conditions=Conditions(places=2), reason="A table broke.")
    desk.when(fewer).refused("places-taken")
    desk.when(
        lifecycle_commands.ChangeConditions(conditions=Conditions(places=3, venue="The hall"), reason="We moved.")
    ).then()


@pytest.mark.rule("TD-21")
def test_each_round_has_one_starting_time() -> None:
    times = [{"round": 1, "starts_at": "2026-03-01T13:00:00Z"}, {"round": 2, "starts_at": "2026-03-01T15:00:00Z"}]
    assert Conditions.model_validate({"starting_times": times}).starting_times is not None
    with pytest.raises(ValidationError):
        Conditions.model_validate({"starting_times": [times[0], times[0]]})


@pytest.mark.rule("TD-3", "TD-8", "TD-20")
@pytest.mark.source("ausbgf 1.3.3")
def test_1_3_3_a_monitor_records_what_they_see_in_their_match() -> None:
    desk, monitor = playing(), player("M")
    readings = Readings(first_seconds=90, second_seconds=120)
    seen = (
        match_record_commands.BeginBreak(match=1, side="first"),
        match_record_commands.EndBreak(match=1, number=1),
        match_record_commands.RecordClock(match=1, action="paused", paused_for="illegal-move", readings=readings),
        match_record_commands.AddAttachment(match=1, kind="score-sheet", reference="Sheet 1", digest="1" * 64),
        match_record_commands.MakeRequest(kind="spectator-alert", match=1, reason="B moved a checker with two hands."),
    )
    slip = match_record_commands.WithdrawRecord(kind="clock", match=1, number=1, reason="I read it wrong.")
    for command in seen:
        desk.when(command, monitor).refused("not-allowed")
    desk.do(match_record_commands.AppointMonitor(match=1, person=person("M")))
    for command in seen:
        desk.do(command, monitor)
        if isinstance(command, match_record_commands.RecordClock):
            desk.do(slip, monitor)
    of = desk.state.match_records.of(1)
    assert (len(of.breaks), len(of.clocks), len(of.attachments)) == (1, 1, 1)
    assert not of.attachments[0].by_staff
    assert [one.by for one in desk.state.match_records.requests] == [person("M")]
    for command in (one.model_copy(update={"match": 2}) for one in seen if hasattr(one, "match")):
        desk.when(command, monitor).refused("not-allowed")
    desk.do(match_record_commands.ReleaseMonitor(match=1, number=1))
    for command in seen:
        desk.when(command, monitor).refused("not-allowed")


@pytest.mark.rule("TD-3", "TD-9")
@pytest.mark.source("ausbgf 1.3.3")
def test_1_3_3_a_monitor_decides_nothing_and_speaks_for_nobody() -> None:
    desk, monitor = playing(), player("M")
    desk.do(match_record_commands.AppointMonitor(match=1, person=person("M")))
    desk.do(match_record_commands.MakeRequest(kind="cups", entry=1, reason="Mine have no lip."))
    for command in (
        match_record_commands.AppointMonitor(match=1, person=person("N")),
        match_record_commands.ReleaseMonitor(match=1, number=1),
        match_record_commands.RecordConsent(match=1, kind="recording"),
        match_record_commands.DeclareOutOfTime(match=1, out_of_time=OutOfTime(out="first")),
        match_record_commands.MakeRequest(kind="cups", match=1, reason="A's have no lip."),
        match_record_commands.AnswerRequest(number=1, granted=True, reason="They are here."),
        match_record_commands.MakeException(clause="2.2.3", exception="A longer break", match=1, reason="Ill."),
        match_record_commands.AddAttachment(match=1, kind="analysis", reference="Mine", digest="1" * 64),
        match_commands.ReportResult(match=1, result=FinalScore(first=7, second=3)),
    ):
        desk.when(command, monitor).refused("not-allowed")


@pytest.mark.rule("TD-20", "TD-23")
@pytest.mark.source("ausbgf 3.8")
def test_3_8_the_summary_of_a_match_is_asked_for_and_attached_after_the_end() -> None:
    desk = playing()
    for number, score in ((1, FinalScore(first=7, second=2)), (2, FinalScore(first=17, second=3))):
        desk.do(match_commands.ReportResult(match=number, result=score))
    desk.do(lifecycle_commands.CompleteTournament())
    wanted = match_record_commands.MakeRequest(kind="other", match=1, insists=True, reason="Send the match summary.")
    desk.when(wanted.model_copy(update={"entry": 1}), player("A")).refused("not-allowed")
    desk.when(wanted.model_copy(update={"kind": "clock"})).refused("not-allowed")
    desk.when(wanted.model_copy(update={"match": None})).refused("not-allowed")
    desk.do(wanted)
    sent = match_record_commands.AddAttachment(match=1, kind="analysis", reference="By mail", digest="3" * 64)
    desk.do(sent, player("A"))
    desk.do(match_record_commands.AnswerRequest(number=1, granted=True, reason="It came."))
    assert [one.made.insists for one in desk.state.match_records.requests] == [True]
