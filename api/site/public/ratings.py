"""Players by their ratings, the official lists that were published for good, and the search of the whole site."""

from collections.abc import Mapping
from typing import Annotated, NamedTuple

from fastapi import Query
from starlette.responses import Response

from api.http import parameters
from api.http.paging import NUMBERS
from api.routes.federation.clubs import list_clubs
from api.routes.federation.pools import list_rating_pools
from api.routes.federation.publications import list_publications, read_list_with_names, read_publication
from api.routes.person.error_rates import list_published_average_error_rates
from api.routes.person.ratings import count_rating_classes, list_players
from api.routes.tournament.standings import list_tournaments
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.pictures import curve
from domain.kernel.ids import ClubId
from domain.kernel.values import FIRST_POOLS, Pool
from domain.rating.classes import ClassName
from domain.rating.listing import EVERYBODY_LISTED
from projections.queries.finding.players import ORDERS, PlayerOrder
from projections.queries.finding.tournaments import Wanted

router = shared_pages()

RatingClass = Annotated[ClassName | None, Query(alias="class", description="Only players of this class.")]
Order = Annotated[PlayerOrder, Query(description="What the list is ordered by.")]
Page = Annotated[parameters.Number, Query(description="Which page, from 1.")]
_TOURNAMENTS_FOUND = 12
_ON_A_PAGE = 100


@router.get("/ratings")
def show_first_pool(
    visit: Visiting,
    search: parameters.Search = None,
    rating_class: RatingClass = None,
    club: parameters.PublicClubFilter = None,
    order: Order = "rating",
    page: Page = 1,
) -> Response:
    """The players of the first pool."""
    return _show_page(visit, FIRST_POOLS[0], Asked(search, rating_class, club, order), page)


@router.get("/ratings/{pool}")
def show_ratings(
    visit: Visiting,
    pool: parameters.Pool,
    search: parameters.Search = None,
    rating_class: RatingClass = None,
    club: parameters.PublicClubFilter = None,
    order: Order = "rating",
    page: Page = 1,
) -> Response:
    """The players of a pool."""
    return _show_page(visit, pool, Asked(search, rating_class, club, order), page)


class Asked(NamedTuple):
    """Which players are asked for, and in which order."""

    search: str | None
    rating_class: ClassName | None
    club: ClubId | None
    sort: PlayerOrder

    @property
    def shown(self) -> Json:
        """The same as the form and its addresses say it."""
        told = {"search": self.search, "class": self.rating_class, "club": self.club, "order": self.sort}
        return {name: text or "" for name, text in told.items()}


def _show_page(visit: Visit, pool: Pool, wanted: Asked, page: int) -> Response:
    found = _players(
        visit, pool, **wanted._asdict(), limit=_ON_A_PAGE, cursor=NUMBERS.write(((page - 1) * _ON_A_PAGE,))
    )
    classes = visit.asks(count_rating_classes, pool=pool)["items"]
    lists = visit.asks_all(list_publications, kind="rating-list", pool=pool)["items"]
    values = {"found": found, "classes": classes, "lists": list(reversed(lists)), "asked": wanted.shown, "page": page}
    values["listing"] = _listing(visit, pool)
    values["called"] = _clubs(visit) if values["listing"] else {}
    values["pages"] = -(-found["count"] // _ON_A_PAGE)
    values["orders"] = [one for one in ORDERS if one != "club" or found["clubs"]]
    return visit.page("public/ratings.html", pool=pool, pools=visit.pools(), **values)


def _listing(visit: Visit, pool: Pool) -> Json | None:
    """Who is on the official lists of the pool; None: everybody."""
    found: Json = next(one for one in visit.asks(list_rating_pools)["items"] if one["pool"] == pool)["listing"]
    return None if found == EVERYBODY_LISTED.model_dump() else found


def _clubs(visit: Visit) -> Mapping[str, str]:
    """What the clubs are called that a listing may name."""
    return {one["id"]: one["name"] for one in visit.asks_all(list_clubs)["items"]}


def _players(visit: Visit, pool: Pool, **wanted: object) -> Json:
    """The players with their names, and the points of a small curve for each who has played."""
    found = visit.asks(list_players, pool=pool, **wanted)
    sparks = {one["person"]: curve.spark(one["recent"]) for one in found["items"]}
    return {**found, "names": visit.names(one["person"] for one in found["items"]), "sparks": sparks}


@router.get("/error-rates")
def show_error_rates(visit: Visiting, cursor: parameters.CursorText = None) -> Response:
    """The average error rates of everybody who has public ones."""
    found = visit.asks(list_published_average_error_rates, limit=_ON_A_PAGE, cursor=cursor)
    names, further = visit.names(one["person"] for one in found["items"]), visit.on(found["next"])
    return visit.page("public/error_rates.html", averages=found["items"], names=names, further=further)


@router.get("/search")
def show_search(visit: Visiting, search: parameters.Search = None) -> Response:
    """Players, tournaments and clubs of that name."""
    if search is None:
        return visit.page("public/search.html", search="", players={}, tournaments=[], clubs=[])
    players = {pool: _players(visit, pool, search=search, limit=_ON_A_PAGE) for pool in visit.pools()}
    tournaments = visit.asks(list_tournaments, wanted=Wanted(name=search), limit=_TOURNAMENTS_FOUND)["items"]
    words = search.casefold().split()
    clubs = [
        one for one in visit.asks_all(list_clubs)["items"] if all(word in one["name"].casefold() for word in words)
    ]
    with_players = {club for found in players.values() for club in found["clubs"]}
    told = {"players": players, "tournaments": tournaments, "clubs": clubs, "with_players": with_players}
    return visit.page("public/search.html", search=search, **told)


@router.get("/lists/{publication}")
def show_list(visit: Visiting, publication: parameters.Number) -> Response:
    """An official list, with the names that are known now."""
    told = visit.asks(read_list_with_names, publication=publication)
    names = visit.names(one["person"] for one in told["players"])
    files = visit.asks(read_publication, publication=publication)["files"]
    return visit.page("public/list.html", told=told, names=names, files=files, publication=publication)
