"""Replays that everybody may see, where the conditions of a tournament say so (GAM-7)."""

from starlette.responses import Response

from api.http import parameters
from api.http.read_requests import Reading
from api.http.routing import new_router
from api.queries.replays import shown_game, shown_replays
from api.queries.visibility import sight_of
from projections.views.transcripts import ReplaysView, ReplayView

router = new_router("match_record")

BASE = "/tournaments/{tournament}/matches/{match}/replays"


@router.get(BASE, response_model=ReplaysView)
def read_replays_of_match(reader: Reading, tournament: parameters.Tournament, match: parameters.Match) -> Response:
    """Read the replays of a match that everybody may see (GAM-7)

    None, unless the conditions have `replays_shown` as `to-everybody` and the result counts. The text of a transcript
    and what its check finds stay with the staff and the two sides. Once a player is erased, the replay is gone.
    """
    position = reader.services.journal.position()
    state = sight_of(reader, tournament).state
    return reader.answer(shown_replays(reader.services, state, match), position)


@router.get(f"{BASE}/{{attachment}}/games/{{game}}", response_model=ReplayView)
def read_game_of_replay(
    reader: Reading,
    tournament: parameters.Tournament,
    match: parameters.Match,
    attachment: parameters.Attachment,
    game: parameters.Game,
) -> Response:
    """Read a game of a replay that everybody may see, turn by turn (GAM-7)

    Each turn has the position that it found. Findings are left out, and words of the file that can't be read.
    """
    position = reader.services.journal.position()
    state = sight_of(reader, tournament).state
    return reader.answer(shown_game(reader.services, state, match, attachment, game), position)
