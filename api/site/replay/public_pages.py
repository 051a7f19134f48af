"""A match replayed for everybody, where the conditions of its tournament say so: without findings (GAM-7)."""

from starlette.responses import Response

from api.http import parameters
from api.routes.tournament.replays import read_game_of_replay
from api.routes.tournament.standings import read_match
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Json, Visiting
from api.site.public.shown_tournament import about
from api.site.public.tournament import T
from api.site.replay.pages import Turn
from api.site.replay.shown_game import shown_turn

router = shared_pages()


@router.get(f"{T}/matches/{{match}}/replays/{{attachment}}/games/{{game}}")
def show_public_game(
    visit: Visiting,
    tournament: parameters.Tournament,
    match: parameters.Match,
    attachment: parameters.Attachment,
    game: parameters.Game,
    turn: Turn = None,
) -> Response:
    """The board that a turn found, and the turns around it."""
    place = {"tournament": tournament, "match": match}
    replay = visit.asks(read_game_of_replay, attachment=attachment, game=game, **place)
    told: Json = {"match": visit.asks(read_match, **place), "replay": replay, "board": shown_turn(replay, turn)}
    return visit.page("replay/game.html", **about(visit, tournament), kind="replays", **told)
