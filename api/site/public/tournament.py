"""The pages of a tournament: its table, rounds, pictures, matches, entrants and rulings."""

from typing import Annotated

from fastapi import Query
from starlette.responses import RedirectResponse, Response

from api.http import parameters
from api.routes.tournament.rounds import read_rounds
from api.routes.tournament.rulings import list_appeals, list_disputes, list_rulings
from api.routes.tournament.stages import read_stage_standings
from api.routes.tournament.standings import list_matches
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.public.charts import stage_part
from api.site.public.ordered_tables import ordered
from api.site.public.shown_tournament import (
    about,
    boards_of,
    cut_line,
    dice_awaited,
    entries_are,
    names_in,
    next_round_of,
    now_played,
    official_table,
    podium_of,
    progress_of,
    rooms_of,
    shown,
    sign_up_list,
    table_of,
)

router = shared_pages()

T = "/tournaments/{tournament}"
Sort = Annotated[str, Query(description="Which number of the table it is ordered by, or `name`; else the rank.")]
_MATCHES = 100


@router.get(T)
def show_tournament(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """What is looked for first: before its start when and where it is, then the bracket or the ring, else the table."""
    values = about(visit, tournament)
    shows = {"overview": _coming, "chart": _show_chart, "standings": _show_standings}
    return shows[values["places"][0]](visit, values)


def _coming(visit: Visit, values: Json) -> Response:
    told = values["tournament"]
    dice = dice_awaited(visit, told, progress_of(visit, told["id"]))
    opens_later, is_closed = entries_are(visit, told["conditions"])
    asks: Json = {"signs_up": sign_up_list(visit, told) is not None, "opens_later": opens_later, "is_closed": is_closed}
    return visit.page("public/coming.html", **values, dice=dice, **asks)


@router.get(f"{T}/standings")
def show_standings(visit: Visiting, tournament: parameters.Tournament, sort: Sort = "") -> Response:
    """The table, with the reason for each rank, and what comes next."""
    return _show_standings(visit, about(visit, tournament), sort)


def _show_standings(visit: Visit, values: Json, sort: str = "") -> Response:
    shown_with = _progress(visit, values["tournament"])
    names = {number: one["shown"] for number, one in values["entrants"].items()}
    return visit.page(
        "public/standings.html", **values, **{**shown_with, "table": ordered(shown_with["table"], names, sort)}
    )


def _progress(visit: Visit, told: Json) -> Json:
    """How far it is: the table and its first three, what is played, and what comes next."""
    table, progress = table_of(visit, told["id"]), progress_of(visit, told["id"])
    is_running = told["status"] == "started"
    podium = podium_of(told, table)
    return {
        "table": table,
        "podium": podium,
        "official": official_table(visit, told["id"]) if podium else None,
        "played_now": now_played(visit, told["id"]) if is_running else [],
        "rooms": rooms_of(visit, told["id"]) if is_running else {},
        "next": progress["next"] if is_running else None,
        "next_round": next_round_of(visit, told["id"]) if is_running else None,
        "dice": dice_awaited(visit, told, progress),
    }


@router.get(f"{T}/rounds")
def show_rounds(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """Pairings, where and why, the newest round first."""
    told = visit.asks(read_rounds, tournament=tournament)
    values = about(visit, tournament)
    of_hall: Json = {"rooms": rooms_of(visit, tournament), "boards": boards_of(visit, values["tournament"])}
    return visit.page("public/rounds.html", **values, told=told, play_offs=_play_offs(visit, told), **of_hall)


def _play_offs(visit: Visit, told: Json) -> list[Json]:
    """The matches for the last places of each stage, the newest first."""
    numbers = {number for stage in told["stages"] for number in stage["play_offs"]}
    if not numbers:
        return []
    matches = visit.asks_all(list_matches, tournament=told["tournament"])["items"]
    return [one for one in reversed(matches) if one["number"] in numbers]


@router.get(f"{T}/chart")
def show_chart(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """The picture of the stage that is played, and what became of those before."""
    return _show_chart(visit, about(visit, tournament))


def _show_chart(visit: Visit, values: Json) -> Response:
    tournament = values["tournament"]["id"]
    stages = progress_of(visit, tournament)["stages"]
    parts = [stage_part(visit, tournament, one) for one in reversed(stages) if one["opened"]]
    shown_with = {"stages": stages, "parts": parts, **_progress(visit, values["tournament"])}
    return visit.page("public/chart.html", **values, **shown_with)


@router.get(f"{T}/stages/{{stage}}")
def show_stage(visit: Visiting, tournament: parameters.Tournament, stage: parameters.Stage) -> Response:
    """The picture and the table of a stage."""
    table = visit.asks(read_stage_standings, tournament=tournament, stage=stage)
    stages = progress_of(visit, tournament)["stages"]
    part = stage_part(visit, tournament, stages[stage - 1])
    table["line"] = cut_line(stages, stage, table["rows"])
    return shown(visit, "public/stage.html", tournament, stages=stages, parts=[part], table=table)


@router.get(f"{T}/matches")
def show_matches(visit: Visiting, tournament: parameters.Tournament, cursor: parameters.CursorText = None) -> Response:
    """All matches by number."""
    found = visit.asks(list_matches, tournament=tournament, limit=_MATCHES, cursor=cursor)
    further = visit.on(found["next"])
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
    tournament: parameters.Tournament, visit: Visiting, entry: Annotated[parameters.Number | None, Query()] = None
) -> Response:
    """Leads from a chosen name to the entrant's page, and without one to where it is chosen."""
    del visit
    if entry is None:
        return RedirectResponse(f"/tournaments/{tournament}#who", 303)
    return RedirectResponse(f"/tournaments/{tournament}/entries/{entry}", 303)
