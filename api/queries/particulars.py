"""What tells persons apart, read of all of them together."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from api.documents.persons import ParticularsDocument
from api.http.services import Services
from domain.application.details import details_of
from domain.clubs.state import Clubs
from domain.kernel.ids import PersonId
from domain.kernel.values import Pool


def particulars(services: Services, asked: str, now: datetime) -> Iterator[ParticularsDocument]:
    """Of each person who is known of those ids, with commas between; once, in that order."""
    ids = (one for one in dict.fromkeys(asked.split(",")) if one)
    known = [one for one in map(services.person, ids) if one.status]
    details = details_of(known, services.journal)
    last = services.readings.last_entered([one.id for one in known])
    ratings = _ratings(services, [one.id for one in known])
    clubs = _clubs(services.clubs(), now)
    for one in known:
        found, (tournament, name) = details.get(one.id), last.get(one.id, (None, None))
        yield ParticularsDocument(
            person=one.id,
            name=found.name if found else None,
            birth_year=found.birth_year if found else None,
            country=found.country if found else None,
            clubs=tuple(clubs.get(one.id, ())),
            last_tournament=tournament,
            last_tournament_name=name,
            ratings=ratings.get(one.id, {}),
        )


def _ratings(services: Services, persons: Sequence[PersonId]) -> Mapping[PersonId, dict[Pool, str]]:
    """The ratings of these persons, by pool."""
    found: dict[PersonId, dict[Pool, str]] = {}
    for pool in services.federation().rating_pools:
        for one in services.readings.ratings_of(pool, persons):
            found.setdefault(one.person, {})[pool] = one.rating
    return found


def _clubs(clubs: Clubs, now: datetime) -> Mapping[PersonId, Sequence[str]]:
    """The names of the clubs of everybody who is a member now."""
    found: dict[PersonId, list[str]] = {}
    for club in clubs.every():
        for person in club.members_at(now):
            found.setdefault(person, []).append(club.name)
    return found
