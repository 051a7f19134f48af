"""A page on which the visitor's own browser checks that an event of a tournament is in the signed log (ALL-1)."""

from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from api.http import parameters
from api.http.paging import NUMBERS
from api.http.problems import ROUTE_UNKNOWN, Problem
from api.routes.tournament.history import read_history
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.public.shown_tournament import about, progress_of
from api.site.public.tournament import T
from domain.kernel.ids import TournamentId

router = shared_pages()

_ROUND, _LOTS = ("tournament.round-drawn.", "tournament.round-paired."), "tournament.lots-drawn."
_DRAWS = (*_ROUND, _LOTS, "tournament.bracket-drawn.", "tournament.play-offs-drawn.", "tournament.stage-opened.")
"""All that a secret decides, or may."""


@router.get(f"{T}/check")
def show_check(
    visit: Visiting,
    tournament: parameters.Tournament,
    event: Annotated[parameters.Number | None, Query(description="Which event of the tournament; the newest.")] = None,
    of_round: Annotated[parameters.Number | None, Query(alias="round", description="The round that was drawn.")] = None,
) -> Response:
    """The event, and what the browser needs to check it."""
    values = about(visit, tournament)
    drawn = None if of_round is None else _draw_of_round(visit, tournament, of_round)
    version = event or drawn or values["tournament"]["version"]
    before = NUMBERS.write((version - 1,)) if version > 1 else None
    found = visit.asks(read_history, tournament=tournament, limit=1, cursor=before)["items"]
    if not found:
        raise Problem(ROUTE_UNKNOWN, "The tournament has no such event.")
    is_draw = found[0]["topic"].startswith(_DRAWS)
    draw = _secret_of(visit, tournament, found[0]) if is_draw else ""
    return visit.page("public/check.html", **values, event=found[0], draw=draw)


def _secret_of(visit: Visit, tournament: TournamentId, event: Json) -> str:
    """Whether the secret that the draw follows from is `published` or `sealed`; `by-hand`: it follows from none."""
    commitment = event["data"].get("commitment")
    if commitment is None:
        return "by-hand"
    known = {one["commitment"]: one["secret"] for one in progress_of(visit, tournament)["commitments"]}
    return "published" if known.get(commitment) else "sealed"


def _draw_of_round(visit: Visit, tournament: TournamentId, number: int) -> int | None:
    """The event by which a round came about: its own draw, the last one, or that of the lots that rounds follow."""
    found = visit.asks_all(read_history, tournament=tournament)["items"]
    own = [one["version"] for one in found if one["topic"].startswith(_ROUND) and one["data"].get("round") == number]
    return next(reversed(own or [one["version"] for one in found if one["topic"].startswith(_LOTS)]), None)


@router.get("/check-card")
def show_check_of_card(visit: Visiting) -> Response:
    """Where a visitor's own browser checks a card."""
    return visit.page("public/check_card.html")
