"""What a director decided without a ruling is appealed as a ruling is (1.4.1, 5.2, TD-11, TD-13)."""

from datetime import timedelta

import pytest

from domain.application.catalogue import EVENTS
from domain.kernel.envelope import Event
from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.derived.decided import DECISIONS
from domain.tournament.entries.commands import ApproveEntry, WithdrawEntry
from domain.tournament.entries.events import EntryRefused, EntryRequested, EntryWithdrawn
from domain.tournament.match_record.events import RequestAnswered, RequestMade
from domain.tournament.matches.events import MatchVoided
from domain.tournament.rulings.commands import (
    AppealDecision,
    CarryOutAppeal,
    CastVote,
    DecideAppeal,
    FormCommittee,
    LodgeAppeal,
)
from domain.tournament.rulings.events import About, DecisionAppealed
from tests.desk import NOON, OFFICE, Desk, director, person, player
from tests.story import Given, before_the_start, evening, given, made

D, E = director("D"), director("E")
AT_THE_DESK = D.model_copy(update={"staff_of": Desk().state.id})
OUT = EntryWithdrawn(entry=1, person=person("A"), reason="Was rude.")
WHY = "I was polite."
XYZ = tuple(map(person, "XYZ"))


def put_out() -> Given:
    """D, who directs with E, has said that A leaves."""
    return given(*evening("ABC", directors="DE")).done(OUT, by=AT_THE_DESK)


def newest(story: Given) -> int:
    """The version of what was decided last."""
    return len(story.events)


def appeal(story: Given, **also: object) -> AppealDecision:
    return AppealDecision.model_validate({"decision": newest(story), "entry": 1, "reason": WHY, **also})


@pytest.mark.rule("TD-11", "TD-2")
def test_entry_that_others_put_out_appeals_and_it_is_a_ruling() -> None:
    story = put_out()
    event = DecisionAppealed(
        appeal=1,
        ruling=1,
        decision=newest(story),
        about=About(kind="entry", number=1),
        clause="1.4.1",
        entry=1,
        lodged_by=person("A"),
        late=False,
        reason=WHY,
        appeal_deadline=NOON + timedelta(minutes=newest(story) + 60),
    )
    state = story.when(appeal(story), by=player("A")).then(event).desk.state
    ruling = state.directing.rulings[1]
    assert (ruling.given_by.person, ruling.reasons, ruling.parties, ruling.status) == (
        person("D"),
        "Was rude.",
        (1,),
        "in-force",
    )
    assert ruling.orders.remedies == ()


@pytest.mark.rule("TD-11")
def test_only_a_party_and_the_staff_appeal_and_only_what_was_decided() -> None:
    story = put_out()
    story.when(appeal(story), by=player("B")).refused("not-allowed")
    story.when(appeal(story, entry=2), by=player("B")).refused("not-a-party")
    story.when(appeal(story), by=D).then()
    story.when(AppealDecision(decision=1, entry=1), by=player("A")).refused("decision-unknown")
    own = given(*evening("ABC", directors="DE")).done(OUT, by=player("A"))
    own.when(appeal(own), by=player("A")).refused("decision-unknown")


@pytest.mark.rule("TD-11")
def test_window_of_appeals_closes_and_staff_who_are_no_party_admit_a_late_one() -> None:
    story = put_out()
    desk = story.when(appeal(story), by=player("B")).desk
    desk.now += timedelta(minutes=61)
    desk.when(appeal(story), player("A")).refused("appeal-too-late")
    late = appeal(story, override=True)
    desk.when(late, player("A")).refused("appeal-too-late")
    (event,) = desk.do(late, E)
    assert isinstance(event, DecisionAppealed)
    assert event.late


def decided(story: Given, verdict: str, asked: AppealDecision) -> Desk:
    """The desk once X, Y and Z have decided the appeal so."""
    desk = story.when(asked, by=player("A")).then().desk
    desk.do(FormCommittee(appeal=1, members=XYZ), E)
    for letter in "XY":
        desk.do(CastVote.model_validate({"appeal": 1, "member": person(letter), "verdict": verdict}), player(letter))
    desk.do(DecideAppeal(appeal=1, reasons="As voted."), E)
    return desk


@pytest.mark.rule("TD-12", "TD-13")
def test_reversed_decision_waits_until_the_staff_have_carried_it_out() -> None:
    story = put_out()
    desk = decided(story, "reversed", appeal(story))
    assert desk.state.directing.rulings[1].status == "reversed"
    desk.when(CarryOutAppeal(appeal=1, reason="In again."), player("A")).refused("not-allowed")
    desk.do(ApproveEntry(entry=1), E)
    desk.do(CarryOutAppeal(appeal=1, reason="In again."), E)
    desk.when(CarryOutAppeal(appeal=1, reason="In again."), E).refused("appeal-status")


@pytest.mark.rule("TD-12")
def test_upheld_decision_leaves_nothing_to_carry_out() -> None:
    story = put_out()
    desk = decided(story, "upheld", appeal(story))
    desk.when(CarryOutAppeal(appeal=1, reason="Nothing."), E).refused("appeal-status")


@pytest.mark.rule("TD-2", "TD-11")
def test_refused_entry_is_appealed_before_the_start() -> None:
    asked = EntryRequested(entry=1, person=person("A"))
    story = given(*before_the_start(directors="DE")).done(asked, by=player("A"))
    story = story.done(EntryRefused(entry=1, person=person("A"), reason="Is no member."), by=AT_THE_DESK)
    desk = decided(story, "reversed", appeal(story))
    desk.when(appeal(story), player("A")).refused("appeal-status")


