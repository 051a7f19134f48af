"""Clubs, and who belongs to them."""

from domain.kernel.ids import ClubId, PersonId
from domain.kernel.values import Instant, Value


class ClubDocument(Value):
    """A club with its officers, who keep its members and enter them for it."""

    id: ClubId
    name: str
    officers: tuple[PersonId, ...]
    revision: int


class MembershipDocument(Value):
    """A person's time in a club: from `since` until just before `until`, null: it goes on. `number` names it."""

    number: int
    person: PersonId
    since: Instant
    until: Instant | None
