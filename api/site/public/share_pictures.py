"""The picture of a tournament for pages elsewhere that link to it: what it is before its end, and then who won."""

import hashlib
from datetime import datetime
from zoneinfo import ZoneInfo

from starlette.responses import Response

from api.http import parameters
from api.http.command_requests import list_header
from api.http.etags import unchanged
from api.site.frame.colours import ground_of
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.frame.written import written_day
from api.site.pictures.share import ShareContent, share_picture
from api.site.public.club_look import USUAL, logo_of
from api.site.public.shown_tournament import about, podium_of, table_of
from api.site.public.tournament import T
from api.site.words.public import PICTURE

router = shared_pages()

_HEADERS = {
    "Cache-Control": "no-cache",
    "Vary": "Accept-Language, Cookie",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
}


@router.get(f"{T}/share.png")
def read_share_picture(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """The picture, with the names that the tournament's page shows now."""
    picture = share_picture(_content(visit, about(visit, tournament)))
    tag = f'"{hashlib.sha256(picture).hexdigest()[:32]}"'
    if unchanged(list_header(visit.request, "if-none-match"), tag):
        return Response(status_code=304, headers={**_HEADERS, "ETag": tag})
    return Response(picture, headers={**_HEADERS, "ETag": tag}, media_type="image/png")


def _content(visit: Visit, values: Json) -> ShareContent:
    told, host = values["tournament"], values["host"]
    colour = (host and host["colour"]) or USUAL
    return ShareContent(
        ground=f"#{ground_of(colour[1:])}",
        host=host["name"] if host else "Scoresheet",
        logo=logo_of(visit, host["id"]) if host else None,
        title=told["name"],
        lines=tuple(line for line in (_when_and_where(visit, told), _how_many(visit, values)) if line),
        podium=_podium(visit, values),
    )


def _when_and_where(visit: Visit, told: Json) -> str:
    starts_at, zone = told["conditions"]["starts_at"], ZoneInfo(told["time_zone"])
    day = starts_at and written_day(visit.language, datetime.fromisoformat(starts_at).astimezone(zone))
    return " · ".join(part for part in (day, told["conditions"]["venue"]) if part)


def _how_many(visit: Visit, values: Json) -> str:
    """How many play, until it is over: then names say more."""
    playing = sum(one["status"] == "approved" for one in values["entrants"].values())
    is_coming = values["tournament"]["status"] in ("announced", "started")
    return visit.said(PICTURE["players"]) % {"number": playing} if is_coming and playing else ""


def _podium(visit: Visit, values: Json) -> tuple[tuple[int, str], ...]:
    told = values["tournament"]
    if told["status"] != "completed":
        return ()
    rows = podium_of(told, table_of(visit, told["id"]))
    return tuple((row["rank"], values["entrants"][row["entry"]]["shown"]) for row in rows)
