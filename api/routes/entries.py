"""Commands on entries (TD-2, ALL-10)."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.answers import TournamentAnswer
from api.examples import commands
from api.http import parameters
from api.http.command_requests import Accepts, Incoming
from api.http.routing import new_router
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands

router = new_router("entries")

REQUEST = Accepts(entry_commands.Entering, examples=commands.entering)
APPROVAL = Accepts(entry_commands.Approval, "entry", examples=commands.approval)
COLOUR = Accepts(entry_commands.ColourChoice, "entry", examples=commands.colour)
OFFER = Accepts(entry_commands.FlightOffer, "entry", examples=commands.flight_offer)
ANSWER = Accepts(entry_commands.FlightAnswer, "entry", examples=commands.flight_answer)
REFUSAL = Accepts(lifecycle_commands.WithReason, "entry", examples=commands.refusal)
RESIGNATION = Accepts(entry_commands.Resignation, "entry", examples=commands.resignation)
WITHDRAWAL = Accepts(entry_commands.Withdrawal, "entry", examples=commands.withdrawal)


@router.post("/tournaments/{tournament}/entries", status_code=201, response_model=TournamentAnswer)
def request(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[entry_commands.Entering], Depends(REQUEST)]
) -> Response:
    """Request an entry (TD-2, TD-4, TD-21, ALL-8, ALL-10, CHM-1)

    By the player himself, of a team by any member, or by the staff for anybody; it awaits approval in either case. Also
    after the start, where the format takes late entries. Who is barred is refused, and who has no credits where the
    format asks for some. Outside the times for entries only the staff enters somebody, with a reason.
    """
    command = entry_commands.RequestEntry(**incoming.fields())
    return incoming.on_tournament(tournament, command, created="entries")


@router.post("/tournaments/{tournament}/entries/{entry}/approval", response_model=TournamentAnswer)
def approve(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    incoming: Annotated[Incoming[entry_commands.Approval], Depends(APPROVAL)],
) -> Response:
    """Approve an entry (TD-2, TD-4, TD-21, ALL-8, SWI-2)

    By the staff. A refused or withdrawn entry may be approved after all, which is how somebody comes back. Where all
    places are taken it is put on the waiting list. Who is barred is not approved.
    """
    command = entry_commands.ApproveEntry(entry=entry, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/entries/{entry}/colour", response_model=TournamentAnswer)
def give_colour(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    incoming: Annotated[Incoming[entry_commands.ColourChoice], Depends(COLOUR)],
) -> Response:
    """Give an entry a colour, or another one (SWI-2)

    By the staff, before the start. A Swiss starts with a colour for everybody, or for nobody.
    """
    command = entry_commands.GiveColour(entry=entry, colour=incoming.body.colour, seen=incoming.seen)
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/entries/{entry}/refusal", response_model=TournamentAnswer)
def refuse(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    incoming: Annotated[Incoming[lifecycle_commands.WithReason], Depends(REFUSAL)],
) -> Response:
    """Refuse an entry, with the reason the player is given (TD-2)

    By the staff.
    """
    command = entry_commands.RefuseEntry(entry=entry, reason=incoming.body.reason, seen=incoming.seen)
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/entries/{entry}/flight-offer", response_model=TournamentAnswer)
def offer_flight(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    incoming: Annotated[Incoming[entry_commands.FlightOffer], Depends(OFFER)],
) -> Response:
    """Bar an entry from this flight, and offer a higher one (TD-2)

    By the staff, before the start. The entry is refused here; the flight offered is another tournament.
    """
    command = entry_commands.OfferFlight(entry=entry, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/entries/{entry}/flight-answer", response_model=TournamentAnswer)
def answer_flight(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    incoming: Annotated[Incoming[entry_commands.FlightAnswer], Depends(ANSWER)],
) -> Response:
    """Answer the offer of another flight (TD-2)

    By the player himself, or by the staff. Who accepts it requests an entry there.
    """
    command = entry_commands.AnswerFlight(entry=entry, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/entries/{entry}/withdrawal", response_model=TournamentAnswer)
def withdraw(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    incoming: Annotated[Incoming[entry_commands.Withdrawal], Depends(WITHDRAWAL)],
) -> Response:
    """Withdraw an entry (TD-2, ALL-7)

    By the player himself, or by the staff. An entrant stays in every table. Before the start the next on the waiting
    list takes the place.
    """
    command = entry_commands.WithdrawEntry(entry=entry, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)


@router.post("/tournaments/{tournament}/entries/{entry}/resignation", response_model=TournamentAnswer)
def resign(
    tournament: parameters.Tournament,
    entry: parameters.Entry,
    incoming: Annotated[Incoming[entry_commands.Resignation], Depends(RESIGNATION)],
) -> Response:
    """Resign after the start (NXE-8, ALL-7, ALL-8)

    By the player himself, or by the staff. Open matches are conceded, unless they are finished first. It counts for the
    person in all tournaments: at the federation's limit he is barred from new entries.
    """
    command = entry_commands.Resign(entry=entry, seen=incoming.seen, **incoming.fields())
    return incoming.on_tournament(tournament, command)
