"""The office of the federation: its rooms, and the page of one thing in them. All of them are made from a table."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Annotated
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from fastapi import Path, Query
from starlette.responses import Response

from api.http import parameters
from api.http.problems import ROUTE_UNKNOWN, Problem
from api.routes.federation.federation import read_federation
from api.routes.federation.publications import FileName, Number, read_published_file
from api.routes.person.persons_read import list_erasures
from api.routes.service.exports import export_log
from api.routes.service.webhooks import list_webhooks
from api.site.desk.showing import what_waits
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.office import histories
from api.site.office.commands import COMMANDS
from api.site.office.rooms import JOBS, ONE, ROOMS, Room
from api.site.office.showing import Asked, Look, log_problems, require_administrator, shown
from domain.kernel.ids import UUID_PATTERN

router = new_pages()

_FAILED_FOR_A_WHILE = 3
"""So often in vain, which takes five minutes, a receiver was not only started again."""
Name = Annotated[str, Path(max_length=40, pattern=r"^[a-z-]+$")]
Word = Annotated[str | None, Query(max_length=40, pattern=r"^[a-z-]+$")]
Id = Annotated[str, Path(pattern=UUID_PATTERN)]
GivenId = Annotated[parameters.Id | None, Query()]
Many = Annotated[parameters.Number | None, Query(description="How often that was done.")]
AsOf = Annotated[parameters.DayOrMoment | None, Query(description="The day at whose end it is shown, or a time.")]


@router.get("/office")
def show_home(visit: Visiting, done: Word = None) -> Response:
    """Shows what waits for an administrator, and the rooms."""
    require_administrator(visit)
    waiting = what_waits(visit)
    erasures = [one for one in visit.asks_all(list_erasures)["items"] if one["state"] == "requested"]
    names = visit.names({one["person"] for one in (*waiting, *erasures) if one.get("person")})
    webhooks = visit.asks_all(list_webhooks)["items"]
    stopped = [one for one in webhooks if one["disabled_because"] not in (None, "asked")]
    failing = [one for one in webhooks if one["status"] == "enabled" and one["failed"] >= _FAILED_FOR_A_WHILE]
    told = {
        "waiting": waiting,
        "mails": len(visit.reader.services.mails.failing()),
        "decisions_told": len(visit.reader.services.told_decisions.waiting()),
        "erasures": erasures,
        "webhooks": stopped,
        "failing": failing,
        "names": names,
        **_done_fields(done),
    }
    return visit.page("office/home.html", jobs=JOBS, unwell=log_problems(visit, ROOMS["health"]), **told)


@router.get("/office/evidence.zip")
def download_evidence(visit: Visiting, tournament: GivenId = None) -> Response:
    """Everything that was recorded, or what was of one tournament, with what proves it."""
    require_administrator(visit)
    return visit.answered(export_log, tournament=tournament)


@router.get("/office/publications/{publication}/{file}")
def download_published(visit: Visiting, publication: Number, file: FileName) -> Response:
    """A file that was published for good, a report as well, which is not for everybody."""
    require_administrator(visit)
    return visit.answered(read_published_file, publication=publication, file=file)


@router.get("/office/{room}")
def show_room(
    visit: Visiting,
    room: Name,
    as_of: AsOf = None,
    search: parameters.Search = None,
    stream: parameters.StreamFilter = None,
    club: parameters.NamedClub = None,
    whose: parameters.Search = None,
    since: AsOf = None,
    listed: Word = None,
    cursor: parameters.CursorText = None,
    done: Word = None,
    many: Many = None,
) -> Response:
    """A room: what it keeps, and what can be done there; `done` is what was done just now."""
    begins = None if since is None else _moment(visit, since, days=0)
    meant = histories.meant(visit, whose) if whose and room == "history" else None
    asked = Asked(None, _moment(visit, as_of), search, stream, begins, listed, cursor, meant, club)
    return _room(visit, ROOMS, room, asked, _done_fields(done, many))


@router.get("/office/{room}/{of}")
def show_one(
    visit: Visiting,
    room: Name,
    of: Id,
    as_of: AsOf = None,
    listed: Word = None,
    cursor: parameters.CursorText = None,
    done: Word = None,
) -> Response:
    """The page of one thing."""
    return _room(visit, ONE, room, Asked(of, _moment(visit, as_of), listed=listed, cursor=cursor), _done_fields(done))


def _done_fields(command: str | None, many: int | None = None) -> Json:
    """The acts of just now, which the page tells first, and how often."""
    return {"done": command if command in COMMANDS else None, "many": many}


def _room(visit: Visit, rooms: Mapping[str, Room], name: str, asked: Asked, done: Json) -> Response:
    require_administrator(visit)
    if name not in rooms:
        raise Problem(ROUTE_UNKNOWN, "The office has no such room.")
    told = shown(Look(visit, rooms[name], asked, name))
    query = {name: told for name, told in visit.request.query_params.items() if name not in done}
    facts = told["facts"] or {}
    title = facts.get("name", facts.get("origin")) if rooms is ONE else None
    return visit.page(
        "office/room.html",
        **told,
        **done,
        name=name,
        title=title,
        room=rooms[name],
        asked=asked,
        query=query,
        own_histories=histories.OWN_HISTORIES,
        further=lambda one: urlencode({**query, "listed": one["shown"].name, "cursor": one["further"]}),
    )


def _moment(visit: Visit, said: date | datetime | None, days: int = 1) -> datetime | None:
    """The moment that is asked for: of a day its end in the federation's time zone, or its beginning with no `days`."""
    if said is None or isinstance(said, datetime):
        return said
    zone = ZoneInfo(visit.asks(read_federation)["time_zone"])
    return datetime.combine(said + timedelta(days=days), time(), zone)
