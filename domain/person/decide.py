"""The registry of persons: commands and their decisions.

Readings: a ban is for administrators to lift, whether the federation has placed it or a ruling; a ruling that is
resumed after that does not put it back. Every ban is in force at once, and waits in the federation's list until another
administrator than anyone who has placed or ordered it confirms it; before and after any administrator can suspend it,
by which it bans nobody, and with it what the same ruling orders besides of that person. What anyone who banned the
person orders or places again after that is suspended as well, until another administrator resumes it. Nobody lifts or
reviews a ban of their own. That of the resignation limit (ALL-8) is lifted by administrators and by anyone who holds a
director's key of the federation, but never for themselves. The count of resignations then begins again, and all
resignations stay known.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from domain.kernel.envelope import Actor, Event
from domain.kernel.refusal import Refused
from domain.person import events as person_events
from domain.person.bans import Ban, ReviewStatus
from domain.person.commands import (
    Command,
    ConfirmBan,
    ConfirmErasure,
    ConfirmResignation,
    CorrectDetails,
    CorrectName,
    ErasePerson,
    LiftBan,
    LiftResignationBan,
    PlaceBan,
    RecordDistinctPerson,
    RecordPublicationConsent,
    RefuseCorrection,
    RegisterPerson,
    RequestCorrection,
    RequestErasure,
    ResumeBan,
    SetOpeningRating,
    StopErasure,
    SuspendBan,
)
from domain.person.details import Details
from domain.person.state import PendingErasure, Person, Resignation
from domain.problems.persons import (
    BAN_NOT_IN_FORCE,
    BAN_OVER,
    BAN_REVIEWED,
    BAN_UNCONFIRMED,
    CORRECTION_NOT_REQUESTED,
    ERASURE_NOT_REQUESTED,
    ERASURE_REQUESTED,
    ERASURE_UNCONFIRMED,
    PERSON_ERASED,
    PERSON_EXISTS,
    PERSON_MERGED,
    PERSON_UNKNOWN,
    RESIGNATION_CONFIRMED,
    RESIGNATION_UNCONFIRMED,
)
from domain.problems.tournament import NOT_ALLOWED, STALE

NAME_MENDED_WITHIN = timedelta(days=30)
"""For so long a director can mend a name that they have typed wrongly; later the office does."""


def decide(state: Person, command: Command, actor: Actor, now: datetime) -> tuple[Event, ...]:
    """The events that carry the command out at that moment (UTC). Raises Refused, and then nothing of it happens."""
    if not _may(state, command, actor, now):
        raise Refused(NOT_ALLOWED, _WHO[type(command)], person=state.id)
    if not isinstance(command, RegisterPerson) and not _of_merged_record(state, command):
        require_registered(state)
    if isinstance(command, ConfirmErasure):
        _require_another(_pending(state), actor)
    if isinstance(command, ConfirmResignation):
        _require_confirming(state, _find_unconfirmed(state, command.resignation), actor)
    if isinstance(command, ResumeBan | ConfirmBan):
        _require_reviewer(_standing(state, command.ban, now), command, actor)
    if command.seen is not None and not state.is_as_seen(command.seen, bans=isinstance(command, _OF_BANS)):
        raise Refused(STALE, f"The person is at revision {state.revision} now.", revision=state.revision)
    return _DECIDE[type(command)](state, command, now)


_WHO: Mapping[type[Command], str] = {
    RegisterPerson: "Only administrators and directors can register persons.",
    CorrectDetails: "Only administrators can correct a person's record. The person can ask them to.",
    CorrectName: "A director can correct a name for 30 days after registering the person; administrators always can.",
    RequestCorrection: "Only administrators and the person can ask for a correction.",
    RefuseCorrection: "Only administrators can decline corrections.",
    RecordPublicationConsent: "Only administrators and the person can record this consent.",
    RecordDistinctPerson: "Only administrators can record that two persons are different.",
    SetOpeningRating: "Only administrators can set opening ratings, but not their own.",
    RequestErasure: "Only administrators and the person can ask for an erasure.",
    ConfirmErasure: "Only administrators can erase persons.",
    StopErasure: "Only administrators can stop erasures.",
    ErasePerson: "Only the service itself can erase a person, once the time to stop it is over.",
    PlaceBan: "Only administrators can ban persons.",
    LiftBan: "Only administrators can lift bans, but not their own.",
    SuspendBan: "Only administrators can suspend bans, but not their own.",
    ResumeBan: "Only administrators can put suspended bans in force again, but not their own.",
    ConfirmBan: "Only administrators can confirm bans, but not their own.",
    ConfirmResignation: "Only the person who resigned can confirm it, or an administrator who did not record it.",
    LiftResignationBan: "Only an administrator or another director can lift this ban.",
}


_ALSO_THEMSELVES = (RequestCorrection, RecordPublicationConsent, RequestErasure, ConfirmResignation)
_IN_A_RECORD = (LiftBan, SuspendBan, ResumeBan, ConfirmBan, ConfirmResignation, LiftResignationBan)
_OF_BANS = (PlaceBan, LiftBan, SuspendBan, ResumeBan, ConfirmBan, LiftResignationBan)
_NOT_FOR_THEMSELVES = (SetOpeningRating, LiftBan, SuspendBan, ResumeBan, ConfirmBan)


def _may(state: Person, command: Command, actor: Actor, now: datetime) -> bool:
    if isinstance(command, ErasePerson):
        return actor.role == "service"
    if isinstance(command, RegisterPerson):
        return may_register(actor)
    if isinstance(command, CorrectName) and may_correct_name(state, actor, now):
        return True
    if isinstance(command, _ALSO_THEMSELVES) and actor.role in ("player", "director"):
        return actor.person == state.id
    is_own = not {state.id, state.merged_into}.isdisjoint(actor.persons)
    if isinstance(command, LiftResignationBan):
        return actor.role in ("administrator", "director") and not is_own
    if isinstance(command, _NOT_FOR_THEMSELVES) and is_own:
        return False
    return actor.role == "administrator"


def may_correct_name(state: Person, actor: Actor, now: datetime) -> bool:
    """Whether a director still mends the name of somebody who they have registered, and not their own (TD-2)."""
    if actor.role != "director" or actor.person is None or state.registered_at is None or actor.person == state.id:
        return False
    return actor.person in state.registered_by and now < state.registered_at + NAME_MENDED_WITHIN


def may_register(actor: Actor) -> bool:
    """Whether they may register persons (TD-2)."""
    return actor.role in ("administrator", "director")


def require_registered(state: Person) -> Person:
    """The person, if registered and not erased; else raises Refused."""
    if state.status is None:
        raise Refused(PERSON_UNKNOWN, f"There is no person {state.id}.", person=state.id)
    if state.status == "merged":
        raise Refused(PERSON_MERGED, f"The record {state.id} was merged.", person=state.merged_into)
    if state.status == "erased":
        raise Refused(PERSON_ERASED, f"Person {state.id} was erased.", person=state.id)
    return state


def _of_merged_record(state: Person, command: Command) -> bool:
    """Bans and resignations are kept in the record that they came to, also when it was merged (REG-1)."""
    return state.status == "merged" and isinstance(command, _IN_A_RECORD)


def _register(state: Person, command: RegisterPerson, _: datetime) -> tuple[Event, ...]:
    if state.status is not None:
        raise Refused(PERSON_EXISTS, f"Person {state.id} is already registered.", person=state.id)
    registered = person_events.PersonRegistered(
        details=Details.from_attributes(command), distinct_from=command.distinct_from
    )
    return (registered,)


def _correct(_: Person, command: CorrectDetails, __: datetime) -> tuple[Event, ...]:
    return (person_events.PersonDetailsCorrected(details=Details.from_attributes(command)),)


def _request_correction(_: Person, command: RequestCorrection, __: datetime) -> tuple[Event, ...]:
    return (person_events.CorrectionRequested(request=command.request),)


def _refuse_correction(state: Person, command: RefuseCorrection, _: datetime) -> tuple[Event, ...]:
    if state.correction_requested is None:
        raise Refused(CORRECTION_NOT_REQUESTED, "No correction is waiting.", person=state.id)
    return (person_events.CorrectionDeclined(reason=command.reason),)


def _record_consent(_: Person, command: RecordPublicationConsent, __: datetime) -> tuple[Event, ...]:
    return (person_events.PublicationConsentRecorded(granted=command.granted),)


def _record_distinct(state: Person, command: RecordDistinctPerson, _: datetime) -> tuple[Event, ...]:
    if command.other_person == state.id:
        raise Refused(PERSON_UNKNOWN, "Choose two different persons.", person=state.id)
    return (person_events.DistinctPersonRecorded(other_person=command.other_person),)


def _set_opening(_: Person, command: SetOpeningRating, __: datetime) -> tuple[Event, ...]:
    return (person_events.OpeningRatingSet.from_attributes(command),)


def _request_erasure(state: Person, command: RequestErasure, now: datetime) -> tuple[Event, ...]:
    if state.erasure is not None:
        due_at = state.erasure.due_at.isoformat()
        raise Refused(ERASURE_REQUESTED, f"The person will be erased at {due_at}.", person=state.id, due_at=due_at)
    return (person_events.ErasureRequested(due_at=now + timedelta(hours=command.wait_hours)),)


def _require_another(pending: PendingErasure, actor: Actor) -> None:
    """Two keys may be one person's, or made by one: so both must be those of persons, and these must differ."""
    if not actor.is_none_of(pending.requested_by):
        due_at = pending.due_at.isoformat()
        detail = f"It takes effect at {due_at} unless somebody stops it."
        raise Refused(ERASURE_UNCONFIRMED, detail, due_at=due_at)


