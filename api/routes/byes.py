"""Byes that entrants ask for (SWI-6)."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api import examples_formats as examples
from api import parameters
from api.commands import Accepts, Incoming, Nothing
from api.documents import TournamentAnswer
from api.routing import new_router
from domain.tournament import round_commands as asked

router = new_router("entries")

REQUEST = Accepts(asked.OfRound, "entry", examples=examples.bye_request)
PLAIN = Accepts(Nothing, "entry")


@router.post("/tournaments/{tournament}/entries/{entry}/bye-requests", response_model=TournamentAnswer)
def request_bye(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    incoming: Annotated[Incoming[asked.OfRound], Depends(REQUEST)],
) -> Response:
    """Ask for the bye in a round (SWI-6)

    By the player himself, or by the staff; before the round is drawn, and not for the last one.
    """
    command = asked.RequestBye(entry=entry, round=incoming.body.round, seen=incoming.seen)
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
    command = asked.WithdrawByeRequest(entry=entry, round=round_number, seen=incoming.seen)
    return incoming.on_tournament(tournament, command)
