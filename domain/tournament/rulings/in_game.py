"""Where in its match a dispute or a ruling is about (GAM-7, TD-9): the game, the move, and the board as it was."""

from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from domain.backgammon.situation import Situation
from domain.backgammon.xgid import read_xgid, written_xgid
from domain.kernel.values import Number, Side, Value
from domain.scoring.crawford import GameNumber

MoveNumber = Annotated[int, Field(strict=True, ge=1, le=10_000)]


def _as_written(text: str) -> str:
    """The XGID as it is always written. Raises ValueError for what is none."""
    return written_xgid(read_xgid(text))


Xgid = Annotated[str, Field(strict=True, max_length=100), AfterValidator(_as_written)]


class InGame(Value):
    """A game of the match, and in it the move with its side, both None where it is about the game as a whole. It is
    looked up in a transcript that is kept with the match, by the number of the `attachment`; where none shows it, the
    `position` says what was on the board, as an XGID whose first side is the match's."""

    game: GameNumber
    move: MoveNumber | None = None
    side: Side | None = None
    attachment: Number | None = None
    position: Xgid | None = None

    @model_validator(mode="after")
    def _names_side_of_move(self) -> Self:
        if self.side is not None and self.move is None:
            raise ValueError("name the move of that side, or no side")
        return self

    @model_validator(mode="after")
    def _has_one_board(self) -> Self:
        if self.position is not None and self.attachment is not None:
            raise ValueError("name the transcript that shows the board, or give its position, and not both")
        return self

    @property
    def situation(self) -> Situation | None:
        """The position that was given."""
        return None if self.position is None else read_xgid(self.position)