def _confirm_erasure(_: Person, __: ConfirmErasure, ___: datetime) -> tuple[Event, ...]:
    return (person_events.PersonErased(),)


def _stop_erasure(state: Person, command: StopErasure, _: datetime) -> tuple[Event, ...]:
    _pending(state)
    return (person_events.ErasureStopped(reason=command.reason),)


def _erase(state: Person, command: ErasePerson, now: datetime) -> tuple[Event, ...]:
    if command.again:
        return (person_events.PersonErased(),)
    due_at = _pending(state).due_at
    if now < due_at:
        raise Refused(ERASURE_UNCONFIRMED, f"It takes effect at {due_at.isoformat()}.", due_at=due_at.isoformat())
    return (person_events.PersonErased(),)


def _pending(state: Person) -> PendingErasure:
    if state.erasure is None:
        raise Refused(ERASURE_NOT_REQUESTED, "Nobody has asked to erase the person.", person=state.id)
    return state.erasure


def _place_ban(state: Person, command: PlaceBan, now: datetime) -> tuple[Event, ...]:
    if command.until is not None and command.until <= now:
        raise Refused(BAN_OVER, f"{command.until.isoformat()} is in the past.", until=command.until.isoformat())
    ban = len(state.bans) + 1
    placed = person_events.BanPlaced(ban=ban, kind=command.kind, until=command.until, reason=command.reason)
    return (placed,)


