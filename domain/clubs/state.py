"""All clubs of the federation, as the events make them (REG-5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Any, Literal

from rpds import HashTrieMap

from domain.clubs import events as club_events
from domain.clubs.branding import ClubColour, Logo, digest_of
from domain.kernel.envelope import Actor, Event, Recorded
from domain.kernel.ids import ClubId, PersonId, StreamName
from domain.kernel.merges import Merges, under_known_ids, with_merge, without_merge
from domain.kernel.replacing import replace

OfferStatus = Literal["open", "accepted", "declined"]
RequestStatus = Literal["open", "accepted", "declined", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Membership:
    """A person's time in a club: from `since` until just before `until`, None: it goes on. `number` counts from 1 in
    each club."""

    number: int
    person: PersonId
    since: datetime
    until: datetime | None = None

    def overlaps(self, other: Membership) -> bool:
        """Whether there is a moment at which both hold."""
        earlier, later = sorted((self, other), key=lambda one: one.since)
        held = later.until is None or later.since < later.until
        return held and earlier.holds_at(later.since)

    def holds_at(self, moment: datetime) -> bool:
        """Whether the person is a member then."""
        return self.since <= moment and (self.until is None or moment < self.until)


@dataclass(frozen=True, slots=True)
class Offer:
    """A membership since that moment, which the person may accept. `offered_by` are those who may have offered it;
    `number` counts from 1 in each club."""

    number: int
    person: PersonId
    since: datetime
    offered_by: tuple[PersonId, ...]
    offered_at: datetime
    status: OfferStatus = "open"


@dataclass(frozen=True, slots=True)
class MembershipRequest:
    """A membership since that moment, for which the person asks. `asked_by` are those who may have asked; `number`
    counts from 1 in each club."""

    number: int
    person: PersonId
    since: datetime
    asked_by: tuple[PersonId, ...]
    asked_at: datetime
    status: RequestStatus = "open"
    answered_at: datetime | None = None

    @property
    def behind(self) -> frozenset[PersonId]:
        """Anyone who else may have asked than the person."""
        return frozenset(self.asked_by) - {self.person}


@dataclass(frozen=True, slots=True)
class Consent:
    """The last record of whether a membership may be public: `version` is that of the event, and `is_own` says that the
    member said it themselves, be it that others have said it again."""

    granted: bool
    is_own: bool
    version: int

    @property
    def is_withdrawn_by_member(self) -> bool:
        """Whether the member themselves has withdrawn it, or never gave it."""
        return self.is_own and not self.granted


@dataclass(frozen=True, slots=True)
class Club:
    """A club; `revision` is the version of the event that changed it last. `colour` and `logo` are its look on public
    pages, None: it has none. `consents` are those to publication, each by the number of its membership."""

    id: ClubId
    name: str
    revision: int
    officers: tuple[PersonId, ...] = ()
    memberships: tuple[Membership, ...] = ()
    colour: ClubColour | None = None
    logo: Logo | None = None
    offers: tuple[Offer, ...] = ()
    requests: tuple[MembershipRequest, ...] = ()
    consents: HashTrieMap[int, Consent] = field(default_factory=HashTrieMap)

    @property
    def logo_digest(self) -> str | None:
        """The digest of its logo."""
        return None if self.logo is None else digest_of(self.logo)

    def has_member(self, person: PersonId, moment: datetime) -> bool:
        """Whether the person is a member at that moment."""
        return person in self.members_at(moment)

    def members_at(self, moment: datetime) -> frozenset[PersonId]:
        """The members at that moment."""
        return frozenset(one.person for one in self.memberships if one.holds_at(moment))

    def is_public(self, membership: int) -> bool:
        """Whether the member consents to that membership being public."""
        consent = self.consents.get(membership)
        return consent is not None and consent.granted

    def public_at(self, moment: datetime) -> Iterator[tuple[PersonId, Consent]]:
        """The members at that moment who consent to it being public, each with the consent."""
        for number, consent in self.consents.items():
            membership = self.memberships[number - 1]
            if consent.granted and membership.holds_at(moment):
                yield membership.person, consent

    def names(self, person: PersonId) -> bool:
        """Whether the person is an officer of the club, has asked or was offered to be a member, or is one at any
        time."""
        told: Iterator[Membership | Offer | MembershipRequest] = chain(self.memberships, self.offers, self.requests)
        return person in self.officers or any(one.person == person for one in told)

    def offer_to(self, person: PersonId) -> Offer | None:
        """The offer that the person may accept."""
        return next((one for one in self.offers if one.person == person and one.status == "open"), None)

    def request_of(self, person: PersonId) -> MembershipRequest | None:
        """The request of the person that the club may accept."""
        return next((one for one in self.requests if one.person == person and one.status == "open"), None)

    def is_kept_by(self, actor: Actor) -> bool:
        """Whether the actor is an officer of the club, by a key that acts for them."""
        return actor.HOLDS_OFFICES and actor.person in self.officers and actor.role in ("player", "director")

    def answers_to(self, actor: Actor) -> bool:
        """Whether the actor may act for the club: an officer of it, or an administrator."""
        return self.is_kept_by(actor) or actor.role == "administrator"


@dataclass(frozen=True, slots=True)
class Clubs:
    """The state: every club by its id, and their ids by number from 1, in the order in which they were founded.
    `merged` are records of persons that were merged, each with the one it was merged into; `recorded` are the clubs
    under the ids that they were recorded with (REG-1)."""

    stream: StreamName
    version: int = 0
    by_id: HashTrieMap[ClubId, Club] = field(default_factory=HashTrieMap)
    order: HashTrieMap[int, ClubId] = field(default_factory=HashTrieMap)
    recorded: HashTrieMap[ClubId, Club] = field(default_factory=HashTrieMap)
    merged: Merges = ()
    consenting: HashTrieMap[PersonId, tuple[tuple[ClubId, int], ...]] = field(default_factory=HashTrieMap)
    """By person the memberships that they consent to be public, over or not, each by its club and number."""

    def names(self, person: PersonId) -> bool:
        """Whether a club names the person."""
        return any(club.names(person) for club in self.by_id.values())

    def requests_of(self, person: PersonId) -> int:
        """The number of the person's open requests, in all clubs."""
        return sum(club.request_of(person) is not None for club in self.every())

    def public_at(self, moment: datetime) -> Mapping[PersonId, ClubId]:
        """The club of everybody who is a member at that moment and consents to it being public. Of several it is the
        one to which they consented last."""
        found = ((person, self.public_club_of(person, moment)) for person in sorted(self.consenting))
        return {person: club for person, club in found if club is not None}

    def public_club_of(self, person: PersonId, moment: datetime) -> ClubId | None:
        """The club that is public of that person at that moment, as in `public_at`; None: there is none."""
        held = ((self.by_id[club], number) for club, number in self.consenting.get(person, ()))
        told = [
            (club.consents[number].version, club.id)
            for club, number in held
            if club.memberships[number - 1].holds_at(moment)
        ]
        return max(told)[1] if told else None

    def every(self) -> Iterator[Club]:
        """The clubs, the oldest first."""
        return (self.by_id[self.order[number]] for number in range(1, len(self.order) + 1))


