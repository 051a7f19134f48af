"""A match replayed from its transcript, a turn on each page, for the staff and the two sides (GAM-7)."""

from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from api.http import parameters
from api.routes.tournament.analyses import read_analysis
from api.routes.tournament.match_record import read_game_of_transcript, read_transcript_of_match
from api.routes.tournament.standings import read_match
from api.site.desk.matters import asked
from api.site.desk.showing import etag_of_match
from api.site.frame.forms import once
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.public.shown_tournament import shown
from api.site.public.tournament import T
from api.site.replay.names import names_in_file
from api.site.replay.shown_game import shown_turn, turn_of_move
from domain.kernel.values import Side

router = new_pages()

REPLAY = f"{T}/matches/{{match}}/transcripts/{{attachment}}"
Turn = Annotated[parameters.Number | None, Query(description="The turn, from 1; without it the end.")]
Move = Annotated[parameters.Number | None, Query(description="The number of a move, in place of a turn.")]


@router.get(REPLAY)
def show_transcript(
    visit: Visiting, tournament: parameters.Tournament, match: parameters.Match, attachment: parameters.Attachment
) -> Response:
    """The games of a transcript, what its check finds, the result that it proposes, and its analysis."""
    return shown_transcript(visit, tournament, match, attachment, None)


def shown_transcript(visit: Visit, tournament: str, match: int, attachment: int, refused: Json | None) -> Response:
    """The page of a transcript, with what was refused on it."""
    place = {"tournament": tournament, "match": match}
    told, read = visit.asks(read_transcript_of_match, attachment=attachment, **place), visit.asks(read_match, **place)
    form = {"etag": etag_of_match(read), "once": once(), "refused": refused}
    analysis = asked(visit, read_analysis, attachment=attachment, **place)
    status = refused["status"] if refused else 200
    in_file = names_in_file(told["text"])
    page = {"match": read, "transcript": told, "in_file": in_file, "analysis": analysis, **form}
    return shown(visit, "replay/transcript.html", tournament, **page, status=status)


@router.get(f"{REPLAY}/games/{{game}}")
def show_game(
    visit: Visiting,
    tournament: parameters.Tournament,
    match: parameters.Match,
    attachment: parameters.Attachment,
    game: parameters.Game,
    turn: Turn = None,
    move: Move = None,
    side: Side | None = None,
) -> Response:
    """The board that a turn found, what was done, and the turns around it; a turn can be named by its move and side."""
    place = {"tournament": tournament, "match": match}
    replay = visit.asks(read_game_of_transcript, attachment=attachment, game=game, **place)
    wanted = turn if move is None else turn_of_move(replay, move, side)
    told = {"match": visit.asks(read_match, **place), "replay": replay, "board": shown_turn(replay, wanted)}
    return shown(visit, "replay/game.html", tournament, kind="transcripts", **told)
