"""Games of backgammon, and what a match of them comes to (GAM-3, GAM-4, TD-18)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import FailFast, Field, ValidationInfo, field_validator

from domain.kernel.refusal import Refused
from domain.kernel.values import Length, Side, Value
from domain.problems.matches import GAME_AFTER_END, MATCH_UNFINISHED, SCORE_IMPOSSIBLE, TWO_WINNERS

LARGEST_GAME_POINTS = 64 * 3
_MULTIPLE = {"single": 1, "gammon": 2, "backgammon": 3}

How = Literal["won", "drawn", "default", "both-told", "both-lost"]
"""How a match ended: won by a side; drawn; won by `default`, by the side that alone had told the director that no time
could be agreed; `both-told`: drawn, since both had told so; `both-lost` (SWI-4, ALL-9)."""

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
        return self.cube * _MULTIPLE[self.won]


class GamesPlayed(Value):
    """The games in the order in which they were played."""

    kind: Literal["games"] = "games"
    games: Annotated[tuple[Game, ...], Field(min_length=1, max_length=2000), FailFast()]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a result comes to. `points` are first and second side's match points, or None where no score is known or the
    match is not to points: six games give game points, in halves. `winner` is None where neither side has won."""

    winner: Side | None
    points: tuple[int, int] | None
    play_began: bool = True
    how: How = "won"


def by_score(first: int, second: int, length: Length) -> Outcome:
    """A match to `length` points that has ended so. Raises Refused where it can't have."""
    said = f"{first}-{second} in a match to {length}"
    high, low = max(first, second), min(first, second)
    if high < length:
        raise Refused(MATCH_UNFINISHED, f"{said}: nobody has reached {length}.", length=length)
    if low >= length:
        raise Refused(TWO_WINNERS, f"{said}: both have reached {length}.", length=length)
    if high >= length + LARGEST_GAME_POINTS:
        raise Refused(SCORE_IMPOSSIBLE, f"{said}: the winner needed no more than one game.", length=length)
    return Outcome("first" if first > second else "second", (first, second))


def by_games(games: Sequence[Game], length: Length) -> Outcome:
    """A match to `length` points of these games. Raises Refused where they do not end it, or go on after its end."""
    return by_score(*_sum_of_games(games, length), length)


def _sum_of_games(games: Sequence[Game], length: Length) -> tuple[int, int]:
    points = {"first": 0, "second": 0}
    for number, game in enumerate(games, 1):
        if max(points.values()) >= length:
            raise Refused(GAME_AFTER_END, f"Game {number} follows the end of the match.", game=number)
        points[game.winner] += game.points
    return points["first"], points["second"]
