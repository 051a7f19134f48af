"""A moment of a game (GAM-1, GAM-2): the board, who is on roll, the dice, the cube and the score."""

from dataclasses import dataclass

from domain.backgammon.checkers import Position
from domain.backgammon.doubling import CENTRED, Held
from domain.backgammon.game import GameState, board_for
from domain.backgammon.moves import Roll
from domain.backgammon.turns import AnyTurn, Played
from domain.kernel.values import Side
from domain.scoring.score import LEVEL, Score


@dataclass(frozen=True, slots=True)
class Situation:
    """`board` is as the first side sees it; `roll` is None before the dice; `offered`: the cube was just offered to the
    side on roll's opponent; `length` is 0 where the match is not to points."""

    board: Position
    on_roll: Side = "first"
    roll: Roll | None = None
    cube: Held = CENTRED
    score: Score = LEVEL
    length: int = 0
    crawford: bool = False
    offered: bool = False

    @property
    def seen_on_roll(self) -> Position:
        """The board as the side on roll sees it."""
        return board_for(self.on_roll, self.board)


def situation_at(state: GameState, turn: AnyTurn | None) -> Situation | None:
    """The situation before a turn; None where the board is not known. Without a turn: as the game ended, with the side
    that would be next."""
    if state.board is None:
        return None
    side = turn.side if turn is not None else state.due or "first"
    return Situation(
        state.board,
        on_roll=side if state.offer is None else state.offer.doubler,
        roll=turn.roll if isinstance(turn, Played) else None,
        cube=state.cube,
        score=state.before,
        length=state.terms.length or 0,
        crawford=state.crawford,
        offered=state.offer is not None,
    )
