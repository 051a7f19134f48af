"""The card of a match: its result as it was recorded, in a file that shows it by itself (ALL-1)."""

from starlette.responses import Response

from api.http import parameters
from api.http.problems import CARD_UNKNOWN, Problem
from api.http.read_requests import Reader, Reading
from api.http.routing import new_router
from api.queries.as_of import moment
from api.queries.cards import CARD_TYPE, card_answer
from api.queries.visibility import match_for, sight_of
from domain.journal.journal import Stored
from domain.kernel.envelope import Event
from domain.kernel.ids import tournament_stream
from domain.kernel.personal_text import sealed_fields
from domain.kernel.visibility import hidden_fields
from domain.tournament.matches.events import ResultCorrected, ResultReported
from projections.views.tournaments import OneMatch

router = new_router("tournaments")


@router.get(
    "/tournaments/{tournament}/matches/{match}/card",
    responses={200: {"content": {CARD_TYPE: {}}}},
    response_class=Response,
)
def read_card_of_match(reader: Reading, tournament: parameters.Tournament, match: parameters.Match) -> Response:
    """Read the signed card of a match's result (ALL-1, TD-14)

    A file that shows by itself what was recorded: the event's stored bytes, the proof that it is in the log, and a
    sentence that follows from them. `scoresheet verify --card FILE --key KEY` needs neither database nor network. Only
    results that were reported or corrected have one, once they are announced and the log is signed as far.
    """
    at = moment(reader.services, tournament, None)
    part = sight_of(reader, tournament).part
    shown, _ = match_for(reader.caller.within(tournament), part, at.match(match))
    stored = _deciding_event(reader, tournament, shown)
    return card_answer(reader, stored.position, f"card-match-{match}")


def _deciding_event(reader: Reader, tournament: str, match: OneMatch) -> Stored:
    """The event that the result is of. Raises Problem (404) unless the reader is shown all of it but sealed texts."""
    kinds = (ResultReported, ResultCorrected)
    told = [
        one
        for one in reader.services.journal.of_kinds(tournament_stream(tournament), kinds)
        if isinstance(one.recorded.event, kinds) and one.recorded.event.match == match.number
    ]
    if not told or match.status != "announced" or match.rulings or not _is_shown(reader, tournament, told[-1]):
        raise Problem(CARD_UNKNOWN, f"Match {match.number} has no announced result without a ruling.")
    return told[-1]


def _is_shown(reader: Reader, tournament: str, stored: Stored) -> bool:
    event: Event = stored.recorded.event
    kind: type[Event] = type(event)
    part = sight_of(reader, tournament).in_event(event)
    return bool(part & kind.SEEN) and set(hidden_fields(part, kind)) <= set(sealed_fields(kind))
