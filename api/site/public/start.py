"""The first page: tournaments that run, that come and that are over, and the search for one, or what to do first; and
the help."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.http import parameters
from api.queries.found import wanted_tournaments
from api.routes.federation.clubs import read_club
from api.routes.tournament.standings import list_tournaments
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from domain.tournament.state import Status
from projections.queries.finding.tournaments import ALL, Wanted

router = shared_pages()

_SECTIONS: tuple[Status, ...] = ("started", "announced", "completed")
_SHOWN = 25


@router.get("/")
def show_start(visit: Visiting) -> Response:
    """Tournaments by how far they are."""
    found = {status: found_tournaments(visit, Wanted(status=status)) for status in _SECTIONS}
    is_empty = not any(one["items"] for one in found.values())
    awaits_first = is_empty and visit.reader.services.sessions.awaits_first()
    return visit.page("public/start.html", found=found, is_empty=is_empty, awaits_first=awaits_first)


@router.get("/tournaments")
def show_found(
    visit: Visiting,
    wanted: Annotated[Wanted, Depends(wanted_tournaments)],
    cursor: parameters.CursorText = None,
) -> Response:
    """The tournaments that are searched for, the last announced first."""
    found = found_tournaments(visit, wanted, cursor)
    host = visit.asks(read_club, club=wanted.club) if wanted.club and found["items"] else None
    told: Json = {"further": visit.on(found["next"]), "query": visit.request.query_params, "host": host}
    return visit.page("public/found.html", found=found, **told)


@router.get("/help")
def show_help(visit: Visiting) -> Response:
    """What visitors ask most."""
    return visit.page("frame/help.html")


def found_tournaments(visit: Visit, wanted: Wanted = ALL, cursor: str | None = None) -> Json:
    """The first tournaments that are searched for, or those after the cursor."""
    return visit.asks(list_tournaments, wanted=wanted, limit=_SHOWN, cursor=cursor)
