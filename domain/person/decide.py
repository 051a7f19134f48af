"""The registry of persons: commands and their decisions.

Readings: a ban is for administrators to lift, whether the federation has placed it or a ruling; a ruling that is
resumed after that does not put it back. Every ban is in force at once, and waits in the federation's list until another
administrator than whoever has placed or ordered it confirms it; before and after any administrator can suspend it, by
which it bans nobody, and with it what the same ruling orders besides of that person. What whoever banned the person
orders or places anew after that is suspended as well, until another administrator resumes it. Nobody lifts or reviews a
ban of their own. That of the resignation limit (ALL-8) is lifted by administrators and by whoever holds a director's
key of the federation, but never for themselves. The count of resignations then begins anew, and all resignations stay
known.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any

from pydantic import Field

from domain.kernel.envelope import Actor, Event
from domain.kernel.refusal import Refused
from domain.kernel.values import GivenClosing, Pool, Reason, Value
from domain.person import events as person_events
from domain.person.events import BanKind, BanNumber, Details, Experience, Micropoints
from domain.person.state import Ban, PendingErasure, Person, Resignation, ReviewStatus
from domain.problems.persons import (
    BAN_NOT_IN_FORCE,
    BAN_OVER,
    BAN_REVIEWED,
    BAN_UNCONFIRMED,
    ERASURE_NOT_REQUESTED,
    ERASURE_REQUESTED,
    ERASURE_UNCONFIRMED,
    PERSON_ERASED,
    PERSON_EXISTS,
    PERSON_UNKNOWN,
    RESIGNATION_CONFIRMED,
    RESIGNATION_UNCONFIRMED,
)
from domain.problems.tournament import NOT_ALLOWED, STALE

LONGEST_WAIT_HOURS = 366 * 24
ERASURE_WAIT_HOURS = 72
"""For how many hours an erasure can be stopped that nobody confirms, unless it is set otherwise."""


class Command(Value):
    """Anything that can be asked of the registry. `seen` is the person's version its sender looked at."""

    seen: int | None = None


class RegisterPerson(Details, Command):
    """Register a person (TD-2)

    The name is shown in tables; contact and note are for administrators, directors and the person themselves.
    """


class CorrectDetails(Details, Command):
    """Replace a person's name, contact and note (TD-2)

    By administrators, and by the person themselves. What is left out is no longer known.
    """


class OpeningRating(Value):
    """A rating in millionths of a point and the experience that goes with it, for one pool (ELO-1)."""

    pool: Pool
    rating_millionths: Micropoints
    experience: Experience
    reason: Reason


class SetOpeningRating(OpeningRating, Command):
    """Every later rated match of the person is rated again from it."""


class RequestErasure(Command):
    """Asks to erase a person: another administrator confirms it, or it takes effect after so many hours."""

    wait_hours: Annotated[int, Field(strict=True, ge=0, le=LONGEST_WAIT_HOURS)]


class ConfirmErasure(Command):
    """Confirm that a person is to be erased, at once and for good (ALL-1)

    By another administrator than the one who has asked for it, both with keys of their own: a key for nobody may be
    anybody's.
    """


class StopErasure(Command):
    """Stop an erasure that has not taken effect (ALL-1)

    By administrators, with the reason.
    """

    reason: Reason


class ErasePerson(Command):
    """Destroys the person's key, for good: by the service, once the time to stop it is over."""


class PlaceBan(Command):
    """Ban a person from entering, directing or watching tournaments, until a moment or for good (TD-4)

    By administrators. The person's entries stay; the directors are shown them for review. The person goes on directing
    their tournaments. The reason is for staff and the person.
    """

    kind: BanKind = "ban"
    until: GivenClosing | None = None
    reason: Reason


class LiftBan(Command):
    """Lift a ban (TD-4)

    By administrators; also one that a ruling has ordered.
    """

    ban: BanNumber
    reason: Reason


class SuspendBan(Command):
    """Suspend a ban, by which it bans nobody (TD-4)

    By administrators; of any ban in the federation's list, ordered by a ruling or placed by an administrator. What the
    ruling orders besides of the person is suspended with it, and what the same person orders or places anew.
    """

    ban: BanNumber
    reason: Reason


