"""The pages of a tournament: its table, rounds, pictures, matches, entrants and rulings."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from fastapi import Query
from starlette.responses import RedirectResponse, Response

from api.http import parameters
from api.routes.tournament.rounds import read_rounds
from api.routes.tournament.rulings import list_appeals, list_disputes, list_rulings
from api.routes.tournament.stages import read_chart, read_stage_chart, read_stage_standings
from api.routes.tournament.standings import list_matches
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.pictures import bracket, ring
from api.site.public.shown_tournament import about, dice_awaited, names_in, progress_of, rooms_of, shown, table_of

router = shared_pages()

T = "/tournaments/{tournament}"
_DRAWN: Mapping[str, Callable[[Json], Any]] = {"bracket": bracket.drawn, "ring": ring.drawn}
_MATCHES = 100


@router.get(T)
def show_standings(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """The table, with the reason for each rank, and what comes next."""
    values = about(visit, tournament)
    table = table_of(visit, tournament)
    progress = progress_of(visit, tournament)
    coming = progress["next"] if values["tournament"]["status"] == "started" else None
    dice = dice_awaited(visit, values["tournament"], progress)
    return visit.page("public/standings.html", **values, table=table, next=coming, dice=dice)


@router.get(f"{T}/rounds")
def show_rounds(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """Who meets whom, where and why, the newest round first."""
    told = visit.asks(read_rounds, tournament=tournament)
    return shown(visit, "public/rounds.html", tournament, told=told, rooms=rooms_of(visit, tournament))


@router.get(f"{T}/chart")
def show_chart(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """The picture of the stage that is played, and of those before."""
    return _charted(visit, tournament, visit.asks(read_chart, tournament=tournament), None)


@router.get(f"{T}/stages/{{stage}}")
def show_stage(visit: Visiting, tournament: parameters.Tournament, stage: parameters.Stage) -> Response:
    """The picture and the table of a stage."""
    told = visit.asks(read_stage_chart, tournament=tournament, stage=stage)
    table = visit.asks(read_stage_standings, tournament=tournament, stage=stage)
    return _charted(visit, tournament, told, table)


def _charted(visit: Visit, tournament: str, told: Json, table: Json | None) -> Response:
    chart = told["chart"]
    picture = _DRAWN[chart["kind"]](chart) if chart and chart["kind"] in _DRAWN else None
    stages = progress_of(visit, tournament)["stages"]
    values = {"told": told, "chart": chart, "picture": picture, "table": table, "stages": stages}
    return shown(visit, "public/chart.html", tournament, **values)


@router.get(f"{T}/matches")
def show_matches(visit: Visiting, tournament: parameters.Tournament, cursor: parameters.CursorText = None) -> Response:
    """All matches by number."""
    found = visit.asks(list_matches, tournament=tournament, limit=_MATCHES, cursor=cursor)
    further = visit.on(found["next_page"])
    return shown(visit, "public/matches.html", tournament, matches=found["items"], further=further)


@router.get(f"{T}/entrants")
def show_entrants(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """Who is in it, and who waits or has left."""
    return shown(visit, "public/entrants.html", tournament)


@router.get(f"{T}/rulings")
def show_rulings(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """Disputes, rulings and appeals, as far as they are for everybody."""
    asked = {"disputes": list_disputes, "rulings": list_rulings, "appeals": list_appeals}
    found = {name: visit.asks_all(handler, tournament=tournament) for name, handler in asked.items()}
    persons = {one["given_by"] for one in found["rulings"]["items"] if one["given_by"]}
    items = {name: each["items"] for name, each in found.items()}
    return shown(visit, "public/rulings.html", tournament, given_by=names_in(visit, tournament, persons), **items)


@router.get(f"{T}/whom")
def show_whom(
    tournament: parameters.Tournament, visit: Visiting, entry: Annotated[parameters.Number, Query()]
) -> Response:
    """Leads from a chosen name to the entrant's page."""
    del visit
    return RedirectResponse(f"/tournaments/{tournament}/entries/{entry}", 303)
