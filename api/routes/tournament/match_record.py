"""What a director records of a match besides its result, and what players ask of the director (TD-3, TD-6 to TD-8,
TD-20, TD-23, TD-24). All of it is added to what is there; what is taken back stays, marked: it needs no ETag."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.http import parameters
from api.http.callers import Caller
from api.http.read_requests import Reader, Reads, names_told
from api.http.routing import new_router
from api.http.services import Services
from api.queries.as_of import state_at
from api.queries.transcripts import find_transcript, replay_view, transcript_view
from api.queries.visibility import Sight, sight_of
from domain.kernel.ids import MatchNumber
from domain.kernel.visibility import FOR_PLAYERS, FOR_STAFF, Part
from domain.tournament.guards.lookup import find_match
from domain.tournament.state import Tournament
from projections.views.match_record import (
    MatchRecordsView,
    MatchRecordView,
    match_record_of,
    match_records_view,
    persons_in,
)
from projections.views.transcripts import ReplayView, TranscriptView

router = new_router("match_record")

MATCH = "/tournaments/{tournament}/matches/{match}"
Reading = Annotated[Reader, Depends(Reads(FOR_PLAYERS))]


class NamedMatchRecords(MatchRecordView):
    """How a match is played, with the names of the persons in it, where they are not erased."""

    names: dict[str, str]


@router.get(f"{MATCH}/record", response_model=NamedMatchRecords)
def read_record_of_match(
    reader: Reading,
    tournament: parameters.Tournament,
    match: parameters.Match,
    as_of: parameters.AsOf = None,
) -> Response:
    """Read monitors, consents, breaks, clocks and attachments of a match (TD-3, TD-7, TD-8, TD-20, TD-24)

    For the staff, the two sides, and monitors of the match while they are appointed.
    """
    shown = reader.reached()
    sight = sight_of(reader, tournament)
    reader = reader.having(sight.in_record_of(find_match(sight.state, match)))
    state = state_at(reader.services, tournament, as_of)
    find_match(state, match)
    return reader.answer(named_record(reader.services_now, reader.caller, state, match), shown.position)


def named_record(services: Services, caller: Caller, state: Tournament, match: MatchNumber) -> NamedMatchRecords:
    """How the match is played in that state, with the names that the caller is told."""
    view = match_record_of(state, match)
    return NamedMatchRecords(**dict(view), names=dict(names_told(services, caller, persons_in(view))))


@router.get(f"{MATCH}/attachments/{{attachment}}/transcript", response_model=TranscriptView)
def read_transcript_of_match(
    reader: Reading,
    tournament: parameters.Tournament,
    match: parameters.Match,
    attachment: parameters.Attachment,
) -> Response:
    """Read a transcript that is kept with a match, and what its check finds (GAM-7, TD-20)

    For the staff and the two sides. Play goes on from the board as it was after what was against a rule. The findings
    decide nothing: a director rules on a dispute.
    """
    position = reader.services.journal.position()
    sight = sight_of(reader, tournament)
    reader = reader.having(sight.in_match(find_match(sight.state, match)))
    found = find_transcript(reader.services, sight.state, match, attachment)
    return reader.answer(transcript_view(sight.state, match, attachment, found), position)


@router.get(f"{MATCH}/attachments/{{attachment}}/transcript/games/{{game}}", response_model=ReplayView)
def read_game_of_transcript(
    reader: Reading,
    tournament: parameters.Tournament,
    match: parameters.Match,
    attachment: parameters.Attachment,
    game: parameters.Game,
) -> Response:
    """Read a game of a transcript turn by turn, with the position that each turn found (GAM-7, TD-20)

    For the staff and the two sides. Of games that have the same number the first is shown.
    """
    position = reader.services.journal.position()
    sight = sight_of(reader, tournament)
    reader = reader.having(sight.in_match(find_match(sight.state, match)))
    found = find_transcript(reader.services, sight.state, match, attachment)
    return reader.answer(replay_view(sight.state, match, attachment, found, game), position)


@router.get("/tournaments/{tournament}/match-record", response_model=MatchRecordsView)
def read_match_record(reader: Reading, tournament: parameters.Tournament, as_of: parameters.AsOf = None) -> Response:
    """Read requests, exceptions, and which recordings and analyses are missing (TD-6, TD-20, TD-23)

    For the staff; an entrant reads their own requests, and what their own matches lack.
    """
    position = reader.services.journal.position()
    sight = sight_of(reader, tournament)
    view, part = records_for(sight, state_at(reader.services, tournament, as_of))
    return reader.having(part).answer(view, position)


def records_for(sight: Sight, state: Tournament) -> tuple[MatchRecordsView, Part]:
    """The requests and exceptions as far as that reader reads them, and what they are to these."""
    mine = [number for number in sight.state.entries if sight.is_of(number)]
    part = sight.part | (Part.PLAYER if mine else Part(0))
    return match_records_view(state, None if part & FOR_STAFF else mine), part
