"""The score of matches that are played, to be laid over a stream (ALL-12)."""

from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from api.http import parameters
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Visiting
from api.site.public.shown_tournament import about, now_played
from api.site.public.tournament import T
from api.site.replay.live_shown import live_views

router = shared_pages()


@router.get(f"{T}/overlay")
def show_overlay(
    visit: Visiting,
    tournament: parameters.Tournament,
    match: Annotated[parameters.Number | None, Query(description="Only this match.")] = None,
) -> Response:
    """The scores that are kept, on a transparent ground; of one match also before anybody keeps its score."""
    values = about(visit, tournament)
    played = [one for one in now_played(visit, tournament) if match in (None, one["number"])]
    live = live_views(visit, values["tournament"], played)
    wanted = [one for one in played if one["number"] in live or one["number"] == match]
    return visit.page("replay/overlay.html", **values, matches=wanted, live=live)
