"""The cube (GAM-2) [room 11, 4.4.1 to 4.4.7]: who may offer it and when, and what becomes of it."""

from dataclasses import dataclass
from typing import Literal, get_args

from domain.backgammon.terms import Terms
from domain.kernel.values import Side, other
from domain.scoring.crawford import dead_for
from domain.scoring.result import Cube
from domain.scoring.score import Score

HIGHEST: Cube = get_args(Cube)[-1]
"""The cube goes from 1, in the middle, to 64."""

Invalid = Literal["no-cube", "crawford", "not-holder", "dead-cube", "past-64"]
"""Why a double is not one."""


@dataclass(frozen=True, slots=True)
class Held:
    """The value of the cube, and who holds it; None: it is in the middle."""

    value: Cube = 1
    holder: Side | None = None

    @property
    def doubled(self) -> Cube:
        """The next value of the cube [4.4.2]; 64 is the last."""
        return next((one for one in get_args(Cube) if one > self.value), HIGHEST)

    def after_take(self, side: Side) -> "Held":
        """GAM-2, room 11: "the result of the game is doubled", and who takes has "the sole right to offer the cube
        again"."""
        return Held(self.doubled, side)


CENTRED = Held()
"""As a game begins [4.4.1]."""


def why_not(cube: Held, doubler: Side, terms: Terms, before: Score, *, crawford_game: bool) -> Invalid | None:
    """Why the side on roll can't double in a game that began at that score; None where it can.

    GAM-2, room 11: the cube is "available to both players" at the beginning, then to who has taken it. GAM-6, room 10:
    not every mode has one. None is used in the Crawford game [4.4.4]; one that wins the match anyway is dead [4.4.7].
    """
    if not terms.cube:
        return "no-cube"
    if crawford_game:
        return "crawford"
    if cube.holder == other(doubler):
        return "not-holder"
    if terms.length is not None and dead_for(before, doubler, cube.value, terms.length):
        return "dead-cube"
    return "past-64" if cube.value == HIGHEST else None


ANNULLED: tuple[Invalid, ...] = ("no-cube", "crawford", "dead-cube", "past-64")
"""Doubles that leave the cube where it was, taken or not [4.4.4, 4.4.7]. *Reading:* one by who did not hold it counts
once it was taken, for the cube is presumed to be as it is [4.4.9]."""
