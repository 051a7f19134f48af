"""Ratings: the list of a pool, a player's rating and how it came about, and the classes."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api import parameters
from api.documents import ItemList, Page
from api.paging import RATED_MATCHES, RATINGS
from api.problems import RATING_UNKNOWN, Problem
from api.reading import READS, Reader
from api.routing import new_router
from projections.rating_views import ClassView, RatedMatchView, RatingView

router = new_router("ratings")

Reading = Annotated[Reader, Depends(READS)]


@router.get("/ratings/{pool}", response_model=Page[RatingView])
def ratings(
    reader: Reading,
    pool: parameters.Pool,
    limit: parameters.Limit = 100,
    cursor: parameters.CursorText = None,
) -> Response:
    """List the ratings of a pool, the highest first (ELO-1, ELO-7, ELO-9)"""
    position = reader.position()
    found = reader.services.readings.ratings(pool, RATINGS.read(cursor), limit)
    body = reader.page(found.items, {each.person for each in found.items})
    return reader.answer(body, position, next_cursor=RATINGS.write(found.next))


@router.get("/ratings/{pool}/classes", response_model=ItemList[ClassView])
def classes(reader: Reading, pool: parameters.Pool) -> Response:
    """List the classes of a pool, with how many players are in each (ELO-9)"""
    position = reader.position()
    return reader.answer({"items": reader.services.readings.classes(pool)}, position)


@router.get("/ratings/{pool}/{person}", response_model=RatingView)
def rating(reader: Reading, pool: parameters.Pool, person: parameters.Person) -> Response:
    """Read a player's rating (ELO-1, ELO-4, ELO-7)"""
    position = reader.position()
    found = reader.services.readings.rating(pool, person)
    if found is None:
        raise Problem(RATING_UNKNOWN, f"Nothing of this person is rated in the pool {pool}.")
    return reader.answer(found, position)


@router.get("/ratings/{pool}/{person}/history", response_model=Page[RatedMatchView])
def rating_history(
    reader: Reading,
    pool: parameters.Pool,
    person: parameters.Person,
    limit: parameters.Limit = 100,
    cursor: parameters.CursorText = None,
) -> Response:
    """List a player's rated matches with what each changed, the last first (ELO-5, ELO-6)"""
    position = reader.position()
    found = reader.services.readings.rating_history(pool, person, RATED_MATCHES.read(cursor), limit)
    body = reader.page(found.items, {each.opponent for each in found.items})
    return reader.answer(body, position, next_cursor=RATED_MATCHES.write(found.next))