def initial(stream: StreamName) -> Clubs:
    """The state before there was a club."""
    return Clubs(stream)


def evolve(state: Clubs, recorded: Recorded[Any]) -> Clubs:
    """The state after one more event."""
    event, version = recorded.event, recorded.version
    state = replace(state, version=version)
    if isinstance(event, club_events.RecordMerged):
        return _known_anew(replace(state, merged=with_merge(state.merged, event)))
    if isinstance(event, club_events.RecordSplit):
        return _known_anew(replace(state, merged=without_merge(state.merged, event)))
    if isinstance(event, club_events.ClubFounded):
        state = replace(state, order=state.order.insert(len(state.order) + 1, event.club))
        return _with(state, Club(event.club, event.name, version))
    club = state.recorded.get(event.club)
    if club is None:
        return state
    state = _with(state, replace(_EVOLVE[type(event)](club, recorded, state.merged), revision=version))
    if isinstance(event, club_events.MembershipConsentRecorded):
        state = _with_consent(state, event.club, event.membership)
    return state


def _known_anew(state: Clubs) -> Clubs:
    state = replace(state, consenting=HashTrieMap())
    for _, club in sorted(state.recorded.items()):
        state = _with(state, club)
        for membership in sorted(club.consents):
            state = _with_consent(state, club.id, membership)
    return state


