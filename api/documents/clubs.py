"""Clubs, and who belongs to them."""

from domain.clubs.branding import ClubColour
from domain.clubs.state import OfferStatus, RequestStatus
from domain.kernel.ids import ClubId, PersonId
from domain.kernel.values import Instant, Value


class ClubDocument(Value):
    """A club with its officers, who keep its members and enter them for it, and its look on public pages."""

    id: ClubId
    name: str
    officers: tuple[PersonId, ...]
    revision: int
    colour: ClubColour | None
    logo_digest: str | None


class MembershipDocument(Value):
    """A person's time in a club: from `since` until just before `until`, null: it goes on. `number` names it. It is
    public where the person consents to that."""

    number: int
    person: PersonId
    since: Instant
    until: Instant | None
    publication_consent: bool | None


class OfferDocument(Value):
    """A membership since that moment that the club's officers have offered to the person. `number` names it."""

    number: int
    person: PersonId
    since: Instant
    offered_at: Instant
    status: OfferStatus


class MembershipRequestDocument(Value):
    """A membership since that moment for which the person has asked the club. `number` names it."""

    number: int
    person: PersonId
    since: Instant
    asked_at: Instant
    status: RequestStatus
    answered_at: Instant | None


class OwnMembershipRequest(Value):
    """A membership for which a person has asked a club, by its number there, and what came of it."""

    club: ClubId
    name: str
    number: int
    since: Instant
    asked_at: Instant
    status: RequestStatus
    answered_at: Instant | None


class OwnMembership(Value):
    """A person's time in a club, by its number there: from `since` until just before `until`, null: it goes on. It is
    public where the person consents to that."""

    club: ClubId
    name: str
    number: int
    since: Instant
    until: Instant | None
    publication_consent: bool | None


class OwnOffer(Value):
    """A membership that the officers of a club offer to the person, by its number there."""

    club: ClubId
    name: str
    number: int
    since: Instant
    offered_at: Instant


class OwnMemberships(Value):
    """What a person is and was a member of, the offers that they may accept or decline, and what they have asked."""

    person: PersonId
    memberships: tuple[OwnMembership, ...]
    offers: tuple[OwnOffer, ...]
    requests: tuple[OwnMembershipRequest, ...]


class PublicClub(Value):
    """The club of a person that everybody may know, by the person's consent; null: there is none."""

    person: PersonId
    club: ClubId | None
    name: str | None
