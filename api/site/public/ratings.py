"""Ratings as they are now, and the official lists that were published for good."""

from starlette.responses import Response

from api.http import parameters
from api.routes.federation.publications import list_publications, read_list_with_names, read_publication
from api.routes.person.ratings import count_rating_classes, list_ratings
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Visiting
from domain.kernel.values import POOLS

router = shared_pages()

_SHOWN = 100


@router.get("/ratings")
def show_pools(visit: Visiting) -> Response:
    """The pools with their classes, and the official lists, the newest first."""
    pools = {pool: visit.asks(count_rating_classes, pool=pool)["items"] for pool in POOLS}
    lists = visit.asks_all(list_publications, kind="rating-list")["items"]
    return visit.page("public/pools.html", pools=pools, lists=list(reversed(lists)))


@router.get("/ratings/{pool}")
def show_ratings(visit: Visiting, pool: parameters.Pool, cursor: parameters.CursorText = None) -> Response:
    """A pool, the highest rating first."""
    found = visit.asks(list_ratings, pool=pool, limit=_SHOWN, cursor=cursor)
    names = visit.names(one["person"] for one in found["items"])
    further = visit.on(found["next_page"])
    return visit.page("public/ratings.html", pool=pool, ratings=found["items"], names=names, further=further)


@router.get("/lists/{publication}")
def show_list(visit: Visiting, publication: parameters.Number) -> Response:
    """An official list, with the names that are known now."""
    told = visit.asks(read_list_with_names, publication=publication)
    names = visit.names(one["person"] for one in told["players"])
    files = visit.asks(read_publication, publication=publication)["files"]
    return visit.page("public/list.html", told=told, names=names, files=files, publication=publication)