def _with_consent(state: Clubs, club: ClubId, membership: int) -> Clubs:
    """The state with what the membership's consent is now, under the record that its member is known by."""
    known, own = state.by_id[club], (club, membership)
    person = known.memberships[membership - 1].person
    others = tuple(one for one in state.consenting.get(person, ()) if one != own)
    told = (*others, own) if known.is_public(membership) else others
    consenting = state.consenting.insert(person, told) if told else state.consenting.discard(person)
    return replace(state, consenting=consenting)


def _with(state: Clubs, club: Club) -> Clubs:
    """The state with the club as it was recorded, and as it is known with the records that were merged."""
    shown = under_known_ids(club, state.merged)
    shown = replace(shown, officers=tuple(dict.fromkeys(shown.officers)))
    recorded = state.recorded.insert(club.id, club)
    return replace(state, recorded=recorded, by_id=state.by_id.insert(club.id, shown))


def _rename_club(club: Club, recorded: Recorded[club_events.ClubRenamed], _: Merges) -> Club:
    return replace(club, name=recorded.event.name)


def _set_branding(club: Club, recorded: Recorded[club_events.BrandingSet], _: Merges) -> Club:
    return replace(club, colour=recorded.event.colour, logo=recorded.event.logo)


def _add_officer(club: Club, recorded: Recorded[club_events.OfficerAppointed], _: Merges) -> Club:
    return replace(club, officers=(*club.officers, recorded.event.person))


def _remove_officer(club: Club, recorded: Recorded[club_events.OfficerReleased], merges: Merges) -> Club:
    """Under whichever of their records the person was appointed."""
    return replace(
        club, officers=tuple(one for one in club.officers if under_known_ids(one, merges) != recorded.event.person)
    )


def _admit_member(club: Club, recorded: Recorded[club_events.MemberAdmitted], merges: Merges) -> Club:
    event = recorded.event
    return _with_member(club, Membership(event.membership, event.person, event.since), recorded.recorded_at, merges)


def _with_member(club: Club, membership: Membership, at: datetime, merges: Merges) -> Club:
    """The club with one more member, whose request it has thereby accepted."""
    requests = tuple(
        replace(one, status="accepted", answered_at=at) if _is_open_of(membership.person, one, merges) else one
        for one in club.requests
    )
    return replace(club, memberships=(*club.memberships, membership), requests=requests)


def _is_open_of(person: PersonId, one: Offer | MembershipRequest, merges: Merges) -> bool:
    """Whether it waits for an answer, under whichever of the person's records it was recorded."""
    return one.status == "open" and under_known_ids(one.person, merges) == under_known_ids(person, merges)


def _end_membership(club: Club, recorded: Recorded[club_events.MembershipEnded], _: Merges) -> Club:
    event = recorded.event
    memberships = (
        replace(one, until=event.until) if one.number == event.membership else one for one in club.memberships
    )
    return replace(club, memberships=tuple(memberships))


def _add_offer(club: Club, recorded: Recorded[club_events.MembershipOffered], _: Merges) -> Club:
    event, by = recorded.event, recorded.actor.persons
    offer = Offer(event.offer, event.person, event.since, by, recorded.recorded_at)
    return replace(club, offers=(*club.offers, offer))


