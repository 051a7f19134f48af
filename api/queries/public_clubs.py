"""The clubs of persons that are public: of members who consent to it, for anyone who is told their names (REG-5)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from api.http.read_requests import Reader
from domain.clubs.state import Club
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

    def members_of(self, club: ClubId) -> frozenset[PersonId]:
        """Everybody whose public club it is."""
        return frozenset(person for person, one in self.of.items() if one.id == club)

    def names(self) -> Mapping[ClubId, str]:
        """The names of these clubs by id, in the order of the names."""
        clubs = {one.id: one for one in self.of.values()}
        return {one.id: one.name for one in sorted(clubs.values(), key=_order)}

    def places(self) -> Mapping[PersonId, int]:
        """The place of each person's club in the order of the clubs' names."""
        place = {club: number for number, club in enumerate(self.names())}
        return {person: place[club.id] for person, club in sorted(self.of.items())}


def public_clubs(reader: Reader, persons: Collection[PersonId] | None = None) -> PublicClubs:
    """Those of these persons, or of everybody, by the consents of now. Of a moment past there is none, for a consent
    that was withdrawn since holds for that as well."""
    if reader.moment is not None:
        return PublicClubs()
    clubs = reader.services.clubs()
    found = clubs.public_at(reader.now())
    wanted = found if persons is None else {one: found[one] for one in persons if one in found}
    names = reader.names(wanted)
    told = {one for one, name in names.items() if name != WITHHELD}
    return PublicClubs({one: clubs.by_id[club] for one, club in wanted.items() if one in told})


def _order(club: Club) -> tuple[str, ClubId]:
    return sorting(club.name), club.id
