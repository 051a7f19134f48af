"""The clubs of persons that are public: of members who consent to it, for anyone who is told their names (REG-5)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from api.http.read_requests import Reader
from domain.clubs.state import Club, Clubs
from domain.kernel.ids import ClubId, PersonId
from domain.person.details import WITHHELD
from projections.tournaments.sorting import sorting


@dataclass(frozen=True, slots=True)
class PublicClubs:
    """The public club of each person who has one."""

    of: Mapping[PersonId, Club] = field(default_factory=dict)

    def id_of(self, person: PersonId) -> ClubId | None:
        """The club's id; None: the person has none that is public."""
        club = self.of.get(person)
        return club.id if club else None

    def name_of(self, person: PersonId) -> str | None:
        """The club's name, likewise."""
        club = self.of.get(person)
        return club.name if club else None

    def places(self) -> Mapping[PersonId, int]:
        """The place of each person's club in the order of the clubs' names."""
        clubs = {one.id: one for one in self.of.values()}
        place = {one.id: number for number, one in enumerate(sorted(clubs.values(), key=_order))}
        return {person: place[club.id] for person, club in sorted(self.of.items())}


def public_clubs(
    reader: Reader, persons: Collection[PersonId] | None = None, names: Mapping[PersonId, str] | None = None
) -> PublicClubs:
    """Those of these persons, or of everybody, by the consents of now. Of a moment past there is none, for a consent
    that was withdrawn since holds for that as well. `names` are those that the reader is told, where they are known."""
    if reader.moment is not None:
        return PublicClubs()
    clubs, now = reader.services.clubs(), reader.now()
    wanted = clubs.public_at(now) if persons is None else _of_each(clubs, persons, now)
    told = _persons_named(reader.names(wanted) if names is None else names)
    return PublicClubs({one: clubs.by_id[club] for one, club in wanted.items() if one in told})


def public_members(reader: Reader, club: ClubId) -> frozenset[PersonId]:
    """Everybody whose public club it is."""
    clubs, now = reader.services.clubs(), reader.now()
    found = clubs.by_id.get(club)
    if found is None or reader.moment is not None:
        return frozenset()
    return _persons_named(reader.names(_members(clubs, found, now)))


def clubs_with_members(reader: Reader) -> Mapping[ClubId, str]:
    """The names of all clubs that somebody's public club is, by id, in the order of the names. Of each club one member
    is looked for, and the next where the reader is not told their name."""
    clubs, now = reader.services.clubs(), reader.now()
    left = {} if reader.moment is not None else {one.id: _members(clubs, one, now) for one in clubs.every()}
    shown: list[Club] = []
    while left:
        asked = {club: person for club, members in left.items() if (person := next(members, None)) is not None}
        told = _persons_named(reader.names(asked.values()))
        shown += [clubs.by_id[club] for club, person in asked.items() if person in told]
        left = {club: left[club] for club, person in asked.items() if person not in told}
    return {one.id: one.name for one in sorted(shown, key=_order)}


def _of_each(clubs: Clubs, persons: Collection[PersonId], now: datetime) -> Mapping[PersonId, ClubId]:
    found = ((person, clubs.public_club_of(person, now)) for person in persons)
    return {person: club for person, club in found if club is not None}


def _members(clubs: Clubs, club: Club, now: datetime) -> Iterator[PersonId]:
    """Those whose public club it is, whether or not their name is told."""
    return (person for person, _ in club.public_at(now) if clubs.public_club_of(person, now) == club.id)


def _persons_named(names: Mapping[PersonId, str]) -> frozenset[PersonId]:
    """Those whose name the reader is told."""
    return frozenset(one for one, name in names.items() if name != WITHHELD)


def _order(club: Club) -> tuple[str, ClubId]:
    return sorting(club.name), club.id
