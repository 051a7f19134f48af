"""Ratings: the list of a pool, a player's rating and how it came about, and the classes."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.csv_form import AsCsv
from api.documents.lists import ItemListRead, Page
from api.documents.ratings import RatingDocument
from api.http import parameters
from api.http.paging import RATED_MATCHES, RATINGS
from api.http.problems import RATING_UNKNOWN, Problem
from api.http.read_requests import READS_AS_OF, Reader
from api.http.routing import new_router
from api.queries.known import require_person
from api.queries.tables import every, ratings_table
from domain.kernel.values import Pool
from projections.views.ratings import ClassView, RatedMatchView, RatingView

router = new_router("ratings")

Reading = Annotated[Reader, Depends(READS_AS_OF)]


@router.get("/ratings/{pool}", response_model=Page[RatingView])
def list_ratings(
    reader: Reading,
    pool: parameters.Pool,
    as_csv: AsCsv,
    limit: parameters.Limit = 100,
    cursor: parameters.CursorText = None,
) -> Response:
    """List the ratings of a pool, the highest first (ELO-1, ELO-7, ELO-9)

    CSV has all of them at once.
    """
    position, incomplete = _reached(reader, pool)
    if as_csv.wanted:
        ratings = list(every(lambda after: reader.services.readings.ratings(pool, after, parameters.LARGEST_PAGE)))
        names = reader.names({each.person for each in ratings})
        table = ratings_table((each.model_dump(mode="json") for each in ratings), names)
        return reader.table(as_csv, position, *table, incomplete=incomplete)
    found = reader.services.readings.ratings(pool, RATINGS.read(cursor), limit)
    body = reader.page(found.items, {each.person for each in found.items})
    return reader.answer(body, position, incomplete=incomplete, next_cursor=RATINGS.write(found.next))


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
    return reader.answer(found, position, incomplete=incomplete)


@router.get("/ratings/{pool}/{person}/history", response_model=Page[RatedMatchView])
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
    body = reader.page(found.items, {each.opponent for each in found.items})
    return reader.answer(body, position, incomplete=incomplete, next_cursor=RATED_MATCHES.write(found.next))


def _reached(reader: Reader, pool: Pool) -> tuple[int, bool]:
    """The position that ratings are read at, and whether those of the pool are incomplete."""
    shown = reader.reached()
    return shown.position, reader.services.readings.lacks_rated(shown, pool)
