"""Byes that entrants ask for (SWI-6)."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.answers import TournamentAnswer
from api.examples import formats
from api.http import parameters
from api.http.command_requests import Accepts, Incoming, Nothing
from api.http.routing import new_router
from domain.tournament.rounds import commands as round_commands

router = new_router("entries")

REQUEST = Accepts(round_commands.OfRound, "entry", examples=formats.bye_request)
PLAIN = Accepts(Nothing, "entry")


@router.post("/tournaments/{tournament}/entries/{entry}/bye-requests", response_model=TournamentAnswer)
def request_bye(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    incoming: Annotated[Incoming[round_commands.OfRound], Depends(REQUEST)],
) -> Response:
    """Ask for the bye in a round (SWI-6)

    By the player himself, or by the staff; before the round is drawn, and not for the last one.
    """
    command = round_commands.RequestBye(entry=entry, round=incoming.body.round, seen=incoming.seen)
    return incoming.on_tournament(tournament, command)


@router.post(
    "/tournaments/{tournament}/entries/{entry}/bye-requests/{round_number}/withdrawal", response_model=TournamentAnswer
)
def withdraw_bye_request(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    round_number: parameters.Round,
    incoming: Annotated[Incoming[Nothing], Depends(PLAIN)],
) -> Response:
    """Take the request for a bye back (SWI-6)

    By the player himself, or by the staff, as long as it could be asked for.
    """
    command = round_commands.WithdrawByeRequest(entry=entry, round=round_number, seen=incoming.seen)
    return incoming.on_tournament(tournament, command)
