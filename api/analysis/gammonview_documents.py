"""A match as the library `gammonview` reads it from the files of programs, as what was written down of it (GAM-7).

In its documents White is the first side; places are counted from White's 24 point, which is 1, to Black's, which is 24;
0 is White's bar and 25 Black's. A game has its actions in order, each with a number that says which. An action that has
no like in a transcript is unread: its game is not followed further.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from domain.backgammon.checkers import BAR, STARTS, Position, StartName, faults_of, with_the_rest_off
from domain.backgammon.game import board_for
from domain.backgammon.mat_reading import TranscriptError
from domain.backgammon.moves import Roll
from domain.backgammon.turns import (
    AnyTurn,
    Doubled,
    GameWon,
    Move,
    Passed,
    Played,
    Taken,
    Unread,
    WrittenGame,
    WrittenMatch,
)
from domain.backgammon.written_plays import moves_between, with_moves_as_written
from domain.kernel.values import Side
from domain.scoring.score import Score, plus, points_of

Document = Mapping[str, Any]

_LAST_ROLL, _DOUBLE, _TAKE, _DROP, _SET_POSITION, _BEAVER = 20, 21, 22, 23, 31, 32
_ENDS = (24, 25, 26, 27, 28, 29, 30)
"""That a game or the match is over, by play or by giving up: the game itself says who has won."""
_NAMED: Mapping[int, str] = {33: "raccoon", 34: "settled", 36: "the cube was set", 37: "a turn without its dice"}
_STARTS: Mapping[int, StartName] = {0: "backgammon", 1: "nackgammon"}
_WINNERS: Mapping[int, Side] = {0: "first", 1: "second"}


def written_match(document: Document) -> WrittenMatch:
    """The match. Raises TranscriptError for a game that is no backgammon."""
    start = _STARTS.get(document.get("variant", 0))
    if start is None:
        raise TranscriptError("It is a match of another game than backgammon and nackgammon.")
    length = int(document["match_length"])
    names = _name(document["player_white"], "First"), _name(document["player_black"], "Second")
    games = tuple(_games(document["games"], length, _begins(document), STARTS[start]))
    return WrittenMatch(length, names, games, start, _heading(document))


def _name(said: object, unnamed: str) -> str:
    """On one line, as the head of a game can hold it."""
    return " ".join(str(said or "").split())[:100] or unnamed


def _begins(document: Document) -> Score:
    first, second = document.get("score_start", (0, 0))
    return int(first), int(second)


def _heading(document: Document) -> Mapping[str, str]:
    """All that differs from a match of a tournament."""
    customs = {"jacoby": "jacoby", "beaver": "beaver", "auto_doubles": "autodoubles"}
    on = {word: "On" for key, word in customs.items() if document.get(key)}
    return {**on, **({} if document.get("crawford", True) else {"crawford": "Off"})}


def _games(games: Iterable[Document], length: int, score: Score, start: Position) -> Iterator[WrittenGame]:
    """Each with the score before it: points beyond the length are not needed, and not counted."""
    for number, game in enumerate(games, 1):
        board = _first_board(game["plies"])
        end = tuple(_end(game))
        turns = tuple(numbered([*_turns(game["plies"], board or start), *end]))
        yield WrittenGame(number, score, turns, board=None if board == start else board)
        for won in end:
            needed = length - points_of(score, won.side) if length else won.points or 0
            score = plus(score, won.side, min(won.points or 0, needed))


def _first_board(plies: Sequence[Document]) -> Position | None:
    """The board that a game began with, where it says so."""
    if not plies or plies[0].get("action_id") != _SET_POSITION or "d1" in plies[0]:
        return None
    return _board(plies[0])


def _board(ply: Document) -> Position:
    """The one that an action states, as the first side sees it. Raises TranscriptError for what is none."""
    counts = [int(count) for count in ply["set_position"]]
    first = {BAR - place: count for place, count in enumerate(counts) if count > 0}
    second = {place: -count for place, count in enumerate(counts) if count < 0}
    position = Position(with_the_rest_off(first), with_the_rest_off(second))
    if faults := faults_of(position):
        raise TranscriptError(f"It states a board that is none: {faults[0]}.")
    return position


def _end(game: Document) -> Iterator[GameWon]:
    winner = _WINNERS.get(game.get("winner", -1))
    if winner is not None:
        yield GameWon(winner, points=int(game["points_won"]) or None)


def _turns(plies: Sequence[Document], board: Position | None) -> Iterator[AnyTurn]:
    """Each action; `board` is followed as the first side sees it, None since it can't be."""
    for place, ply in enumerate(plies):
        action = int(ply.get("action_id", 30))
        is_start = place == 0 and action == _SET_POSITION and "d1" not in ply
        if not is_start and action not in _ENDS:
            turn = _turn(ply, action, "first" if ply["color"] == 1 else "second", board)
            board = _after(turn, board)
            yield turn


def _after(turn: AnyTurn, board: Position | None) -> Position | None:
    if board is None or not isinstance(turn, Played) or turn.moves is None:
        return board
    after = with_moves_as_written(board_for(turn.side, board), turn.moves)
    return None if after is None else board_for(turn.side, after)


def _turn(ply: Document, action: int, side: Side, board: Position | None) -> AnyTurn:
    if action <= _LAST_ROLL:
        return Played(side, roll=_roll(ply), moves=tuple(_moves(ply.get("moves") or (), side)))
    if action == _DOUBLE:
        return Doubled(side)
    if action in (_TAKE, _BEAVER):
        return Taken(side, beaver=action == _BEAVER)
    if action == _DROP:
        return Passed(side)
    if action == _SET_POSITION and "d1" in ply and board is not None:
        return Played(side, roll=_roll(ply), moves=moves_between(board_for(side, board), board_for(side, _board(ply))))
    return Unread(side, text=_NAMED.get(action, "the position was set"))


def _roll(ply: Document) -> Roll:
    roll = int(ply["d1"]), int(ply["d2"])
    if not all(1 <= die <= 6 for die in roll):
        raise TranscriptError(f"No dice show {roll[0]} and {roll[1]}.")
    return roll


def _moves(steps: Iterable[Document], side: Side) -> Iterator[Move]:
    """Each checker's, as its side counts its points."""
    for step in steps:
        place = int(step["from"])
        start = BAR - place if side == "first" else place
        end = max(0, start - int(step["pips"]))
        if not 0 < start <= BAR:
            raise TranscriptError(f"A checker is moved from {start}, which is no point.")
        yield Move(start, end)


def numbered(turns: Iterable[AnyTurn]) -> Iterator[AnyTurn]:
    """With the numbers of moves: each is what the first side does and then the second."""
    move, before = 1, None
    for turn in turns:
        is_new = before is not None and not isinstance(turn, GameWon)
        if is_new and (turn.side == "first" or before == "second"):
            move += 1
        before = turn.side
        yield replace(turn, move=move)