def _lift_ban(state: Person, command: LiftBan, now: datetime) -> tuple[Event, ...]:
    ban = _standing(state, command.ban, now)
    if ban.status != "in-force":
        raise Refused(BAN_NOT_IN_FORCE, f"Ban {ban.number} is {ban.status}.", ban=ban.number)
    return (person_events.BanLifted(ban=command.ban, reason=command.reason),)


def _standing(state: Person, number: int, now: datetime) -> Ban:
    """The ban of that number that is not over. Raises Refused."""
    found = next((ban for ban in state.bans if ban.number == number and not ban.over(now)), None)
    if found is None:
        raise Refused(BAN_NOT_IN_FORCE, f"No ban {number} is in force.", ban=number)
    return found


def _suspend_ban(state: Person, command: SuspendBan, now: datetime) -> tuple[Event, ...]:
    ban = _standing(state, command.ban, now)
    _require_review(ban, "waiting", "confirmed")
    return tuple(
        person_events.BanSuspended(ban=one.number, reason=command.reason) for one in _together(state, ban, now)
    )


def _resume_ban(state: Person, command: ResumeBan, now: datetime) -> tuple[Event, ...]:
    ban = _standing(state, command.ban, now)
    _require_review(ban, "suspended")
    return tuple(person_events.BanResumed(ban=one.number, reason=command.reason) for one in _together(state, ban, now))


