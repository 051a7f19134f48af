"""What the page of a replayed game shows: the board at a turn, the position in words, and the turns around it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from api.site.frame.visit import Json
from api.site.pictures import board
from domain.backgammon.checkers import BAR, OFF, Checkers, pips
from domain.backgammon.situation import Situation
from domain.backgammon.xgid import read_xgid
from domain.kernel.values import Side

MOST_MOVES = 30
"""Moves that are listed before the one that is shown, and after it: a page stays small whatever a file holds."""
MOST_GAMES = 50
"""The same of games: a match to 25 points has no more."""


@dataclass(frozen=True, slots=True)
class SideInWords:
    """A side's checkers by point, from its 24 point down, as it counts them."""

    side: Side
    points: tuple[tuple[int, int], ...]
    bar: int
    off: int
    pips: int


@dataclass(frozen=True, slots=True)
class Board:
    """A position: as it is, as a picture, and in words."""

    situation: Situation
    picture: board.Picture
    words: tuple[SideInWords, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A turn in the list, by its place in the game."""

    place: int
    turn: Json


@dataclass(frozen=True, slots=True)
class Row:
    """A move of both sides."""

    move: int | None
    first: tuple[Cell, ...]
    second: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A turn of a game; `turn` is None at its end. `board` is None where it is not known."""

    place: int
    turn: Json | None
    board: Board | None
    rows: tuple[Row, ...]
    games: tuple[int, ...]
    before: tuple[int, int | None] | None
    after: tuple[int, int | None] | None


def shown_turn(replay: Json, wanted: int | None) -> Shown:
    """The turn at that place of the game, from 1; beyond the last one, or None: the end."""
    turns, number = replay["turns"], replay["game"]["number"]
    end = len(turns) + 1
    place = end if wanted is None else min(wanted, end)
    turn = turns[place - 1] if place < end else None
    found = replay["end"] if turn is None else turn["found"]
    moves = [tuple(one) for one in turn["moves"]] if turn else []
    return Shown(
        place,
        turn,
        None if found is None else board_of(read_xgid(found), moves),
        tuple(_rows(turns, place)),
        _games_near(replay["games"], number),
        before=(number, place - 1) if place > 1 else _beside(replay, -1),
        after=(number, place + 1) if place < end else _beside(replay, 1),
    )


def turn_of_move(replay: Json, move: int, side: Side | None) -> int | None:
    """The place in the game of what that side did in that move, before all of what something was found; None: it has no
    such move."""
    places = [
        (not turn["findings"], place)
        for place, turn in enumerate(replay["turns"], 1)
        if turn["move"] == move and side in (None, turn["side"])
    ]
    return min(places)[1] if places else None


def _games_near(games: Sequence[int], number: int) -> tuple[int, ...]:
    at = games.index(number)
    return tuple(games[max(0, at - MOST_GAMES) : at + MOST_GAMES + 1])


def _beside(replay: Json, step: int) -> tuple[int, int | None] | None:
    """The game before, at its end, or the one after, at its first turn; None: there is none."""
    games: list[int] = replay["games"]
    at = games.index(replay["game"]["number"]) + step
    return (games[at], 1 if step > 0 else None) if 0 <= at < len(games) else None


def board_of(situation: Situation, moves: Sequence[tuple[int, int]] = ()) -> Board:
    """The position with the ways of the checkers that are moved in it."""
    return Board(situation, board.drawn(situation, moves), in_words(situation))


def in_words(situation: Situation) -> tuple[SideInWords, ...]:
    """Both sides' checkers."""
    return _side_in_words("first", situation.board.mine), _side_in_words("second", situation.board.theirs)


def _side_in_words(side: Side, checkers: Checkers) -> SideInWords:
    points = tuple((point, checkers[point]) for point in range(24, 0, -1) if checkers[point])
    return SideInWords(side, points, checkers[BAR], checkers[OFF], pips(checkers))


def _rows(turns: Sequence[Json], place: int) -> list[Row]:
    cells = [Cell(number, turn) for number, turn in enumerate(turns, 1)]
    near = cells[max(0, place - 2 * MOST_MOVES) : place + 2 * MOST_MOVES]
    return [_row(move, tuple(found)) for move, found in groupby(near, key=lambda cell: cell.turn["move"])]


def _row(move: int | None, cells: tuple[Cell, ...]) -> Row:
    first, second = (tuple(cell for cell in cells if cell.turn["side"] == side) for side in ("first", "second"))
    return Row(move, first, second)