class ResumeBan(Command):
    """Take the suspension of a ban back (TD-4)

    By another administrator than whoever has ordered or placed the ban. It waits for review again.
    """

    ban: BanNumber
    reason: Reason


class ConfirmBan(Command):
    """Confirm a ban, which no longer waits for review (TD-4)

    By another administrator than whoever has ordered or placed the ban, both with keys of their own.
    """

    ban: BanNumber


class ConfirmResignation(Command):
    """Confirm a resignation that staff have recorded, which counts from then on (ALL-8)

    By the person, or by an administrator who has not recorded it, with a key of their own. Until then it counts towards
    no limit.
    """

    resignation: BanNumber


class LiftResignationBan(Command):
    """Let a person enter again who has resigned too often (ALL-8)

    By administrators, and by directors of the federation's tournaments, but not for themselves. The count begins anew.
    """

    reason: Reason


def decide(state: Person, command: Command, actor: Actor, now: datetime) -> tuple[Event, ...]:
    """The events that carry the command out at that moment (UTC). Raises Refused, and then nothing of it happens."""
    if not _may(state, command, actor):
        raise Refused(NOT_ALLOWED, _WHO[type(command)], person=state.id)
    if not isinstance(command, RegisterPerson):
        require_registered(state)
    if isinstance(command, ConfirmErasure):
        _require_another(_pending(state), actor)
    if isinstance(command, ConfirmResignation):
        _require_confirming(state, _unconfirmed(state, command.resignation), actor)
    if isinstance(command, ResumeBan | ConfirmBan):
        _require_reviewer(_standing(state, command.ban, now), command, actor)
    if command.seen is not None and command.seen != state.version:
        raise Refused(STALE, f"The person is at revision {state.version} now.", revision=state.version)
    return _DECIDE[type(command)](state, command, now)


_WHO: Mapping[type[Command], str] = {
    RegisterPerson: "Administrators and directors register persons.",
    CorrectDetails: "A person's details are for administrators and for the person to change.",
    SetOpeningRating: "Administrators set opening ratings, but not their own.",
    RequestErasure: "Administrators erase persons.",
    ConfirmErasure: "Administrators erase persons.",
    StopErasure: "Administrators stop erasures.",
    ErasePerson: "The service erases persons when the time to stop it is over.",
    PlaceBan: "Administrators ban persons.",
    LiftBan: "Administrators lift bans, but not their own.",
    SuspendBan: "Administrators suspend bans, but not their own.",
    ResumeBan: "Administrators take suspensions back, but not of their own bans.",
    ConfirmBan: "Administrators confirm bans, but not their own.",
    ConfirmResignation: "Whoever resigned confirms it, or an administrator who has not recorded it.",
    LiftResignationBan: "Only an administrator or another director may lift this ban.",
}


_NOT_FOR_THEMSELVES = (SetOpeningRating, LiftBan, SuspendBan, ResumeBan, ConfirmBan)


def _may(state: Person, command: Command, actor: Actor) -> bool:
    if isinstance(command, ErasePerson):
        return actor.role == "service"
    if isinstance(command, RegisterPerson):
        return actor.role in ("administrator", "director")
    if isinstance(command, CorrectDetails | ConfirmResignation) and actor.role in ("player", "director"):
        return actor.person == state.id
    if isinstance(command, LiftResignationBan):
        return actor.role in ("administrator", "director") and state.id not in actor.persons
    if isinstance(command, _NOT_FOR_THEMSELVES) and state.id in actor.persons:
        return False
    return actor.role == "administrator"


def require_registered(state: Person) -> Person:
    """The person, if registered and not erased; else raises Refused."""
    if state.status is None:
        raise Refused(PERSON_UNKNOWN, f"There is no person {state.id}.", person=state.id)
    if state.status == "erased":
        raise Refused(PERSON_ERASED, f"Person {state.id} was erased.", person=state.id)
    return state


