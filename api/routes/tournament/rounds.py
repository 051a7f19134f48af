"""Rounds: drawn, paired by hand, annulled, timed, closed; questions decided; the secret of the draws; and all of it
read (ALL-2)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, cast

from fastapi import Path
from starlette.responses import Response

from api.documents.csv_form import AsCsv
from api.documents.tournaments import DrawCheckDocument
from api.documents.withholding import PartIn
from api.http import parameters
from api.http.read_requests import Reading, ReadingAsOfVersion
from api.http.routing import new_router
from api.http.services import Services
from api.queries.as_of import state_read
from api.queries.tables import pairings_table, persons_paired
from api.queries.visibility import Sight, sight_of
from domain.kernel.envelope import Event
from domain.kernel.ids import tournament_stream
from domain.kernel.visibility import Part
from domain.tournament.decisions.rounds.draw_audit import HEARD, Laid, check_drawn, considered_draws
from domain.tournament.decisions.rounds.drawing import require_round
from domain.tournament.guards.lookup import find_entry
from domain.tournament.rounds.events import RoundDrawn
from domain.tournament.state import Tournament
from projections.views.rounds import (
    ConsideredView,
    PairingView,
    ProgressView,
    RoundsView,
    check_view,
    considered_view,
    progress_view,
    rounds_view,
)

router = new_router("rounds")


@router.get("/tournaments/{tournament}/rounds", response_model=RoundsView)
def read_rounds(
    reader: Reading,
    tournament: parameters.Tournament,
    as_csv: AsCsv,
    as_of: parameters.AsOf = None,
    entry: parameters.EntryFilter = None,
) -> Response:
    """Read the rounds: pairings and byes with their reasons, stages, and what comes next (NXE-4, ALL-5, SEL-1, ALL-12)

    Results that are not announced are shown to the staff and the two sides, and so is who has told the director that no
    time could be agreed. CSV has a line for each pairing and each bye.
    """
    sight = sight_of(reader, tournament)
    state, position = state_read(reader.services, tournament, as_of)
    shown = reader.having(sight.part).shown(rounds_view(state, sight.whole, entry), sight_in_round(sight, state))
    if as_csv.wanted:
        names = reader.names(persons_paired(shown.content))
        return reader.table(as_csv, position, *pairings_table(shown.content, names))
    return reader.answer(shown, position)


def sight_in_round(sight: Sight, state: Tournament) -> PartIn:
    """What that reader is to the pairings of the state."""

    def inside(one: object) -> Part:
        return sight.in_match(state.matches[one.match]) if isinstance(one, PairingView) else Part(0)

    return inside


@router.get("/tournaments/{tournament}/next", response_model=ProgressView)
def read_next(reader: Reading, tournament: parameters.Tournament, as_of: parameters.AsOf = None) -> Response:
    """Read what comes next, without the rounds: stages, and what the draws depend on (NXE-4, ALL-2, ALL-5, SEL-1)"""
    sight = sight_of(reader, tournament)
    state, position = state_read(reader.services, tournament, as_of)
    return reader.having(sight.part).answer(progress_view(state), position)


@router.get("/tournaments/{tournament}/draw-check", response_model=DrawCheckDocument)
def read_draw_check(reader: ReadingAsOfVersion, tournament: parameters.Tournament) -> Response:
    """Make every draw again from the history and the revealed secrets, and say what is wrong (ALL-2)

    `same_field` lists the tournaments that the same announcer or directors had drawn for most of the same entrants, and
    cancelled or left unfinished: announced again until the draw pleased, a tournament shows the others.
    """
    shown = reader.reached()
    _, position = state_read(reader.services, tournament, None)
    with reader.services.replays.turn():
        checked = check_drawn(_lay_events(reader.services, tournament, HEARD))
    body = check_view(checked, reader.services.readings.same_field(tournament))
    return reader.answer(body, min(position, shown.position), incomplete=shown.lacks_any("tournament"))


@router.get("/tournaments/{tournament}/rounds/{round}/considered/{entry}", response_model=ConsideredView)
def read_considered_opponents(
    reader: ReadingAsOfVersion,
    tournament: parameters.Tournament,
    number: Annotated[parameters.Number, Path(alias="round", description="The round's number, from 1.")],
    entry: parameters.Entry,
) -> Response:
    """Read who else might have been an entry's opponent in a round, and why nobody of them was (SWI-8)"""
    state, position = state_read(reader.services, tournament, None)
    find_entry(state, entry)
    require_round(state, number)
    with reader.services.replays.turn():
        draws = list(considered_draws(_lay_events(reader.services, tournament, (RoundDrawn,)), number, entry))
    return reader.answer(considered_view(number, entry, draws), position)


def _lay_events(services: Services, tournament: str, kinds: Sequence[type[Event]]) -> Iterator[Laid]:
    """The tournament's events of these kinds, each with the state before it."""
    stream = tournament_stream(tournament)
    for stored in services.journal.of_kinds(stream, kinds):
        before = services.journal.state(stream, version=stored.recorded.version - 1)
        yield cast("Tournament", before), stored.recorded
