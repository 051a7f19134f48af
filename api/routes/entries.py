"""Commands on entries (TD-2)."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api import examples, parameters
from api.commands import Accepts, Incoming, Nothing
from api.documents import TournamentAnswer
from api.routes.tournaments import NamedPerson
from api.routing import new_router
from domain.tournament import commands as asked

router = new_router("entries")

REQUEST = Accepts(NamedPerson, examples=examples.person)
APPROVAL = Accepts(Nothing, "entry")
REFUSAL = Accepts(asked.WithReason, "entry", examples=examples.refusal)
RESIGNATION = Accepts(asked.Resignation, "entry", examples=examples.resignation)
WITHDRAWAL = Accepts(asked.OptionalReason, "entry", examples=examples.withdrawal)


@router.post("/tournaments/{tournament}/entries", status_code=201, response_model=TournamentAnswer)
def request(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[NamedPerson], Depends(REQUEST)]
) -> Response:
    """Request an entry (TD-2)

    By the player himself, or by the staff for anybody; it awaits approval in either case. Also after the start.
    """
    command = asked.RequestEntry(person=incoming.body.person)
    return incoming.on_tournament(tournament, command, created="entries")


@router.post("/tournaments/{tournament}/entries/{entry}/approval", response_model=TournamentAnswer)
def approve(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    incoming: Annotated[Incoming[Nothing], Depends(APPROVAL)],
) -> Response:
    """Approve an entry (TD-2)

    By the staff. A refused or withdrawn entry may be approved after all, which is how somebody comes back.
    """
    return incoming.on_tournament(tournament, asked.ApproveEntry(entry=entry, seen=incoming.seen))


@router.post("/tournaments/{tournament}/entries/{entry}/refusal", response_model=TournamentAnswer)
def refuse(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    incoming: Annotated[Incoming[asked.WithReason], Depends(REFUSAL)],
) -> Response:
    """Refuse an entry, with the reason the player is given (TD-2)

    By the staff.
    """
    command = asked.RefuseEntry(entry=entry, reason=incoming.body.reason, seen=incoming.seen)
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/entries/{entry}/withdrawal", response_model=TournamentAnswer)
def withdraw(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    incoming: Annotated[Incoming[asked.OptionalReason], Depends(WITHDRAWAL)],
) -> Response:
    """Withdraw an entry (TD-2, ALL-7)

    By the player himself, or by the staff. An entrant stays in every table.
    """
    command = asked.WithdrawEntry(entry=entry, reason=incoming.body.reason, seen=incoming.seen)
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/entries/{entry}/resignation", response_model=TournamentAnswer)
def resign(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    incoming: Annotated[Incoming[asked.Resignation], Depends(RESIGNATION)],
) -> Response:
    """Resign after the start (NXE-8, ALL-7)

    By the player himself, or by the staff. Open matches are conceded, unless they are finished first.
    """
    command = asked.Resign(entry=entry, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)
