"""The equipment of a match: what a player can insist on, and how many dice there are (TD-23) [2.1, 3.1-3.5].

All of it subject to availability. A clock and a baffle box can be insisted on where they are announced with a
preference or an obligation; whatever else a player asks for, the director grants or not.
"""

from collections.abc import Mapping
from typing import Literal

from domain.kernel.values import Value
from domain.officiating.sanction_catalogue import Clause

Met = Literal["before-the-match", "between-games", "during-a-game"]
"""How late in a match it is still provided."""


class Right(Value):
    """By which clause a player insists, until when it is met, and on what exactly."""

    clause: Clause
    met: Met
    about: str


class BoardSize(Value):
    """The least and the greatest of an open board, in centimetres."""

    least: tuple[int, int]
    greatest: tuple[int, int]

    def fits(self, size: tuple[int, int]) -> bool:
        """Whether a board that measures so can be insisted on, or has to be accepted."""
        return all(least <= one <= most for least, one, most in zip(self.least, size, self.greatest, strict=True))


BOARD = BoardSize(least=(44, 55), greatest=(66, 88))


class DiceInUse(Value):
    """Selected for the whole match; how many each player rolls, and how many are in use in a game."""

    selected: int
    each: int
    in_use: int


def dice_in_use(*, clock: bool) -> DiceInUse:
    """Each player has their own dice; with a clock both use the same two [3.3.2, 3.3.3]."""
    return DiceInUse(selected=4, each=2, in_use=2 if clock else 4)


def right_to(wanted: str, clock: str | None, baffle_box: str | None) -> Right | None:
    """The right to what is asked for, where clock and baffle box are announced so; None where it is only a request."""
    announced = {"clock": clock, "baffle-box": baffle_box}
    if wanted in announced and announced[wanted] not in ("preference", "obligation"):
        return None
    return _RIGHTS.get(wanted)


def _right(clause: Clause, met: Met, about: str) -> Right:
    return Right(clause=clause, met=met, about=about)


_APPROVAL = "The director's approval"
_SIZE = " to ".join(f"{width} by {length}" for width, length in (BOARD.least, BOARD.greatest))
_RIGHTS: Mapping[str, Right] = {
    "non-smoking-area": _right("2.1", "before-the-match", "A place where nobody smokes."),
    "board": _right("3.1", "between-games", f"A board that measures from {_SIZE} cm when it is open."),
    "cups": _right("3.2", "during-a-game", "Cups with an interior lip."),
    "precision-dice": _right("3.3.1", "during-a-game", "Precision dice."),
    "baffle-box": _right("3.4.1(b)", "before-the-match", "A baffle box, since the announcement prefers them."),
    "equipment": _right("3.4.3", "before-the-match", f"{_APPROVAL} of a clock [3.5.3]; a baffle box also later."),
    "clock": _right("3.5.1(b)", "before-the-match", "A clock, since the announcement prefers them."),
    "preference": _right("3.6", "before-the-match", "A roll of dice, unless both agree."),
}