def _together(state: Person, ban: Ban, now: datetime) -> Iterator[Ban]:
    """The ban, and those of its ruling that stand as it does."""
    for one in state.bans:
        alike = one.review.status == ban.review.status and not one.over(now)
        if one == ban or (ban.ordered is not None and one.ordered == ban.ordered and alike):
            yield one


def _confirm_ban(state: Person, command: ConfirmBan, now: datetime) -> tuple[Event, ...]:
    ban = _standing(state, command.ban, now)
    _require_review(ban, "waiting")
    return (person_events.BanConfirmed(ban=ban.number),)


def _require_review(ban: Ban, *allowed: ReviewStatus) -> None:
    status = ban.review.status
    if status not in allowed:
        raise Refused(BAN_REVIEWED, f"The review of ban {ban.number} is: {status}.", ban=ban.number, status=status)


def _require_reviewer(ban: Ban, command: ResumeBan | ConfirmBan, actor: Actor) -> None:
    """Anyone who has placed or ordered it neither confirms it nor puts it in force again. A key for nobody does
    neither, for it may be anybody's."""
    ordered = () if ban.by is None else ban.by.persons
    resumes = isinstance(command, ResumeBan) and bool(actor.persons) and not ordered
    if not resumes and not actor.is_none_of(ordered):
        raise Refused(BAN_UNCONFIRMED, "The person who gave a ban can't review it.", ban=ban.number)


def _find_unconfirmed(state: Person, number: int) -> Resignation:
    """The nth resignation, which waits for that. Raises Refused."""
    found = state.resignations[number - 1] if number <= len(state.resignations) else None
    if found is None or found.confirmed:
        raise Refused(RESIGNATION_CONFIRMED, f"Resignation {number} is not waiting for confirmation.", person=state.id)
    return found


def _require_confirming(state: Person, resignation: Resignation, actor: Actor) -> None:
    """The person themselves, or somebody who can't have recorded it. A key for nobody may be anybody's, and one that
    somebody else made is also theirs, until it was exchanged."""
    own = actor.person == state.id and not resignation.by.persons
    if not own and not actor.is_another_than(resignation.by):
        detail = "The person who recorded the resignation can't confirm it."
        raise Refused(RESIGNATION_UNCONFIRMED, detail, person=state.id)


def _confirm_resignation(state: Person, command: ConfirmResignation, _: datetime) -> tuple[Event, ...]:
    resigned = _find_unconfirmed(state, command.resignation)
    return (person_events.ResignationConfirmed(tournament=resigned.tournament, entry=resigned.entry),)


def _lift_resignation_ban(state: Person, command: LiftResignationBan, _: datetime) -> tuple[Event, ...]:
    if state.resignations_counted == 0:
        raise Refused(BAN_NOT_IN_FORCE, "No resignation counts against the person.", person=state.id)
    return (person_events.ResignationBanLifted(reason=command.reason),)


_DECIDE: Mapping[type[Command], Callable[[Person, Any, datetime], tuple[Event, ...]]] = {
    RegisterPerson: _register,
    CorrectDetails: _correct,
    CorrectName: _correct,
    RequestCorrection: _request_correction,
    RefuseCorrection: _refuse_correction,
    RecordPublicationConsent: _record_consent,
    RecordDistinctPerson: _record_distinct,
    SetOpeningRating: _set_opening,
    RequestErasure: _request_erasure,
    ConfirmErasure: _confirm_erasure,
    StopErasure: _stop_erasure,
    ErasePerson: _erase,
    PlaceBan: _place_ban,
    LiftBan: _lift_ban,
    SuspendBan: _suspend_ban,
    ResumeBan: _resume_ban,
    ConfirmBan: _confirm_ban,
    ConfirmResignation: _confirm_resignation,
    LiftResignationBan: _lift_resignation_ban,
}
