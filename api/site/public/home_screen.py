"""What a phone needs to put a player's page on its home screen: an iPhone shows messages of a page that is there alone.

Safari asks for a manifest whose page opens by itself (`standalone`), and takes icons in PNG.
"""

from enum import IntEnum

import orjson
from starlette.responses import Response

from api.http import parameters
from api.site.frame.colours import ground_of
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visiting
from api.site.pictures.icon import icon
from api.site.public.club_look import USUAL, logo_of
from api.site.public.share_pictures import picture_answer
from api.site.public.shown_tournament import about
from api.site.public.tournament import T

router = shared_pages()

_OPENS = "/play"
"""Where everybody who has logged in is sent on to their matches, and all others type their code."""
_HEADERS = {
    "Cache-Control": "no-cache",
    "Vary": "Accept-Language, Cookie",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
}


class Side(IntEnum):
    """How many pixels a side of an icon has: for Apple's phones, and for others."""

    APPLE = 180
    SMALL = 192
    LARGE = 512


@router.get(f"{T}/app.webmanifest")
def read_manifest(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """The manifest, with the name and the look of the club that holds the tournament."""
    host = about(visit, tournament)["host"]
    icons = [(f"/tournaments/{tournament}/icon-{side}.png", f"{side}x{side}") for side in Side]
    told: Json = {
        "id": _OPENS,
        "start_url": _OPENS,
        "scope": "/",
        "display": "standalone",
        "name": host["name"] if host else "Scoresheet",
        "lang": visit.language,
        "theme_color": _ground(host),
        "background_color": _ground(host),
        "icons": [{"src": src, "sizes": sizes, "type": "image/png"} for src, sizes in icons],
    }
    return Response(orjson.dumps(told), headers=_HEADERS, media_type="application/manifest+json")


@router.get(f"{T}/icon-{{side}}.png")
def read_icon(visit: Visiting, tournament: parameters.Tournament, side: Side) -> Response:
    """The icon, as many pixels wide and high."""
    host = about(visit, tournament)["host"]
    return picture_answer(visit, icon(_ground(host), logo_of(visit, host["id"]) if host else None, side))


def _ground(host: Json | None) -> str:
    return f"#{ground_of(((host and host['colour']) or USUAL)[1:])}"
