"""What is at stake in a match that is still to be played, or even to be made."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.examples import matches
from api.http import parameters
from api.http.command_requests import Accepts, Incoming
from api.http.read_requests import ReadingAsOfVersion
from api.http.routing import new_router
from api.http.services import Services
from api.queries.as_of import state_at
from api.queries.visibility import sight_of
from domain.kernel.visibility import ONCE_ALL_ANNOUNCED
from domain.match.record import Match
from domain.rating.teams import rated_id
from domain.tournament.decisions.matches.rated import pool_of, terms_of
from domain.tournament.decisions.matches.results import to_be_made
from domain.tournament.guards.lookup import find_match
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament
from projections.explain.prospects import ProspectsView, RatingProspects, payments, rating_prospects

router = new_router("matches")


@router.get("/tournaments/{tournament}/matches/{match}/prospects", response_model=ProspectsView)
def read_prospects(reader: ReadingAsOfVersion, tournament: parameters.Tournament, match: parameters.Match) -> Response:
    """Read what a win and a loss of a match to be played would change (ELO-1, ELO-3, ELO-4, ELO-5, STK-1 to STK-3)

    Both ratings as they are now, with P and K of each side; where the match is played for a stake, what is paid by
    each way it can end. Nothing is at stake any more once there is a result: what came of it is in the ratings,
    and in the person's settlements.
    """
    shown = reader.reached()
    state = state_at(reader.services, tournament)
    found = find_match(state, match)
    told = sight_of(reader, tournament).in_match(found) & ONCE_ALL_ANNOUNCED
    if found.outcome is None or not told:
        view = _view(reader.services, state, found, match)
    else:
        view = ProspectsView(match=match, rating=None, stake=found.stake, payments=())
    return reader.answer(view, shown.position)


TERMS = Accepts(match_commands.MatchTerms, calculates=True, examples=matches.TERMS)


@router.post("/tournaments/{tournament}/calculations/prospects", response_model=ProspectsView)
def calculate_prospects(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[match_commands.MatchTerms], Depends(TERMS)]
) -> Response:
    """Work out what a win and a loss of a match would change, before it is made (ELO-3 to ELO-5, STK-1 to STK-3)

    For two entrants who think of sitting down, on the terms that they would make the match on; nothing is recorded.
    """
    state = state_at(incoming.reading, tournament)
    found = to_be_made(state, incoming.body)
    return incoming.answered(_view(incoming.reading, state, found, None))


def _view(services: Services, state: Tournament, match: Match, number: int | None) -> ProspectsView:
    return ProspectsView(
        match=number, rating=_rating(services, state, match), stake=match.stake, payments=payments(match)
    )


def _rating(services: Services, state: Tournament, match: Match) -> RatingProspects | None:
    """None where it would not be rated: in an unrated tournament, without an n, or for teams unrated (ALL-6)."""
    announced = terms_of(state)
    if announced is None:
        return None
    (first, second), length = match.as_played
    entries, pinned = (state.entries[first], state.entries[second]), announced.pinned
    pool, n = pool_of(announced, match), pinned.n_of(match.form, length)
    persons = [one for entry in entries if (one := rated_id(pinned, entry.persons)) is not None]
    if n is None or len(persons) < len(entries):
        return None
    starts = [services.readings.before_next(pool, person, pinned) for person in persons]
    return rating_prospects(pool, pinned, n, (first, second), persons, starts)