def _register(state: Person, command: RegisterPerson, _: datetime) -> tuple[Event, ...]:
    if state.status is not None:
        raise Refused(PERSON_EXISTS, f"Person {state.id} was registered before.", person=state.id)
    return (person_events.PersonRegistered(details=Details.read_from(command)),)


def _correct(_: Person, command: CorrectDetails, __: datetime) -> tuple[Event, ...]:
    return (person_events.PersonDetailsCorrected(details=Details.read_from(command)),)


def _set_opening(_: Person, command: SetOpeningRating, __: datetime) -> tuple[Event, ...]:
    return (person_events.OpeningRatingSet.read_from(command),)


def _request_erasure(state: Person, command: RequestErasure, now: datetime) -> tuple[Event, ...]:
    if state.erasure is not None:
        due_at = state.erasure.due_at.isoformat()
        raise Refused(ERASURE_REQUESTED, f"The person is to be erased at {due_at}.", person=state.id, due_at=due_at)
    return (person_events.ErasureRequested(due_at=now + timedelta(hours=command.wait_hours)),)


def _require_another(pending: PendingErasure, actor: Actor) -> None:
    """Two keys may be one person's, or made by one: so both must be those of persons, and these must differ."""
    asked, confirms = pending.requested_by, actor.persons
    if not asked or not confirms or not set(asked).isdisjoint(confirms):
        due_at = pending.due_at.isoformat()
        detail = f"It takes effect at {due_at} unless somebody stops it."
        raise Refused(ERASURE_UNCONFIRMED, detail, due_at=due_at)


def _confirm_erasure(_: Person, __: ConfirmErasure, ___: datetime) -> tuple[Event, ...]:
    return (person_events.PersonErased(),)


def _stop_erasure(state: Person, command: StopErasure, _: datetime) -> tuple[Event, ...]:
    _pending(state)
    return (person_events.ErasureStopped(reason=command.reason),)


def _erase(state: Person, _: ErasePerson, now: datetime) -> tuple[Event, ...]:
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
        raise Refused(BAN_OVER, f"{command.until.isoformat()} is past.", until=command.until.isoformat())
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
    """Whoever has placed or ordered it neither confirms it nor puts it in force again. A key for nobody does
    neither, for it may be anybody's."""
    ordered = set(() if ban.by is None else ban.by.persons)
    unknown = not actor.persons or (isinstance(command, ConfirmBan) and not ordered)
    if unknown or not ordered.isdisjoint(actor.persons):
        raise Refused(BAN_UNCONFIRMED, "Whoever banned the person does not review the ban.", ban=ban.number)


def _unconfirmed(state: Person, number: int) -> Resignation:
    """The nth resignation, which waits for that. Raises Refused."""
    found = state.resignations[number - 1] if number <= len(state.resignations) else None
    if found is None or found.confirmed:
        raise Refused(RESIGNATION_CONFIRMED, f"Resignation {number} does not wait to be confirmed.", person=state.id)
    return found


def _require_confirming(state: Person, resignation: Resignation, actor: Actor) -> None:
    """The person themselves, or somebody who can't have recorded it. A key for nobody may be anybody's, and one that
    somebody else made is also theirs, until it was exchanged."""
    recorded, own = set(resignation.by.persons), actor.person == state.id
    unknown = not own and not (recorded and actor.persons)
    if unknown or not recorded.isdisjoint(actor.persons):
        detail = "Whoever recorded the resignation does not confirm it."
        raise Refused(RESIGNATION_UNCONFIRMED, detail, person=state.id)


def _confirm_resignation(_: Person, command: ConfirmResignation, __: datetime) -> tuple[Event, ...]:
    return (person_events.ResignationConfirmed(resignation=command.resignation),)


def _lift_resignation_ban(state: Person, command: LiftResignationBan, _: datetime) -> tuple[Event, ...]:
    if state.resignations_counted == 0:
        raise Refused(BAN_NOT_IN_FORCE, "No resignation counts against the person.", person=state.id)
    return (person_events.ResignationBanLifted(reason=command.reason),)


_DECIDE: Mapping[type[Command], Callable[[Person, Any, datetime], tuple[Event, ...]]] = {
    RegisterPerson: _register,
    CorrectDetails: _correct,
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