@pytest.mark.rule("TD-11", "TD-19")
def test_sides_of_a_match_appeal_what_was_decided_on_it_and_the_report_tells_it() -> None:
    story = given(*evening("ABC", directors="D"), made(1, 2))
    story = story.done(MatchVoided(match=1, reason="Wrong table."), by=AT_THE_DESK)
    story.when(appeal(story, entry=3), by=player("C")).refused("not-a-party")
    state = story.when(appeal(story, entry=2), by=player("B")).then().desk.state
    (told,) = report_of(state).decisions
    assert (told.about, told.number, told.reasons, [one.entry for one in told.appeals]) == (
        *("match", 1),
        *("Wrong table.", [2]),
    )


@pytest.mark.rule("TD-11", "TD-23")
def test_answer_to_a_request_is_a_decision_that_can_be_appealed() -> None:
    story = given(*evening("AB", directors="D"), made(1, 2))
    requested = RequestMade(
        number=1, match=1, entry=1, kind="monitor", requested_by=person("A"), insists=False, reason="They shuffle."
    )
    story = story.done(requested, by=player("A"))
    story = story.done(
        RequestAnswered(number=1, requested_by=person("A"), granted=False, reason="Nobody is free."), by=AT_THE_DESK
    )
    story.when(appeal(story), by=player("A")).then()


@pytest.mark.rule("TD-11")
def test_decision_that_was_appealed_is_appealed_again_as_the_ruling_it_is() -> None:
    story = put_out()
    desk = story.when(appeal(story), by=player("A")).then().desk
    desk.when(appeal(story), player("A")).refused("appeal-status")
    desk.when(LodgeAppeal(ruling=1, entry=1), player("A")).refused("appeal-status")


@pytest.mark.rule("TD-11")
def test_withdrawal_that_staff_send_is_a_decision_as_recorded() -> None:
    desk = given(*evening("ABC", directors="D")).when(WithdrawEntry(entry=1, reason="Was rude."), by=D).desk
    assert [one.topic for one in desk.state.directing.decisions.values()] == ["tournament.entry-withdrawn.v1"]
    assert all(issubclass(one, Event) for one in DECISIONS)
    assert OFFICE not in [one.by for one in desk.state.directing.decisions.values()]


RULED = {
    "DisputeOpened",
    "StatementRecorded",
    "RulingGiven",
    "RulingSuspended",
    "RulingResumed",
    "RulingWithdrawn",
    "AppealLodged",
    "AppealWithdrawn",
    "AppealDecided",
    "AppealCarriedOut",
    "DecisionAppealed",
    "CommitteeFormed",
    "AlternativeProposed",
    "VoteCast",
}
"""Of rulings and appeals, which have an appeal of their own."""
GRANTED = {
    "EntryAbsent",
    "EntryApproved",
    "EntryCameBack",
    "EntryProposed",
    "EntryRequested",
    "EntryReentered",
    "EntryChanged",
    "EntryCheckedIn",
    "EntryFeeNoted",
    "EntryPutOnWaitingList",
    "ColourGiven",
    "CodeChosen",
    "FlightOfferAnswered",
    "ByeRequested",
    "ByeRequestWithdrawn",
    "InvitationSent",
    "InvitationAcknowledged",
    "NoTimeAgreedReported",
    "MatchMade",
    "RequestMade",
    "ResultConfirmed",
    "ResultTakenBack",
}
"""What players ask for or say, and staff enter for them or grant."""
NOTED = {
    "AttachmentAdded",
    "TranscriptKept",
    "MatchRecordRetracted",
    "BreakBegun",
    "BreakEnded",
    "MonitorReleased",
    "ImportDeclared",
    "ImportContinued",
    "ImportConfirmed",
    "MembersAllowed",
    "ReportFiled",
    "ReviewResolved",
    "RecordMerged",
    "RecordSplit",
}
"""What is written down, and decides nothing by itself."""
CALLED = {
    "TournamentAnnounced",
    "TournamentStarted",
    "TournamentCompleted",
    "DirectorAppointed",
    "DirectorReleased",
    "HallArranged",
    "TablesAssigned",
    "PairingsReleased",
    "CommitmentPublished",
    "SecretRevealed",
    "OutsideValueRecorded",
    "OutsideValueWitnessed",
}
"""What opens and ends the tournament, and arranges it for everybody alike."""
FOLLOWED = {
    "BoutContinued",
    "BracketDrawn",
    "ConsequencesChosen",
    "FieldSeededByErrorRates",
    "LotsDrawn",
    "MatchesConceded",
    "MatchesMade",
    "PairingsAdjusted",
    "PlaceAskedFor",
    "PlaceGivenUp",
    "PlaceTaken",
    "RoundDrawn",
}
"""What follows from something else by the rules; that may be appealed."""


@pytest.mark.rule("TD-11")
def test_everything_that_is_recorded_of_a_tournament_can_be_appealed_or_is_said_to_be_no_decision() -> None:
    kinds = {one for one in EVENTS if one.__module__.startswith("domain.tournament")}
    others = {one.__name__ for one in kinds if one not in DECISIONS}
    assert others == RULED | GRANTED | NOTED | CALLED | FOLLOWED
