"""`scoresheet transcript show`."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from domain.backgammon.board_text import board_lines
from domain.backgammon.checking import CheckedGame, CheckedMatch, check_match, said_score
from domain.backgammon.gnubg_id import read_position_id, written_position_id
from domain.backgammon.mat_reading import TranscriptError
from domain.backgammon.mat_writing import said_play, written_mat
from domain.backgammon.situation import Situation, situation_at
from domain.backgammon.xgid import read_xgid, written_xgid
from ops.command_line.transcripts.check import UNREADABLE, read_file

_NAMES = ("First", "Second")
_POSITION_ID = re.compile(r"[A-Za-z0-9+/]{14}")


def show(
    what: Annotated[str, typer.Argument(help="A transcript, an XGID, or a position ID of GNU Backgammon.")],
    game: Annotated[int | None, typer.Option(min=1, help="Show the boards of that game.")] = None,
    move: Annotated[int | None, typer.Option(min=1, help="Show only that move.")] = None,
    mat: Annotated[bool, typer.Option("--mat", help="Write the transcript as .mat.")] = False,
) -> None:
    """Show the games of a transcript, the boards of a game or move, or the board of an id.

    Exit 2 if it can't be read, or has no such game or move.

    Example: scoresheet transcript show final.mat --game 3 --move 12
    """
    try:
        lines = list(_shown(what, game, move, mat=mat))
    except ValueError as error:
        typer.echo(f"{what[:200]}: {error}", err=True)
        raise typer.Exit(UNREADABLE) from error
    typer.echo("\n".join(lines))


def _shown(what: str, game: int | None, move: int | None, *, mat: bool) -> Iterator[str]:
    if what.startswith("XGID="):
        yield from _board(read_xgid(what), _NAMES)
        return
    if _POSITION_ID.fullmatch(what) and not Path(what).exists():
        yield from _board(Situation(read_position_id(what)), _NAMES)
        return
    for match in read_file(Path(what)):
        checked = check_match(match)
        if mat:
            yield written_mat(match)
        elif game is None:
            yield from _games(checked)
        else:
            yield from _boards(checked, game, move)


def _games(match: CheckedMatch) -> Iterator[str]:
    yield f"{match.names[0]} – {match.names[1]}, {match.terms.length or 'any number of'} points"
    for game in match.games:
        yield f"Game {game.number}, at {said_score(game.before)}: {_said_end(match, game)}"
    yield f"Score {said_score(match.score)}"


def _said_end(match: CheckedMatch, game: CheckedGame) -> str:
    if game.won is None:
        return "no end"
    winner = match.names[0] if game.won.winner == "first" else match.names[1]
    return f"{winner} wins a {game.won.won} game with the cube at {game.won.cube}, {game.won.points} points"


def _boards(match: CheckedMatch, number: int, move: int | None) -> Iterator[str]:
    """Each turn with the board that it found. Raises TranscriptError where there is no such game or move."""
    games = [game for game in match.games if game.number == number]
    turns = [
        (turn, state)
        for game in games
        for turn, state in zip(game.turns, game.states, strict=False)
        if move in (None, turn.move)
    ]
    if not turns:
        raise TranscriptError(f"There is no game {number}" + ("." if move is None else f" with a move {move}."))
    for turn, state in turns:
        name = match.names[0] if turn.side == "first" else match.names[1]
        yield f"Game {number}, move {turn.move}, {name}: {said_play(turn)}"
        situation = situation_at(state, turn)
        yield from ["The board is not known here."] if situation is None else _board(situation, match.names)
        yield ""


def _board(situation: Situation, names: tuple[str, str]) -> Iterator[str]:
    yield from board_lines(situation, names)
    yield written_xgid(situation)
    yield f"Position ID {written_position_id(situation.seen_on_roll)}"
