"""All clubs of the federation, as the events make them (REG-5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from rpds import HashTrieMap

from domain.clubs import events as club_events
from domain.kernel.envelope import Actor, Event, Recorded
from domain.kernel.ids import ClubId, PersonId, StreamName


@dataclass(frozen=True, slots=True)
class Membership:
    """A person's time in a club: from `since` until just before `until`, None: it goes on."""

    person: PersonId
    since: datetime
    until: datetime | None = None

    def holds_at(self, moment: datetime) -> bool:
        """Whether the person is a member then."""
        return self.since <= moment and (self.until is None or moment < self.until)


@dataclass(frozen=True, slots=True)
class Club:
    """A club; `revision` is the version of the event that changed it last."""

    id: ClubId
    name: str
    revision: int
    officers: tuple[PersonId, ...] = ()
    memberships: tuple[Membership, ...] = ()

    def has_member(self, person: PersonId, moment: datetime) -> bool:
        """Whether the person is a member at that moment."""
        return any(one.person == person and one.holds_at(moment) for one in self.memberships)

    def is_kept_by(self, actor: Actor) -> bool:
        """Whether the actor is an officer of the club, by a key that acts for them."""
        return actor.person in self.officers and actor.role in ("player", "director")


@dataclass(frozen=True, slots=True)
class Clubs:
    """The state: every club by its id, and their ids by number from 1, in the order in which they were founded."""

    stream: StreamName
    version: int = 0
    by_id: HashTrieMap[ClubId, Club] = field(default_factory=HashTrieMap)
    order: HashTrieMap[int, ClubId] = field(default_factory=HashTrieMap)

    def every(self) -> Iterator[Club]:
        """The clubs, the oldest first."""
        return (self.by_id[self.order[number]] for number in range(1, len(self.order) + 1))


def initial(stream: StreamName) -> Clubs:
    """The state before there was a club."""
    return Clubs(stream)


def evolve(state: Clubs, recorded: Recorded[Any]) -> Clubs:
    """The state after one more event."""
    event, version = recorded.event, recorded.version
    if isinstance(event, club_events.ClubFounded):
        founded, order = Club(event.club, event.name, version), state.order.insert(len(state.order) + 1, event.club)
        return replace(state, version=version, by_id=state.by_id.insert(event.club, founded), order=order)
    changed = replace(_EVOLVE[type(event)](state.by_id[event.club], event), revision=version)
    return replace(state, version=version, by_id=state.by_id.insert(event.club, changed))


def _renamed(club: Club, event: club_events.ClubRenamed) -> Club:
    return replace(club, name=event.name)


def _appointed(club: Club, event: club_events.OfficerAppointed) -> Club:
    return replace(club, officers=(*club.officers, event.person))


def _released(club: Club, event: club_events.OfficerReleased) -> Club:
    return replace(club, officers=tuple(one for one in club.officers if one != event.person))


def _admitted(club: Club, event: club_events.MemberAdmitted) -> Club:
    return replace(club, memberships=(*club.memberships, Membership(event.person, event.since)))


def _ended(club: Club, event: club_events.MembershipEnded) -> Club:
    memberships = (
        replace(one, until=event.until) if one.person == event.person and one.until is None else one
        for one in club.memberships
    )
    return replace(club, memberships=tuple(memberships))


_EVOLVE: Mapping[type[Event], Callable[[Club, Any], Club]] = {
    club_events.ClubRenamed: _renamed,
    club_events.OfficerAppointed: _appointed,
    club_events.OfficerReleased: _released,
    club_events.MemberAdmitted: _admitted,
    club_events.MembershipEnded: _ended,
}