def _accept_offer(club: Club, recorded: Recorded[club_events.MembershipOfferAccepted], merges: Merges) -> Club:
    event = recorded.event
    for one in club.offers:
        if one.number == event.offer:
            begun = Membership(event.membership, one.person, one.since)
            club = _with_member(club, begun, recorded.recorded_at, merges)
    return replace(club, offers=_offers_with_answer(club, event.offer, "accepted"))


def _agree_membership(club: Club, recorded: Recorded[club_events.MembershipAgreed], merges: Merges) -> Club:
    event = recorded.event
    begun = Membership(event.membership, event.person, event.since)
    offers = (replace(one, status="accepted") if _is_open_of(event.person, one, merges) else one for one in club.offers)
    return _with_member(replace(club, offers=tuple(offers)), begun, recorded.recorded_at, merges)


def _add_request(club: Club, recorded: Recorded[club_events.MembershipRequested], _: Merges) -> Club:
    event, by = recorded.event, recorded.actor.persons
    request = MembershipRequest(event.request, event.person, event.since, by, recorded.recorded_at)
    return replace(club, requests=(*club.requests, request))


def _request_declined(club: Club, recorded: Recorded[club_events.MembershipRequestDeclined], _: Merges) -> Club:
    return _request_over(club, recorded.event.request, "declined", recorded.recorded_at)


def _request_withdrawn(club: Club, recorded: Recorded[club_events.MembershipRequestWithdrawn], _: Merges) -> Club:
    return _request_over(club, recorded.event.request, "withdrawn", recorded.recorded_at)


def _request_over(club: Club, number: int, status: RequestStatus, at: datetime) -> Club:
    """The club, that request of it with its answer."""
    over = (replace(one, status=status, answered_at=at) if one.number == number else one for one in club.requests)
    return replace(club, requests=tuple(over))


def _record_consent(club: Club, recorded: Recorded[club_events.MembershipConsentRecorded], merges: Merges) -> Club:
    event, by = recorded.event, recorded.actor.person
    member = club.memberships[event.membership - 1].person
    is_own = by is not None and under_known_ids(by, merges) == under_known_ids(member, merges)
    last = club.consents.get(event.membership)
    is_withdrawn_before = not event.granted and last is not None and last.is_withdrawn_by_member
    consent = Consent(event.granted, is_own or is_withdrawn_before, recorded.version)
    return replace(club, consents=club.consents.insert(event.membership, consent))


def _decline_offer(club: Club, recorded: Recorded[club_events.MembershipOfferDeclined], _: Merges) -> Club:
    return replace(club, offers=_offers_with_answer(club, recorded.event.offer, "declined"))


def _offers_with_answer(club: Club, number: int, status: OfferStatus) -> tuple[Offer, ...]:
    """The club's offers, that one with its answer."""
    return tuple(replace(one, status=status) if one.number == number else one for one in club.offers)


_EVOLVE: Mapping[type[Event], Callable[[Club, Any, Merges], Club]] = {
    club_events.ClubRenamed: _rename_club,
    club_events.BrandingSet: _set_branding,
    club_events.OfficerAppointed: _add_officer,
    club_events.OfficerReleased: _remove_officer,
    club_events.MemberAdmitted: _admit_member,
    club_events.MembershipEnded: _end_membership,
    club_events.MembershipOffered: _add_offer,
    club_events.MembershipOfferAccepted: _accept_offer,
    club_events.MembershipOfferDeclined: _decline_offer,
    club_events.MembershipRequested: _add_request,
    club_events.MembershipRequestDeclined: _request_declined,
    club_events.MembershipRequestWithdrawn: _request_withdrawn,
    club_events.MembershipAgreed: _agree_membership,
    club_events.MembershipConsentRecorded: _record_consent,
}
