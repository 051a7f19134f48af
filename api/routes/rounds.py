"""Rounds: drawn, paired by hand, annulled, timed, closed; questions decided; the secret of the draws; and all of it
read (ALL-2)."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.answers import TournamentAnswer
from api.examples import commands, formats
from api.http import parameters
from api.http.bodies import LIST_LIMIT
from api.http.command_requests import Accepts, Incoming, Nothing
from api.http.read_requests import READS, Reader
from api.http.routing import new_router
from api.http.services import Services
from api.queries.as_of import state_at, state_read
from api.queries.visibility import Sight
from domain.journal.mapper import AnyRecorded
from domain.kernel.ids import tournament_stream
from domain.kernel.values import Name
from domain.tournament.guards.lookup import find_entry
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.draw_audit import check_draws, considered
from domain.tournament.rounds.drawing import require_round
from projections.views.draw_checks import ConsideredView, considered_view
from projections.views.rounds import DrawCheckView, RoundsView, check_view, rounds_view

router = new_router("rounds")

_BATCH = 10_000

PLAIN = Accepts(Nothing)
PAIRINGS = Accepts(round_commands.Pairings, limit=LIST_LIMIT, examples=commands.pairings)
ANNULMENT = Accepts(round_commands.Annulment, examples=commands.annulment)
CLOSING = Accepts(round_commands.Closing, examples=formats.closing)
SCHEDULE = Accepts(round_commands.RoundTimes, examples=formats.schedule)


class Decision(round_commands.Answer):
    """The question, and one of the choices it offers."""

    question: Name


DECISION = Accepts(Decision, examples=commands.decision)

Plain = Annotated[Incoming[Nothing], Depends(PLAIN)]


@router.post("/tournaments/{tournament}/rounds/{round_number}/draw", response_model=TournamentAnswer)
def draw(tournament: parameters.Tournament, round_number: parameters.Round, incoming: Plain) -> Response:
    """Draw the round that is due, or what is left of it (ALL-2, NXE-3, NXE-4)

    Made from a secret that was committed to before; what it was drawn from is recorded with it.
    """
    return incoming.on_tournament(tournament, round_commands.DrawRound(round=round_number))


@router.post("/tournaments/{tournament}/rounds/{round_number}/pairings", response_model=TournamentAnswer)
def pair(
    tournament: parameters.Tournament,
    round_number: parameters.Round,
    incoming: Annotated[Incoming[round_commands.Pairings], Depends(PAIRINGS)],
) -> Response:
    """Pair by hand, with a reason (ALL-2)

    Any of those due, each once; who is left out stays due. Whoever has the bye may be paired and then has it no more.
    """
    return incoming.on_tournament(tournament, round_commands.PairByHand(round=round_number, **incoming.fields()))


@router.post("/tournaments/{tournament}/rounds/{round_number}/annulment", response_model=TournamentAnswer)
def annul(
    tournament: parameters.Tournament,
    round_number: parameters.Round,
    incoming: Annotated[Incoming[round_commands.Annulment], Depends(ANNULMENT)],
) -> Response:
    """Annul the newest round, so that it is drawn again (ALL-4)

    Refused once a match of it has been started.
    """
    return incoming.on_tournament(tournament, round_commands.AnnulRound(round=round_number, **incoming.fields()))


@router.post("/tournaments/{tournament}/rounds/{round_number}/schedule", response_model=TournamentAnswer)
def schedule(
    tournament: parameters.Tournament,
    round_number: parameters.Round,
    incoming: Annotated[Incoming[round_commands.RoundTimes], Depends(SCHEDULE)],
) -> Response:
    """Say when a round opens and closes (SWI-3)

    Also of a round that is still to come. Given again it takes the place of what was said before.
    """
    return incoming.on_tournament(tournament, round_commands.ScheduleRound(round=round_number, **incoming.fields()))


@router.post("/tournaments/{tournament}/rounds/{round_number}/closing", response_model=TournamentAnswer)
def close(
    tournament: parameters.Tournament,
    round_number: parameters.Round,
    incoming: Annotated[Incoming[round_commands.Closing], Depends(CLOSING)],
) -> Response:
    """Close a round by its deadline (SWI-4)

    Each match without a result is given the one that follows from what the director was told, and what is reported is
    announced. A preview shows them; its digest may be sent as `expected`. Before the closing time, or
    where none was said, only with `early`.
    """
    return incoming.on_tournament(tournament, round_commands.CloseRound(round=round_number, **incoming.fields()))


@router.post("/tournaments/{tournament}/decisions", response_model=TournamentAnswer)
def decide(tournament: parameters.Tournament, incoming: Annotated[Incoming[Decision], Depends(DECISION)]) -> Response:
    """Decide where the rules are silent (ALL-5, NXE-9)

    `next` of the rounds says which question is asked, and which choices there are.
    """
    return incoming.on_tournament(tournament, round_commands.DecideQuestion(**incoming.fields()))


@router.post("/tournaments/{tournament}/commitment", response_model=TournamentAnswer)
def commit(tournament: parameters.Tournament, incoming: Plain) -> Response:
    """Commit to a new secret, where the last one was revealed (ALL-2)"""
    return incoming.on_tournament(tournament, round_commands.CommitChance())


@router.post("/tournaments/{tournament}/reveal", response_model=TournamentAnswer)
def reveal(tournament: parameters.Tournament, incoming: Plain) -> Response:
    """Reveal the secret of the draws (ALL-2)

    When the tournament has ended and its appeal window has closed.
    """
    return incoming.on_tournament(tournament, round_commands.RevealChance())


@router.get("/tournaments/{tournament}/rounds", response_model=RoundsView)
def rounds(
    reader: Annotated[Reader, Depends(READS)],
    tournament: parameters.Tournament,
    as_of: parameters.AsOf = None,
) -> Response:
    """Read the rounds: pairings and byes with their reasons, stages, and what comes next (NXE-4, ALL-5, SEL-1, ALL-12)

    Results that are not announced are shown to the staff and the two sides, and so is who has told the director that no
    time could be agreed.
    """
    sight = Sight.of(reader.caller, state_at(reader.services, tournament, None))
    state, position = state_read(reader.services, tournament, as_of)
    return reader.answer(rounds_view(state, sight.whole), position)


@router.get("/tournaments/{tournament}/draw-check", response_model=DrawCheckView)
def check(reader: Annotated[Reader, Depends(READS)], tournament: parameters.Tournament) -> Response:
    """Make every draw again from the history and the revealed secrets, and say what is wrong (ALL-2)"""
    _, position = state_read(reader.services, tournament, None)
    with reader.services.replays.turn():
        checked = check_draws(_history(reader.services, tournament))
    return reader.answer(check_view(checked), position)


@router.get("/tournaments/{tournament}/rounds/{round_number}/considered/{entry}", response_model=ConsideredView)
def consider(
    reader: Annotated[Reader, Depends(READS)],
    tournament: parameters.Tournament,
    round_number: parameters.Round,
    entry: parameters.Entry,
) -> Response:
    """Read who else might have been an entry's opponent in a round, and why nobody of them was (SWI-8)"""
    state, position = state_read(reader.services, tournament, None)
    find_entry(state, entry)
    require_round(state, round_number)
    with reader.services.replays.turn():
        draws = list(considered(_history(reader.services, tournament), round_number, entry))
    return reader.answer(considered_view(round_number, entry, draws), position)


def _history(services: Services, tournament: str) -> list[AnyRecorded]:
    history: list[AnyRecorded] = []
    while batch := services.journal.history(tournament_stream(tournament), len(history), _BATCH):
        history += [stored.recorded for stored in batch]
    return history
