"""What a hall prints, on A4: pairings by table and by name, result slips, the table, and the picture.

The code on a slip leads to the match's page, which everybody may read, and to nothing else. That on a list leads to the
page which checks the event after which it was printed.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

from fastapi import Query
from starlette.responses import Response

from api.http import parameters
from api.routes.tournament.stages import read_chart
from api.site.frame.codes import address_of, drawn
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.hall.games import games_of
from api.site.pictures import bracket, ring
from api.site.public.charts import counted_on, told_of
from api.site.public.shown_tournament import about, rounds_of, shown, table_of
from api.site.public.tournament import T

router = shared_pages()

Round = Annotated[parameters.Number | None, Query(description="The round; the newest unless one is named.")]
Paper = Literal["tables", "names", "slips"]


@router.get(f"{T}/print")
def show_papers(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """Shows the papers to print, and the screens to throw on a wall."""
    rounds = [one["number"] for one in rounds_of(visit, tournament)]
    return shown(visit, "hall/index.html", tournament, rounds=rounds)


@router.get(f"{T}/print/standings")
def print_standings(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """The table."""
    values = about(visit, tournament)
    told: Json = {"table": table_of(visit, tournament), "proof": _proof(visit, values)}
    return visit.page("hall/standings.html", **values, **told)


@router.get(f"{T}/print/picture")
def print_picture(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """The bracket, a page for each part of a large one; or the crosstable, the ring or the credits."""
    values = about(visit, tournament)
    return visit.page("hall/picture.html", **values, **pictured(visit, tournament), proof=_proof(visit, values))


_IN_PARTS: Mapping[str, Callable[[Json], Sequence[Any]]] = {
    "bracket": bracket.parts,
    "brackets": bracket.all_drawn,
    "groups-and-bracket": lambda chart: [*chart["groups"], *bracket.all_drawn(chart)],
    "ring": lambda chart: [ring.drawn(chart)],
    "round-robin": lambda chart: chart["groups"],
}


def pictured(visit: Visit, tournament: str) -> Json:
    """The chart of the stage that is played, and the parts of its picture."""
    chart = counted_on(visit.asks(read_chart, tournament=tournament))
    in_parts = _IN_PARTS.get(chart["kind"]) if chart else None
    parts = in_parts(chart) if chart and in_parts else []
    return {"chart": chart, "parts": parts, "played": told_of(visit, tournament, chart)["played"]}


@router.get(f"{T}/print/phones")
def print_phones(visit: Visiting, tournament: parameters.Tournament, cards: Literal["", "yes"] = "") -> Response:
    """The code by which players bring their phones: a sheet for the wall, or a card for each player."""
    values = about(visit, tournament)
    players = [one for one in values["entrants"].values() if one["status"] == "approved"]
    address = address_of(visit.request, f"/tournaments/{tournament}/phone")
    told: Json = {"players": players, "cards": cards, "code": drawn(address), "address": address}
    return visit.page("hall/phones.html", **values, **told)


@router.get(f"{T}/print/{{paper}}")
def print_round(
    visit: Visiting,
    tournament: parameters.Tournament,
    paper: Paper,
    round_: Annotated[Round, Query(alias="round")] = None,
) -> Response:
    """The papers of a round."""
    made = games_of(visit, tournament, round_)
    coded = [one["number"] for one in made["games"]] if paper == "slips" else []
    codes = {match: _code(visit, tournament, match) for match in coded}
    proof = None if paper == "slips" else _proof(visit, made)
    return visit.page(f"hall/{paper}.html", **made, codes=codes, proof=proof)


def _proof(visit: Visit, values: Json) -> Json:
    """The code that leads to the check of what the tournament's newest event is now."""
    told = values["tournament"]
    return drawn(address_of(visit.request, f"/tournaments/{told['id']}/check?event={told['version']}"))


def _code(visit: Visit, tournament: str, match: int) -> Json:
    return drawn(address_of(visit.request, f"/tournaments/{tournament}/matches/{match}"))
