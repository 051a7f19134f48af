"""Stakes and what they are settled at: a tournament's ledger and balances, a match, a person (STK-1 to STK-5)."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.lists import Page
from api.http import parameters
from api.http.paging import NUMBERS, SETTLEMENTS, Paged
from api.http.read_requests import Reader, Reads, ReadsAsOf
from api.http.routing import new_router
from api.queries.as_of import state_at
from api.queries.known import require_person
from api.queries.visibility import sight_of, towards
from domain.kernel.visibility import FOR_PLAYERS, FOR_STAFF
from domain.tournament.guards.lookup import find_match
from domain.tournament.state import Tournament
from projections.views.settlements import (
    BalancesView,
    BalanceView,
    MatchSettlementView,
    PersonPostingView,
    PostingView,
    balances_view,
    ledger,
    match_settlement_view,
)

router = new_router("settlements")

ForStaff = Annotated[Reader, Depends(Reads(FOR_STAFF))]
ForPlayers = Annotated[Reader, Depends(Reads(FOR_PLAYERS))]


class PersonSettlements(Page[PersonPostingView]):
    """A page of what fell to a person, and the balance over all tournaments."""

    balance: BalanceView


@router.get("/tournaments/{tournament}/settlements", response_model=Page[PostingView])
def list_settlements(
    reader: ForStaff, tournament: parameters.Tournament, paging: Paged, as_of: parameters.AsOf = None
) -> Response:
    """Read the ledger of a tournament's stakes (STK-5)

    For the staff. Each change of a match's settlement is a posting of the difference; none is ever changed.
    """
    reader, state, position = _for_staff(reader, tournament, as_of)
    after = NUMBERS.read(paging.cursor) or (0,)
    found = ledger(state, int(after[0]), paging.limit + 1)
    further = NUMBERS.write((found[paging.limit - 1].number,)) if len(found) > paging.limit else None
    return reader.answer_page(reader.page(found[: paging.limit]), position, next_cursor=further)


@router.get("/tournaments/{tournament}/settlements/balances", response_model=BalancesView)
def read_balances(reader: ForStaff, tournament: parameters.Tournament, as_of: parameters.AsOf = None) -> Response:
    """Read what a tournament's stakes are settled at, by entry, and what the director has to decide (STK-4, STK-5)

    For the staff.
    """
    reader, state, position = _for_staff(reader, tournament, as_of)
    with reader.services.replays.turn():
        view = balances_view(state)
    return reader.answer(view, position)


@router.get("/tournaments/{tournament}/matches/{match}/settlement", response_model=MatchSettlementView)
def read_settlement(
    reader: ForPlayers, tournament: parameters.Tournament, match: parameters.Match, as_of: parameters.AsOf = None
) -> Response:
    """Read what a match is settled at, and the postings that it comes from (STK-1 to STK-5)

    For the staff and the two sides.
    """
    position = reader.services.journal.position()
    state = state_at(reader.services, tournament, as_of)
    found = find_match(state, match)
    sight = sight_of(reader, tournament)
    reader = reader.having(sight.in_match(sight.state.matches[match]))
    return reader.answer(match_settlement_view(state, found), position)


@router.get("/persons/{person}/settlements", response_model=PersonSettlements)
def list_settlements_of_person(
    reader: Annotated[Reader, Depends(ReadsAsOf(FOR_PLAYERS))], person: parameters.Person, paging: Paged
) -> Response:
    """Read what a person has staked and been paid, the newest first, and the balance over all tournaments (STK-5)

    For the person themselves, directors and administrators.
    """
    reader = reader.having(towards(reader.caller, person))
    require_person(reader.services, person)
    shown = reader.reached()
    found = reader.services.readings.person_postings(person, SETTLEMENTS.read(paging.cursor), paging.limit)
    body = reader.page(found.items, balance=reader.services.readings.person_balance(person))
    incomplete = shown.lacks_any("tournament")
    further = SETTLEMENTS.write(found.next)
    return reader.answer_page(body, shown.position, incomplete=incomplete, next_cursor=further)


def _for_staff(reader: Reader, tournament: str, as_of: int | datetime | None) -> tuple[Reader, Tournament, int]:
    """The read by the staff, the tournament at that moment, and the position it was read at. Raises Problem unless they
    are staff there now."""
    position = reader.services.journal.position()
    reader = reader.having(sight_of(reader, tournament).part)
    return reader, state_at(reader.services, tournament, as_of), position
