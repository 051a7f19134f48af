"""Pictures for pages elsewhere that link here: of a tournament, which says who won once it is over; of a match with its
result; of a person with their ratings and titles."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from starlette.responses import Response

from api.http import parameters
from api.http.command_requests import list_header
from api.http.etags import unchanged
from api.routes.person.persons_read import read_person
from api.routes.person.records import read_wins_of_person
from api.routes.tournament.standings import read_match
from api.site.frame.colours import ground_of
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.frame.words import word_in
from api.site.frame.written import written_day
from api.site.pictures.share import ShareContent, share_picture
from api.site.public.club_look import USUAL, logo_of
from api.site.public.person import rating_in
from api.site.public.shown_tournament import about, podium_of, table_of
from api.site.public.tournament import T
from api.site.words.public import PICTURE

router = shared_pages()
_MOST_LINES = 3

_HEADERS = {
    "Cache-Control": "no-cache",
    "Vary": "Accept-Language, Cookie",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
}


@router.get(f"{T}/share.png")
def read_share_picture(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """The picture, with the names that the tournament's page shows now."""
    return _answer(visit, _content(visit, about(visit, tournament)))


@router.get(f"{T}/matches/{{match}}/share.png")
def read_picture_of_match(visit: Visiting, tournament: parameters.Tournament, match: parameters.Match) -> Response:
    """The picture of a match: who meets, and the result that counts, also one by a ruling."""
    told = visit.asks(read_match, tournament=tournament, match=match)
    values = about(visit, tournament)
    title = " – ".join(values["entrants"][side]["shown"] for side in told["sides"])
    lines = (
        _result(visit, told, values["entrants"]),
        values["tournament"]["name"],
        _when_and_where(visit, values["tournament"]),
    )
    whole = _content(visit, values)
    return _answer(visit, replace(whole, title=title, lines=tuple(line for line in lines if line), podium=()))


@router.get("/persons/{person}/share.png")
def read_picture_of_person(visit: Visiting, person: parameters.Person) -> Response:
    """The picture of a person: what their page says first."""
    told = visit.asks(read_person, person=person)
    rated = [one for pool in visit.pools() if (one := rating_in(visit, pool, told["id"])) is not None]
    ratings = [f"{round(Decimal(one['rating']))} · {_pool_name(visit, one['pool'])}" for one in rated]
    won = sum(visit.asks(read_wins_of_person, person=told["id"])["years"].values())
    titles = [visit.said(PICTURE["titles"]) % {"number": won}] if won else []
    lines = tuple([*ratings, *titles][:_MOST_LINES])
    title = visit.called(told["name"])
    return _answer(visit, ShareContent(f"#{ground_of(USUAL[1:])}", "Scoresheet", None, title, lines, ()))


def _pool_name(visit: Visit, pool: str) -> str:
    return visit.pools()[pool] or word_in(visit.language, pool, "pool")


def _result(visit: Visit, match: Json, entrants: Mapping[int, Json]) -> str:
    """The score, or who has won without one, and whether a ruling has made it; nothing of a match without a result."""
    if match["status"] != "announced" or not (match["points"] or match["winner"]):
        return ""
    won = visit.said(PICTURE["won"])
    score = (
        "–".join(map(str, match["points"])) if match["points"] else won % {"name": entrants[match["winner"]]["shown"]}
    )
    return f"{score} · {visit.said(PICTURE['ruled'])}" if match["rulings"] else score


def _answer(visit: Visit, content: ShareContent) -> Response:
    return picture_answer(visit, share_picture(content))


def picture_answer(visit: Visit, picture: bytes) -> Response:
    """The picture, a PNG; 304 for anyone who has it."""
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
