"""The look of a club: its style sheet and its logo as pages load them, and the page where it is chosen."""

import base64
from http import HTTPStatus
from typing import Annotated

from fastapi import Path
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http import parameters
from api.http.etags import CLUB
from api.http.problems import KEY_MISSING, ROLE_INSUFFICIENT, ROUTE_UNKNOWN, Problem
from api.routes.federation.clubs import read_club
from api.site.frame.colours import style_of
from api.site.frame.forms import ListSent, bytes_of, once, tried
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from domain.clubs.branding import Logo, digest_of, picture_of
from domain.clubs.decide import require_founded
from domain.clubs.state import Club
from domain.kernel.ids import ClubId

router = new_pages()

_FOR_EVER = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
}
"""Of what never changes under its address; a picture that is opened by itself can do nothing."""
_PAGE = "public/club_look.html"
USUAL = "#14573d"
"""The colour of pages for which no club has chosen another."""
Colour = Annotated[str, Path(pattern=r"^[0-9a-f]{6}$")]
Digest = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


@router.get("/look/{colour}.css")
def read_style(colour: Colour) -> Response:
    """The style sheet of a colour."""
    return Response(style_of(colour), headers=_FOR_EVER, media_type="text/css")


@router.get("/clubs/{club}/logo/{digest}.png")
def read_logo(visit: Visiting, club: parameters.Club, digest: Digest) -> Response:
    """The club's logo. Raises Problem (404) for one that it has no more."""
    logo = logo_of(visit, club)
    if logo is None or digest_of(logo) != digest:
        raise Problem(ROUTE_UNKNOWN, "The club has no such logo.")
    return Response(picture_of(logo), headers=_FOR_EVER, media_type="image/png")


@router.get("/clubs/{club}/look")
def show_look(visit: Visiting, club: parameters.Club) -> Response:
    """Where the club's colour and logo are chosen."""
    return _show_page(visit, club)


@router.post("/clubs/{club}/look")
async def choose_look(visit: ListSent, club: parameters.Club) -> Response:
    """Sends the colour and the logo that were chosen; the logo stays where no other is given."""
    found = await run_in_threadpool(_require_own_club, visit, club)
    picture = bytes_of(visit.form.get("logo", ""))
    kept = None if visit.said("without_logo") == "yes" else found.logo
    logo = base64.b64encode(picture).decode() if picture else kept
    body = {"colour": visit.said("colour") if visit.said("with_colour") == "yes" else None, "logo": logo}
    answered = await tried(lambda: visit.sends(f"/v1/clubs/{club}/branding", body, seen=visit.said("seen") or None))
    if answered.done:
        return visit.goes_to(f"/clubs/{club}/look")
    return await run_in_threadpool(_show_page, visit, club, answered.body, answered.status)


def _show_page(visit: Visit, club: str, refused: Json | None = None, status: int = HTTPStatus.OK) -> Response:
    found, told = _require_own_club(visit, club), visit.asks(read_club, club=club)
    values: Json = {"club": told, "refused": refused, "once": once(), "seen": CLUB.etag(found.revision), "form": {}}
    return visit.page(_PAGE, status=status, usual=USUAL, changes=(), **values)


def _require_own_club(visit: Visit, club: str) -> Club:
    """The club. Raises Problem (401, 403) unless the visitor may act for it."""
    found, caller = _club(visit, club), visit.reader.caller
    if caller.key is None:
        raise Problem(KEY_MISSING, "This needs a login.")
    if not found.answers_to(caller.actor()):
        raise Problem(ROLE_INSUFFICIENT, "Only the club's officers and administrators choose its look.")
    return found


def logo_of(visit: Visit, club: ClubId) -> Logo | None:
    """The club's logo, if it has one. Raises Refused for a club that there is not."""
    return _club(visit, club).logo


def _club(visit: Visit, club: str) -> Club:
    return require_founded(visit.reader.services_now.clubs(), club)
