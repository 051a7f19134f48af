"""Transcripts written as `.mat`, so that programs of the field read them, and reading gives the same again (GAM-7)."""

from collections.abc import Iterator
from itertools import accumulate, groupby

from domain.backgammon.checkers import BAR, OFF
from domain.backgammon.snowie import written_snowie
from domain.backgammon.turns import (
    AnyTurn,
    Doubled,
    GameWon,
    Lost,
    Move,
    Passed,
    Played,
    Taken,
    Unread,
    WrittenGame,
    WrittenMatch,
)
from domain.kernel.values import Side, other

_WIDTH = 31
"""Of the left column."""


def written_mat(match: WrittenMatch) -> str:
    """The whole match."""
    heading = {"variation": "Nackgammon"} if match.start == "nackgammon" else {}
    lines = [f'; [{key.title()} "{value}"]' for key, value in {**heading, **match.heading}.items()]
    lines.append(f" {match.length} point match")
    for game in match.games:
        lines += ["", *_game_lines(game, match.names)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def said_play(turn: AnyTurn) -> str:
    """The cell of the transcript for a side's turn."""
    match turn:
        case Played():
            return f"{turn.roll[0]}{turn.roll[1]}: {_said_moves(turn.moves) if turn.after is None else 'Illegal play'}"
        case Doubled():
            return "Doubles" if turn.level is None else f"Doubles => {turn.level}"
        case Taken():
            return "Beavers" if turn.beaver else "Takes"
        case Passed():
            return "Drops"
        case GameWon():
            return _said_end(turn)
        case Unread():
            return turn.shown
        case Lost():
            return ""


def _said_end(turn: GameWon) -> str:
    if turn.gave_up:
        return "Resigns"
    return "Wins" if turn.points is None else f"Wins {turn.points} point{'' if turn.points == 1 else 's'}"


def _game_lines(game: WrittenGame, names: tuple[str, str]) -> Iterator[str]:
    yield f" Game {game.number}"
    if game.score is not None:
        yield f" {f'{names[0]} : {game.score[0]}':{_WIDTH + 3}}  {names[1]} : {game.score[1]}"
    gaps = accumulate(isinstance(turn, Lost) for turn in game.turns)
    for (_, move), row in groupby(zip(gaps, game.turns, strict=True), key=lambda one: (one[0], one[1].move)):
        turns = [turn for _, turn in row]
        number = f"{move:3})" if move or isinstance(turns[0], Lost) else None
        yield from _move_lines(number, [turn for turn in turns if not isinstance(turn, Lost)])


def _move_lines(number: str | None, turns: list[AnyTurn]) -> Iterator[str]:
    """The line of a move: the left side's, then the right side's; what comes after that has a line of its own."""
    both = [_column(turn) for turn in turns[:2]] == ["first", "second"]
    row = turns[:2] if both and not any(isinstance(turn, Unread) for turn in turns[:2]) else turns[:1]
    if row and number:
        left = _cell(row[0]) if _column(row[0]) == "first" else ""
        right = _cell(row[-1]) if _column(row[-1]) == "second" else ""
        yield f"{number} {left:{_WIDTH}} {right}"
    for turn in turns[len(row) if number else 0 :]:
        yield f"{'' if _column(turn) == 'first' else ' ' * (_WIDTH - 1):6} {_cell(turn)}"


def _cell(turn: AnyTurn) -> str:
    if isinstance(turn, Played) and turn.after:
        return f"{said_play(turn)} ({written_snowie(turn.after.flip())})"
    return turn.text if isinstance(turn, Unread) else said_play(turn)


def _column(turn: AnyTurn) -> Side:
    return other(turn.side) if isinstance(turn, GameWon) and turn.gave_up else turn.side


def _said_moves(moves: tuple[Move, ...] | None) -> str:
    if moves is None:
        return "????"
    return " ".join(map(said_move, moves)) or "Cannot Move"


def said_move(move: Move) -> str:
    """One checker's move, such as `bar/20*`."""
    start = "bar" if move.start == BAR else str(move.start)
    end = "off" if move.end == OFF else str(move.end)
    return f"{start}/{end}{'*' if move.hits else ''}"
