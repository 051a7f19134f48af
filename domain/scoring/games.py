"""Games of backgammon, and what can become of a match (GAM-3, TD-18)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, FailFast, Field, ValidationInfo, field_validator

from domain.kernel.values import Side, Value

MULTIPLES = {"single": 1, "gammon": 2, "backgammon": 3}
GAME_POINTS = frozenset(multiple << doubled for multiple in MULTIPLES.values() for doubled in range(7))
"""What one game can bring (GAM-3)."""
LARGEST_GAME_POINTS = max(GAME_POINTS)

EndedAs = Literal["won", "drawn", "default", "drawn-by-default", "both-lost"]
"""How a match ended: won by a side; drawn; won by `default`, by the side that alone had told the director that no time
could be agreed; `drawn-by-default`: drawn, since both had told so; `both-lost` (SWI-4, ALL-9)."""

Cube = Literal[1, 2, 4, 8, 16, 32, 64]

UnplayedEnding = Literal["passed", "out-of-time", "settled-loss", "agreed"]
"""How a game or match ended that was not played out: a double was passed; time ran out; a settled loss was accepted,
without contact and with nothing else possible; or otherwise `agreed`, which is a breach [4.5] (TD-18)."""

TellsEnding = Annotated[UnplayedEnding | None, Field(exclude_if=lambda ending: ending is None)]
"""The same where it may be left out: it was played out, or nobody has told. Left out, it is not written either."""


class Game(Value):
    """One game won: who, how, and the cube's value at its end; and how it ended, where it was not played out."""

    winner: Side
    won: Literal["single", "gammon", "backgammon"] = "single"
    cube: Cube = 1
    ending: TellsEnding = None

    @field_validator("ending")
    @classmethod
    def _passed_as_a_single(cls, ending: UnplayedEnding | None, told: ValidationInfo) -> UnplayedEnding | None:
        """A pass loses the game at the cube's value (GAM-2)."""
        if ending == "passed" and told.data.get("won") in ("gammon", "backgammon"):
            raise ValueError("a passed double loses a single game")
        return ending

    @property
    def points(self) -> int:
        """Match points the game counts (GAM-3)."""
        return self.cube * MULTIPLES[self.won]


class GamesPlayed(Value):
    """The games in the order in which they were played."""

    kind: Literal["games"] = "games"
    games: Annotated[tuple[Game, ...], Field(min_length=1, max_length=2000), FailFast()]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a result, as it is in its event. `points` are first and second side's match points, or None where
    no score is known or the match is not to points: six games give game points, in halves. `winner` is None where
    neither side has won."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")
    winner: Side | None
    points: tuple[int, int] | None
    play_began: bool = True
    ended: EndedAs = "won"
