"""Ratings: the list of a pool, a player's rating and how it came about, and the classes."""

from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import Query
from starlette.responses import Response

from api.documents.csv_form import AsCsv
from api.documents.lists import Page
from api.documents.ratings import ListedMatch, ListedRating, PlayerList, RatingDocument
from api.http import parameters
from api.http.paging import NUMBERS, RATED_MATCHES, RATED_PERSONS, Paged, Paging
from api.http.problems import RATING_UNKNOWN, Problem
from api.http.read_requests import Reader, Reading, ReadingAsOf
from api.http.routing import new_router
from api.queries.known import require_rated
from api.queries.public_clubs import clubs_with_members, public_clubs, public_members
from api.queries.ratings import answer_ratings, listed_ratings, reached_in, revisions_of
from domain.kernel.ids import ClubId, PersonId
from domain.kernel.values import Pool
from domain.person.details import WITHHELD
from domain.rating.classes import ClassName
from projections.feeds.projection import FeedTables
from projections.queries.finding.players import PlayerOrder, WantedPlayers
from projections.queries.pages import Page as Listed
from projections.views.ratings import ClassView

router = new_router("ratings")

_MOST_FOUND = 200
"""How many persons a name is looked for among."""


@router.get("/ratings/{pool}", response_model=Page[ListedRating])
def list_ratings(
    reader: ReadingAsOf,
    pool: parameters.Pool,
    as_csv: AsCsv,
    paging: Paged,
    sort: Annotated[Literal["rating", "person"], Query(description=parameters.SORTED)] = "rating",
    since: parameters.AfterPosition = None,
) -> Response:
    """List the ratings of a pool, the highest first (ELO-1, ELO-7, ELO-9)

    Anyone who keeps a copy reads with `sort=person`, by ids: then nobody is missed or found twice from page to page
    while ratings move. With `since` there are only those, in that order, whose rating was changed later; the
    `Scoresheet-Position` of the first page is the next `since`. Who is in the pool no longer is told by the feed of
    ratings. CSV has all of them at once, the highest first.
    """
    if not as_csv.wanted and (sort == "person" or since is not None):
        return _for_mirrors(reader, pool, since, paging)
    return answer_ratings(reader, pool, as_csv, paging)


def _for_mirrors(reader: Reader, pool: Pool, since: int | None, paging: Paging) -> Response:
    """In an order that no change of a rating moves; read at what both ratings and feeds have followed."""
    position, incomplete = reached_in(reader, pool)
    position = min(position, reader.services_now.readings.positions().get(FeedTables.name, 0))
    readings, after = reader.services.readings, RATED_PERSONS.read(paging.cursor)
    if since is None:
        found = readings.ratings_by_person(pool, after, paging.limit)
    else:
        first = None if after is None else str(after[0])
        persons = reader.services_now.readings.rated_since(pool, since, first, paging.limit + 1)
        following = (persons[paging.limit - 1],) if len(persons) > paging.limit else None
        found = Listed(tuple(readings.ratings_of(pool, persons[: paging.limit])), following)
    body, further = listed_ratings(reader, pool, found.items), RATED_PERSONS.write(found.next)
    return reader.answer_page(body, position, incomplete=incomplete, next_cursor=further)


@router.get("/ratings/{pool}/classes", response_model=Page[ClassView])
def count_rating_classes(reader: ReadingAsOf, pool: parameters.Pool) -> Response:
    """List the classes of a pool, with how many players are in each (ELO-9)"""
    position, incomplete = reached_in(reader, pool)
    body = reader.page(reader.services.readings.classes(pool))
    return reader.answer_page(body, position, incomplete=incomplete)


@router.get("/ratings/{pool}/players", response_model=PlayerList)
def list_players(
    reader: Reading,
    pool: parameters.Pool,
    paging: Paged,
    search: parameters.Search = None,
    rating_class: Annotated[ClassName | None, Query(description="Only players of this class.")] = None,
    club: parameters.PublicClubFilter = None,
    sort: Annotated[PlayerOrder, Query(description=parameters.SORTED)] = "rating",
) -> Response:
    """List the players of a pool by rank, with what they have played (ELO-1, ELO-9)

    For people who look for somebody: `search` finds nobody whose name is withheld from the reader. A `club` is told of
    members who consent to it (REG-5). Anyone who keeps a copy reads `/v1/ratings/{pool}` instead.
    """
    position, incomplete = reached_in(reader, pool)
    readings, places = reader.services.readings, public_clubs(reader).places() if sort == "club" else {}
    wanted = WantedPlayers(_wanted_persons(reader, search, club), rating_class, sort, places)
    count = readings.count_players(pool, wanted)
    before = int((NUMBERS.read(paging.cursor) or (0,))[0])
    found = readings.players(pool, wanted, paging.limit, before)
    reached = before + len(found)
    names = reader.names({one.person for one in found})
    clubs = public_clubs(reader, [one.person for one in found], names)
    listed = [one.model_copy(update={"club": clubs.id_of(one.person)}) for one in found]
    body = reader.page(listed, names=names, count=count, clubs=clubs_with_members(reader))
    further = NUMBERS.write((reached,)) if found and reached < count else None
    return reader.answer_page(body, position, incomplete=incomplete, next_cursor=further)


def _wanted_persons(reader: Reader, search: str | None, club: ClubId | None) -> Sequence[PersonId] | None:
    """Who of these names and of that club is looked for; None: everybody."""
    named = None if search is None else _find_persons(reader, search)
    if club is None:
        return named
    members = public_members(reader, club)
    return sorted(members) if named is None else [one for one in named if one in members]


def _find_persons(reader: Reader, search: str) -> list[PersonId]:
    """Persons whose names hold the words; nobody whose name the reader is not told."""
    found = [one.id for one in reader.services.readings.persons(search, limit=_MOST_FOUND).items]
    known = reader.names(found)
    return [one for one in found if known.get(one) not in (None, WITHHELD)]


@router.get("/ratings/{pool}/{person}", response_model=RatingDocument)
def read_rating(reader: ReadingAsOf, pool: parameters.Pool, person: parameters.Person) -> Response:
    """Read a player's rating (ELO-1, ELO-4, ELO-7)"""
    position, incomplete = reached_in(reader, pool)
    found = reader.services.readings.rating(pool, person)
    if found is None:
        detail = f"Nothing of this person is rated in the pool {pool}."
        raise Problem(RATING_UNKNOWN, detail, incomplete=incomplete)
    club = public_clubs(reader, [person]).id_of(person)
    listed = ListedRating.from_attributes(found, revision=revisions_of(reader, pool, [person]).get(person), club=club)
    return reader.answer(listed, position, incomplete=incomplete)


@router.get("/ratings/{pool}/{person}/history", response_model=Page[ListedMatch])
def read_rating_history(
    reader: ReadingAsOf, pool: parameters.Pool, person: parameters.Person, paging: Paged
) -> Response:
    """List a player's rated matches with what each changed, the last first (ELO-5, ELO-6)"""
    require_rated(reader.services, person)
    position, incomplete = reached_in(reader, pool)
    found = reader.services.readings.rating_history(pool, person, RATED_MATCHES.read(paging.cursor), paging.limit)
    matches = [(each.tournament, each.match) for each in found.items]
    revisions = {} if reader.moment else reader.services.readings.line_revisions(pool, person, matches)
    each = zip(found.items, matches, strict=True)
    items = [ListedMatch.from_attributes(one, revision=revisions.get(match)) for one, match in each]
    body = reader.page(items, {each.opponent for each in found.items})
    return reader.answer_page(body, position, incomplete=incomplete, next_cursor=RATED_MATCHES.write(found.next))
