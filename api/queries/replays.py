"""Replays that everybody may see, where the conditions of a tournament say so (GAM-7)."""

from api.http.services import Services
from api.queries.transcripts import find_transcript, replay_view
from domain.kernel.ids import MatchNumber
from domain.kernel.refusal import Refused
from domain.match import validity
from domain.problems.match_record import MATCH_RECORD_UNKNOWN
from domain.tournament.guards.lookup import find_match
from domain.tournament.state import Tournament, announced_settings
from projections.views.transcripts import ReplaysView, ReplayView, ShownReplay, game_views, without_what_it_says


def shown_replays(services: Services, state: Tournament, match: MatchNumber) -> ReplaysView:
    """Those of a match whose result counts, but for the ones whose text is gone with an erased person."""
    found = (_replay_of(services, state, match, number) for number in _numbers(state, match))
    replays = tuple(one for one in found if one is not None)
    return ReplaysView(tournament=state.id, match=match, version=state.version, replays=replays)


def shown_game(services: Services, state: Tournament, match: MatchNumber, number: int, game: int) -> ReplayView:
    """A game of one of them: positions and plays, and nothing that the file says in words. Raises Refused."""
    if number not in _numbers(state, match):
        raise Refused(MATCH_RECORD_UNKNOWN, f"No replay {number} of this match is shown to everybody.", number=number)
    found = find_transcript(services, state, match, number)
    return without_what_it_says(replay_view(state, match, number, found, game))


def _numbers(state: Tournament, match: MatchNumber) -> tuple[int, ...]:
    """The transcripts that everybody may replay."""
    counts = validity.counting(find_match(state, match)) is not None
    is_public = announced_settings(state).conditions.replays_shown == "to-everybody"
    return state.match_records.of(match).transcripts if counts and is_public else ()


def _replay_of(services: Services, state: Tournament, match: MatchNumber, number: int) -> ShownReplay | None:
    try:
        checked = find_transcript(services, state, match, number).checked
    except Refused:
        return None
    return ShownReplay(attachment=number, score=checked.score, plays=checked.plays, games=game_views(checked))
