"""Ratings: the list of a pool, a player's rating and how it came about, and the classes."""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Literal

from fastapi import Depends, Query
from starlette.responses import Response

from api.documents.csv_form import AsCsv
from api.documents.lists import ItemListRead, Page
from api.documents.ratings import ListedMatch, ListedRating, RatingDocument
from api.http import parameters
from api.http.paging import RATED_MATCHES, RATED_PERSONS, RATINGS
from api.http.problems import RATING_UNKNOWN, Problem
from api.http.read_requests import READS_AS_OF, Reader
from api.http.routing import new_router
from api.queries.known import require_person
from api.queries.tables import every, ratings_table
from domain.kernel.ids import PersonId
from domain.kernel.values import Pool
from projections.feeds.projection import FeedTables
from projections.queries.pages import Page as Listed
from projections.views.ratings import ClassView, RatingView

router = new_router("ratings")

Reading = Annotated[Reader, Depends(READS_AS_OF)]


@router.get("/ratings/{pool}", response_model=Page[ListedRating])
def list_ratings(
    reader: Reading,
    pool: parameters.Pool,
    as_csv: AsCsv,
    order: Annotated[Literal["rating", "person"], Query(description="What the list is ordered by.")] = "rating",
    since: parameters.AfterPosition = None,
    limit: parameters.Limit = 100,
    cursor: parameters.CursorText = None,
) -> Response:
    """List the ratings of a pool, the highest first (ELO-1, ELO-7, ELO-9)

    Whoever keeps a copy reads with `order=person`, by ids: then nobody is missed or found twice from page to page while
    ratings move. With `since` there are only those, in that order, whose rating was changed later; the
    `Scoresheet-Position` of the first page is the next `since`. Who is in the pool no longer is told by the feed of
    ratings. CSV has all of them at once, the highest first.
    """
    position, incomplete = _reached(reader, pool)
    if as_csv.wanted:
        ratings = list(every(lambda after: reader.services.readings.ratings(pool, after, parameters.LARGEST_PAGE)))
        names = reader.names({each.person for each in ratings})
        table = ratings_table((each.model_dump(mode="json") for each in ratings), names)
        return reader.table(as_csv, position, *table, incomplete=incomplete)
    if order == "person" or since is not None:
        return _for_mirrors(reader, pool, since, cursor, limit)
    found = reader.services.readings.ratings(pool, RATINGS.read(cursor), limit)
    return reader.answer(
        _listed(reader, pool, found.items), position, incomplete=incomplete, next_cursor=RATINGS.write(found.next)
    )


def _for_mirrors(reader: Reader, pool: Pool, since: int | None, cursor: str | None, limit: int) -> Response:
    """In an order that no change of a rating moves; read at what both ratings and feeds have followed."""
    position, incomplete = _reached(reader, pool)
    position = min(position, reader.services_now.readings.positions().get(FeedTables.name, 0))
    readings, after = reader.services.readings, RATED_PERSONS.read(cursor)
    if since is None:
        found = readings.ratings_by_person(pool, after, limit)
    else:
        first = None if after is None else str(after[0])
        persons = reader.services_now.readings.rated_since(pool, since, first, limit + 1)
        following = (persons[limit - 1],) if len(persons) > limit else None
        found = Listed(tuple(readings.ratings_of(pool, persons[:limit])), following)
    return reader.answer(
        _listed(reader, pool, found.items), position, incomplete=incomplete, next_cursor=RATED_PERSONS.write(found.next)
    )


def _listed(reader: Reader, pool: Pool, found: Sequence[RatingView]) -> Mapping[str, object]:
    """The page with the revision of each."""
    persons = {each.person for each in found}
    revisions = _revisions(reader, pool, persons)
    return reader.page((ListedRating.read_from(one, revision=revisions.get(one.person)) for one in found), persons)


@router.get("/ratings/{pool}/classes", response_model=ItemListRead[ClassView])
def count_rating_classes(reader: Reading, pool: parameters.Pool) -> Response:
    """List the classes of a pool, with how many players are in each (ELO-9)"""
    position, incomplete = _reached(reader, pool)
    body = {"items": reader.services.readings.classes(pool)}
    return reader.answer(body, position, incomplete=incomplete)


@router.get("/ratings/{pool}/{person}", response_model=RatingDocument)
def read_rating(reader: Reading, pool: parameters.Pool, person: parameters.Person) -> Response:
    """Read a player's rating (ELO-1, ELO-4, ELO-7)"""
    position, incomplete = _reached(reader, pool)
    found = reader.services.readings.rating(pool, person)
    if found is None:
        detail = f"Nothing of this person is rated in the pool {pool}."
        raise Problem(RATING_UNKNOWN, detail, incomplete=incomplete)
    listed = ListedRating.read_from(found, revision=_revisions(reader, pool, [person]).get(person))
    return reader.answer(listed, position, incomplete=incomplete)


@router.get("/ratings/{pool}/{person}/history", response_model=Page[ListedMatch])
def read_rating_history(
    reader: Reading,
    pool: parameters.Pool,
    person: parameters.Person,
    limit: parameters.Limit = 100,
    cursor: parameters.CursorText = None,
) -> Response:
    """List a player's rated matches with what each changed, the last first (ELO-5, ELO-6)"""
    require_person(reader.services, person)
    position, incomplete = _reached(reader, pool)
    found = reader.services.readings.rating_history(pool, person, RATED_MATCHES.read(cursor), limit)
    matches = [(each.tournament, each.match) for each in found.items]
    revisions = {} if reader.moment else reader.services.readings.line_revisions(pool, person, matches)
    each = zip(found.items, matches, strict=True)
    items = [ListedMatch.read_from(one, revision=revisions.get(match)) for one, match in each]
    body = reader.page(items, {each.opponent for each in found.items})
    return reader.answer(body, position, incomplete=incomplete, next_cursor=RATED_MATCHES.write(found.next))


def _revisions(reader: Reader, pool: Pool, persons: Collection[PersonId]) -> Mapping[PersonId, int]:
    """Of each rating that of now; of a moment past there is none."""
    return {} if reader.moment else reader.services.readings.rating_revisions(pool, persons)


def _reached(reader: Reader, pool: Pool) -> tuple[int, bool]:
    """The position that ratings are read at, and whether those of the pool are incomplete."""
    shown = reader.reached()
    return shown.position, reader.services.readings.lacks_rated(shown, pool)
