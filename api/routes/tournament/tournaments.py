"""Commands on a tournament as a whole: announced, its conditions and directors changed, started, ended."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.examples import tournaments
from api.http.command_requests import Accepts, Incoming
from api.http.routing import new_router
from api.routes.tournament.changed import TOURNAMENT, TournamentChanged
from domain.tournament.lifecycle import commands as lifecycle_commands

router = new_router("tournaments")


ANNOUNCEMENT = Accepts(lifecycle_commands.Announcement, examples=tournaments.ANNOUNCEMENT)


@router.post("/tournaments", status_code=201, response_model=TournamentChanged)
def announce_tournament(
    incoming: Annotated[Incoming[lifecycle_commands.Announcement], Depends(ANNOUNCEMENT)],
) -> Response:
    """Announce a tournament (ALL-11, TD-21, ALL-14, CHM-1)

    The versions of the format's rules and of the rating policy are pinned. A director who announces directs it; where
    an administrator announces, `director` may name one. Policies are listed under /v1/rating-policies. With
    `cloned_from` what is left out is as it is in that tournament, with `preset` as one of /v1/presets has it.
    """
    return incoming.announce(lifecycle_commands.AnnounceTournament(**incoming.given()), TOURNAMENT.shown(None, None))
