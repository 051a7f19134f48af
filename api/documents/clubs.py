"""Clubs, and who belongs to them."""

from domain.clubs.branding import ClubColour
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
    """A person's time in a club: from `since` until just before `until`, null: it goes on. `number` names it."""

    number: int
    person: PersonId
    since: Instant
    until: Instant | None
