"""Clubs: commands and their decisions (REG-5).

Readings: administrators found clubs and say who their officers are. Officers and administrators keep the members, each
from a day to a day. What an officer says of a membership is an offer, until the person has accepted it by a key that no
officer of the club has made; a member leaves by their own word. A person may also ask first, and the club accepts.
Where an offer meets a request, the membership begins at the later of the two days. A person's word, or an officer's,
reaches back no further than `FURTHEST_BACK`: see decisions 0055 and 0109. A membership is public by the member's
consent alone (decision 0144). An officer is no staff of any tournament:
they enter members for their club, and who they have entered confirms a result of theirs against the officer like
anybody who an opponent has entered.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from domain.clubs import events as club_events
from domain.clubs.branding import ClubColour, Logo, require_logo
from domain.clubs.events import MembershipNumber, OfferNumber, RequestNumber
from domain.clubs.state import Club, Clubs, Membership, MembershipRequest, Offer
from domain.kernel.envelope import Actor, Event
from domain.kernel.ids import ClubId, PersonId
from domain.kernel.refusal import ProblemType, Refused
from domain.kernel.replacing import replace
from domain.kernel.values import GivenClosing, GivenName, GivenOpening, Value
from domain.problems import clubs as problems
from domain.problems.tournament import NOT_ALLOWED, STALE

RequirePerson = Callable[[PersonId], object]
"""Raises Refused where there is no such person, or no longer."""

FURTHEST_BACK = timedelta(days=366)
"""How far before today a membership begins at most that no administrator has recorded: the season that is under way."""
MOST_REQUESTS = 5
"""Of a person that are open at once, in all clubs."""


@dataclass(frozen=True, slots=True)
class Context:
    """The sender, and when they ask; `person` is how a person is looked up."""

    actor: Actor
    now: datetime
    person: RequirePerson

    @property
    def administers(self) -> bool:
        return self.actor.role == "administrator"


class Command(Value):
    """Anything that can be asked of a club."""


class FoundClub(Command):
    """Found a club (REG-5)

    By administrators.
    """

    name: GivenName


class RenameClub(Command):
    """Give a club another name (REG-5)

    By administrators and the club's officers.
    """

    name: GivenName
    seen: int | None = None


class SetBranding(Command):
    """Give a club a colour and a logo (REG-5)

    By administrators and the club's officers. Public pages of the club's tournaments show them. What is left out is
    taken away.
    """

    colour: ClubColour | None = None
    logo: Logo | None = None
    seen: int | None = None


class AppointOfficer(Command):
    """Appoint an officer of a club (REG-5)

    By administrators. Officers keep the club's members, and enter them for the club.
    """

    person: PersonId


class ReleaseOfficer(Command):
    """Release an officer of a club (REG-5)

    By administrators.
    """

    person: PersonId


class AdmitMember(Command):
    """Admit a member to a club, or offer it to them (REG-5)

    By administrators at once. What the club's officers say is an offer, which the person accepts or declines; an
    officer themselves is in at once. With a day the person is a member from its beginning; only administrators reach
    back further than a year. A person may belong to several clubs.
    """

    person: PersonId
    since: GivenOpening


class EndMembership(Command):
    """Say until when a membership holds (REG-5)

    By administrators, the club's officers and the member. With a day the person is a member until its end. An end that
    was given before is replaced, by a later one only by administrators; a membership that ends as it begins was a
    mistake, and never held.
    """

    membership: MembershipNumber
    until: GivenClosing


class AnswerMembershipOffer(Command):
    """Accept the offer of a membership, or decline it (REG-5)

    By the person, with a key that no officer of the club has made for them. Officers and administrators decline it in
    order to take it back.
    """

    offer: OfferNumber
    accepted: bool


class RequestMembership(Command):
    """Ask a club for a membership (REG-5)

    By the person, with a key that no officer of the club has made for them. Officers and administrators accept or
    decline it. Where the club has offered one already, the person is a member at once, from the later of the two days
    on.
    """

    since: GivenOpening


class WithdrawMembershipRequest(Command):
    """Withdraw a request for a membership (REG-5)

    By the person, until the club has answered.
    """

    request: RequestNumber


class AnswerMembershipRequest(Command):
    """Accept the request for a membership, or decline it (REG-5)

    By the club's officers and administrators.
    """

    request: RequestNumber
    accepted: bool


class RecordMembershipConsent(Command):
    """Record whether a member consents to their club being public (REG-5)

    By the member, with a key that no officer of the club has made, and by administrators who have the member's word.
    Lists of ratings and the person's page then name the club, as long as the membership holds. The member and
    administrators withdraw the consent at any time, and so do the club's officers. Once the member has withdrawn it,
    only the member consents again.
    """

    membership: MembershipNumber
    granted: bool


FOR_ADMINISTRATORS = (FoundClub, AppointOfficer, ReleaseOfficer)
FOR_PERSONS = (
    AnswerMembershipOffer,
    EndMembership,
    RecordMembershipConsent,
    RequestMembership,
    WithdrawMembershipRequest,
)
"""What a person does with a membership of their own, too."""


def decide(state: Clubs, club_id: ClubId, command: Command, context: Context) -> Event:
    """The event that carries the command out. Raises Refused, and then nothing of it happens."""
    if isinstance(command, FoundClub):
        require(context.administers, "Only administrators can do this.")
        return club_events.ClubFounded(club=club_id, name=command.name)
    club = require_founded(state, club_id)
    if isinstance(command, FOR_ADMINISTRATORS):
        require(context.administers, "Only administrators can do this.")
    elif not isinstance(command, FOR_PERSONS):
        require(club.answers_to(context.actor), "Only administrators and the club's officers can do this.")
    if isinstance(command, RequestMembership):
        _require_few(state, context)
    return _DECIDE[type(command)](club, command, context)


def require(allowed: bool, detail: str) -> None:
    """Raises Refused (403) unless `allowed`."""
    if not allowed:
        raise Refused(NOT_ALLOWED, detail)


def require_founded(state: Clubs, club: ClubId) -> Club:
    """The club. Raises Refused where there is none."""
    if club not in state.by_id:
        raise Refused(problems.CLUB_UNKNOWN, f"There is no club {club}.", club=club)
    return state.by_id[club]


def _require_seen(club: Club, seen: int | None) -> None:
    if seen is not None and seen != club.revision:
        raise Refused(STALE, f"The club is at revision {club.revision} now.", revision=club.revision)


def _brand(club: Club, command: SetBranding, __: Context) -> Event:
    _require_seen(club, command.seen)
    if command.logo is not None:
        require_logo(command.logo)
    return club_events.BrandingSet.from_attributes(command, club=club.id)


def _rename(club: Club, command: RenameClub, __: Context) -> Event:
    _require_seen(club, command.seen)
    return club_events.ClubRenamed.from_attributes(command, club=club.id)


def _appoint(club: Club, command: AppointOfficer, context: Context) -> Event:
    context.person(command.person)
    if command.person in club.officers:
        raise Refused(problems.OFFICER_APPOINTED, f"{command.person} is an officer already.", person=command.person)
    return club_events.OfficerAppointed.from_attributes(command, club=club.id)


def _release(club: Club, command: ReleaseOfficer, _: Context) -> Event:
    if command.person not in club.officers:
        raise Refused(problems.OFFICER_UNKNOWN, f"{command.person} is not an officer.", person=command.person)
    return club_events.OfficerReleased.from_attributes(command, club=club.id)


def _admit(club: Club, command: AdmitMember, context: Context) -> Event:
    """By administrators, and of officers themselves; of anybody else it is an offer."""
    context.person(command.person)
    _require_recent(command.since, context)
    number = len(club.memberships) + 1
    _require_apart(club, Membership(number, command.person, command.since))
    if context.administers or command.person == context.actor.person:
        return club_events.MemberAdmitted.from_attributes(command, club=club.id, membership=number)
    if (offered := club.offer_to(command.person)) is not None:
        detail = f"Offer {offered.number} waits for {command.person}."
        raise Refused(problems.MEMBERSHIP_OFFERED, detail, number=offered.number, person=command.person)
    if (asked := club.request_of(command.person)) is not None:
        return _agree(club, asked, command.since, context)
    return club_events.MembershipOffered.from_attributes(command, club=club.id, offer=len(club.offers) + 1)


def _require_recent(since: datetime, context: Context) -> None:
    """Raises Refused where anyone but an administrator would have a membership begin long ago."""
    earliest = context.now - FURTHEST_BACK
    if since < earliest and not context.administers:
        raise Refused(
            problems.MEMBERSHIP_LONG_AGO,
            f"The membership begins at {since.isoformat()}, more than {FURTHEST_BACK.days} days ago.",
            at=earliest.isoformat(),
        )


def _require_apart(club: Club, wanted: Membership) -> None:
    """Raises Refused where the person would have two memberships at one time."""
    others = (one for one in club.memberships if one.person == wanted.person and one.number != wanted.number)
    if any(one.overlaps(wanted) for one in others):
        raise Refused(
            problems.MEMBER_ALREADY, f"{wanted.person} is already a member at that time.", person=wanted.person
        )


def _answer(club: Club, command: AnswerMembershipOffer, context: Context) -> Event:
    """By the person, or declined by those who keep the club."""
    if command.offer > len(club.offers):
        raise Refused(problems.OFFER_UNKNOWN, f"{club.name} has no offer {command.offer}.")
    offer = club.offers[command.offer - 1]
    keeps = club.answers_to(context.actor) and not command.accepted
    require(keeps or _is_word_of(offer.person, context), "Only the person who has the offer can accept it.")
    if offer.status != "open":
        raise Refused(problems.OFFER_ANSWERED, f"Offer {offer.number} was {offer.status}.", number=offer.number)
    if not command.accepted:
        return club_events.MembershipOfferDeclined(club=club.id, offer=offer.number)
    return _accept(club, offer, context)


def _accept(club: Club, offer: Offer, context: Context) -> Event:
    officers = {*club.officers, *offer.offered_by}
    _require_own_key(context.actor.behind, officers, problems.OFFER_BY_OFFICERS_KEY)
    _require_recent(offer.since, context)
    number = len(club.memberships) + 1
    _require_apart(club, Membership(number, offer.person, offer.since))
    return club_events.MembershipOfferAccepted(club=club.id, offer=offer.number, membership=number)


def _require_few(state: Clubs, context: Context) -> None:
    """Raises Refused where the person has as many open requests as anyone may have."""
    person = context.actor.person
    if person is not None and state.requests_of(person) >= MOST_REQUESTS:
        detail = f"{MOST_REQUESTS} requests of {person} are open."
        raise Refused(problems.MEMBERSHIP_REQUESTS_OPEN, detail, person=person)


def _ask(club: Club, command: RequestMembership, context: Context) -> Event:
    """A request; or a membership, where the club has said the same already."""
    person = context.actor.person
    if person is None or not _is_word_of(person, context):
        raise Refused(NOT_ALLOWED, "Only a person asks for a membership, for themselves.")
    context.person(person)
    _require_recent(command.since, context)
    _require_apart(club, Membership(len(club.memberships) + 1, person, command.since))
    if (asked := club.request_of(person)) is not None:
        detail = f"Request {asked.number} of {person} is open."
        raise Refused(problems.MEMBERSHIP_REQUESTED, detail, number=asked.number, person=person)
    offer = club.offer_to(person)
    officers = {*club.officers, *(offer.offered_by if offer else ())}
    _require_own_key(context.actor.behind, officers, problems.REQUEST_BY_OFFICERS_KEY)
    if offer is not None or club.is_kept_by(context.actor):
        return _agreed_membership(club, person, max(command.since, offer.since if offer else command.since))
    return club_events.MembershipRequested(
        club=club.id, request=len(club.requests) + 1, person=person, since=command.since
    )


def _require_own_key(behind: Iterable[PersonId], officers: Iterable[PersonId], problem: ProblemType) -> None:
    """Raises Refused where an officer may be the one who acts."""
    found = sorted(set(officers).intersection(behind))
    if found:
        raise Refused(problem, "An officer of the club has made this key.", persons=found)


def _agreed_membership(club: Club, person: PersonId, since: datetime) -> Event:
    number = len(club.memberships) + 1
    _require_apart(club, Membership(number, person, since))
    return club_events.MembershipAgreed(club=club.id, membership=number, person=person, since=since)


def _open_request(club: Club, number: RequestNumber) -> MembershipRequest:
    """Raises Refused where there is none of that number that is open."""
    if number > len(club.requests):
        raise Refused(problems.REQUEST_UNKNOWN, f"{club.name} has no request {number}.")
    request = club.requests[number - 1]
    if request.status != "open":
        raise Refused(problems.REQUEST_ANSWERED, f"Request {number} was {request.status}.", number=number)
    return request


def _withdraw_request(club: Club, command: WithdrawMembershipRequest, context: Context) -> Event:
    own = [one for one in club.requests if one.number == command.request and _is_word_of(one.person, context)]
    require(bool(own), "Only the person who has asked can withdraw the request.")
    return club_events.MembershipRequestWithdrawn(club=club.id, request=_open_request(club, command.request).number)


def _answer_request(club: Club, command: AnswerMembershipRequest, context: Context) -> Event:
    request = _open_request(club, command.request)
    if not command.accepted:
        return club_events.MembershipRequestDeclined(club=club.id, request=request.number)
    context.person(request.person)
    return _agree(club, request, request.since, context)


def _agree(club: Club, request: MembershipRequest, since: datetime, context: Context) -> Event:
    """The membership by the club's word, which meets the person's."""
    by = () if context.administers else context.actor.persons
    _require_own_key(request.behind, {*club.officers, *by}, problems.REQUEST_BY_OFFICERS_KEY)
    since = max(since, request.since)
    _require_recent(since, context)
    return _agreed_membership(club, request.person, since)


def _is_word_of(person: PersonId, context: Context) -> bool:
    """Whether the person says it, by a key that acts for them."""
    return context.actor.person == person and context.actor.role in ("player", "director", "administrator")


def _require_membership(club: Club, number: MembershipNumber, context: Context) -> Membership:
    """The membership of that number. Raises Refused for anyone but the member and those who keep the club."""
    known = club.memberships[number - 1] if number <= len(club.memberships) else None
    own = known is not None and _is_word_of(known.person, context)
    allowed = own or club.answers_to(context.actor)
    require(allowed, "Only the member, an officer of the club or an administrator can do this with a membership.")
    if known is None:
        raise Refused(problems.MEMBERSHIP_UNKNOWN, f"{club.name} has no membership {number}.")
    return known


def _record_consent(club: Club, command: RecordMembershipConsent, context: Context) -> Event:
    """By the member, or by an administrator who has their word. Officers only withdraw a consent."""
    known = _require_membership(club, command.membership, context)
    if command.granted:
        _require_word(club, known, context)
        context.person(known.person)
        if known.until is not None and known.until <= context.now:
            at = known.until.isoformat()
            raise Refused(problems.MEMBERSHIP_OVER, f"The membership ended at {at}.", person=known.person)
    return club_events.MembershipConsentRecorded.from_attributes(command, club=club.id)


def _require_word(club: Club, known: Membership, context: Context) -> None:
    """Raises Refused where it is not the member who consents, or may not be."""
    if _is_word_of(known.person, context):
        return _require_own_key(context.actor.behind, club.officers, problems.CONSENT_BY_OFFICERS_KEY)
    require(context.administers, "Only the member consents, or an administrator who has the member's word.")
    last = club.consents.get(known.number)
    if last is not None and last.is_withdrawn_by_member:
        detail = f"{known.person} has withdrawn the consent."
        raise Refused(problems.CONSENT_WITHDRAWN, detail, person=known.person)
    return None


def _end(club: Club, command: EndMembership, context: Context) -> Event:
    known = _require_membership(club, command.membership, context)
    ended = replace(known, until=command.until)
    if command.until < ended.since:
        since = ended.since.isoformat()
        raise Refused(problems.MEMBERSHIP_BACKWARDS, f"The membership begins at {since}.", person=ended.person)
    if known.until is not None and command.until > known.until and not context.administers:
        detail = f"The membership ends at {known.until.isoformat()}."
        raise Refused(problems.MEMBERSHIP_LONGER, detail, person=ended.person, closes_at=known.until.isoformat())
    _require_apart(club, ended)
    return club_events.MembershipEnded.from_attributes(command, club=club.id)


_DECIDE: Mapping[type[Command], Callable[[Club, Any, Context], Event]] = {
    RenameClub: _rename,
    SetBranding: _brand,
    AppointOfficer: _appoint,
    ReleaseOfficer: _release,
    AdmitMember: _admit,
    EndMembership: _end,
    AnswerMembershipOffer: _answer,
    RequestMembership: _ask,
    RecordMembershipConsent: _record_consent,
    WithdrawMembershipRequest: _withdraw_request,
    AnswerMembershipRequest: _answer_request,
}
