"""Events of clubs: their members, from a day to a day, and their officers (REG-5)."""

from typing import Annotated, ClassVar

from domain.clubs.branding import ClubColour, Logo
from domain.kernel.envelope import Event
from domain.kernel.ids import ClubId, PersonId
from domain.kernel.merges import RecordEvent
from domain.kernel.values import Instant, Name, Number
from domain.kernel.visibility import FOR_STAFF, PUBLIC, Part

MembershipNumber = Number
OfferNumber = Number
RequestNumber = Number


class ClubEvent(Event):
    """Something became of that club."""

    SEEN: ClassVar[Part] = PUBLIC
    club: ClubId


class ClubFounded(ClubEvent):
    """A new club of the federation."""

    TOPIC: ClassVar[str] = "clubs.club-founded.v1"
    name: Annotated[Name, PUBLIC]


class ClubRenamed(ClubEvent):
    """The club is called by another name."""

    TOPIC: ClassVar[str] = "clubs.club-renamed.v1"
    name: Annotated[Name, PUBLIC]


class BrandingSet(ClubEvent):
    """The club's colour and logo on public pages are these; None: it has none."""

    TOPIC: ClassVar[str] = "clubs.branding-set.v1"
    colour: Annotated[ClubColour | None, PUBLIC] = None
    logo: Annotated[Logo | None, PUBLIC] = None


class OfficerAppointed(ClubEvent):
    """The person keeps the club's members, and enters them."""

    TOPIC: ClassVar[str] = "clubs.officer-appointed.v1"
    person: PersonId


class OfficerReleased(ClubEvent):
    """The person is no officer of the club any more."""

    TOPIC: ClassVar[str] = "clubs.officer-released.v1"
    person: PersonId


class MemberAdmitted(ClubEvent):
    """The person is a member of the club from that moment on. `membership` is the number of this time of theirs in it,
    counted from 1 in each club."""

    TOPIC: ClassVar[str] = "clubs.member-admitted.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    membership: MembershipNumber
    person: PersonId
    since: Instant


class MembershipEnded(ClubEvent):
    """That membership holds until that moment, and not at it; one that ends as it begins never held. An end given
    before is replaced."""

    TOPIC: ClassVar[str] = "clubs.membership-ended.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    membership: MembershipNumber
    until: Instant


class MembershipOffered(ClubEvent):
    """The person may be a member of the club from that moment on, if they accept it. `offer` counts from 1 in each
    club."""

    TOPIC: ClassVar[str] = "clubs.membership-offered.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    offer: OfferNumber
    person: PersonId
    since: Instant


class MembershipOfferAccepted(ClubEvent):
    """The person has accepted the offer, and is a member as it says. `membership` is the number of this time of
    theirs."""

    TOPIC: ClassVar[str] = "clubs.membership-offer-accepted.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    offer: OfferNumber
    membership: MembershipNumber


class MembershipOfferDeclined(ClubEvent):
    """The offer is over without a membership: the person has declined it, or others have taken it back."""

    TOPIC: ClassVar[str] = "clubs.membership-offer-declined.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    offer: OfferNumber


class MembershipRequested(ClubEvent):
    """The person asks to be a member of the club from that moment on. `request` counts from 1 in each club."""

    TOPIC: ClassVar[str] = "clubs.membership-requested.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    request: RequestNumber
    person: PersonId
    since: Instant


class MembershipRequestDeclined(ClubEvent):
    """The request is over without a membership: the club does not accept it."""

    TOPIC: ClassVar[str] = "clubs.membership-request-declined.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    request: RequestNumber


class MembershipRequestWithdrawn(ClubEvent):
    """The request is over without a membership: the person asks no more."""

    TOPIC: ClassVar[str] = "clubs.membership-request-withdrawn.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    request: RequestNumber


class MembershipAgreed(ClubEvent):
    """The person and the club have both said it: the person is a member from that moment on. What either of them had
    asked or offered is accepted by it. `membership` is the number of this time of theirs."""

    TOPIC: ClassVar[str] = "clubs.membership-agreed.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    membership: MembershipNumber
    person: PersonId
    since: Instant


class MembershipConsentRecorded(ClubEvent):
    """The member consents to that membership being public, or does not, from now on. Each membership has its own."""

    TOPIC: ClassVar[str] = "clubs.membership-consent-recorded.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    membership: MembershipNumber
    granted: bool


class RecordMerged(RecordEvent):
    """Where a club names the `record`, it is that person whose record it was `merged_into` (REG-1)."""

    TOPIC: ClassVar[str] = "clubs.record-merged.v1"


class RecordSplit(RecordEvent):
    """Where a club names the `record`, it is its own person again (REG-3)."""

    TOPIC: ClassVar[str] = "clubs.merge-taken-back.v1"


EVENTS: tuple[type[Event], ...] = (
    ClubFounded,
    ClubRenamed,
    BrandingSet,
    OfficerAppointed,
    OfficerReleased,
    MemberAdmitted,
    MembershipEnded,
    MembershipOffered,
    MembershipOfferAccepted,
    MembershipOfferDeclined,
    MembershipRequested,
    MembershipRequestDeclined,
    MembershipRequestWithdrawn,
    MembershipAgreed,
    MembershipConsentRecorded,
    RecordMerged,
    RecordSplit,
)
