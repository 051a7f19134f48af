"""What can be reported of a points match, and who has won by it (GAM-3, GAM-4)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import FailFast, Field

from domain.errors import Refused
from domain.problems import GAME_AFTER_END, MATCH_UNFINISHED, SCORE_IMPOSSIBLE, TWO_WINNERS
from domain.values import Length, Points, Side, Value, other

LARGEST_GAME_POINTS = 64 * 3
_MULTIPLE = {"single": 1, "gammon": 2, "backgammon": 3}

Cube = Literal[1, 2, 4, 8, 16, 32, 64]


class Game(Value):
    """One game won: who, how, and the cube's value at its end."""

    winner: Side
    won: Literal["single", "gammon", "backgammon"] = "single"
    cube: Cube = 1

    @property
    def points(self) -> int:
        """Match points the game counts (GAM-3)."""
        return self.cube * _MULTIPLE[self.won]


class FinalScore(Value):
    """The score at the end. Points beyond the length are kept as scored (GAM-4)."""

    kind: Literal["score"] = "score"
    first: Points
    second: Points


class GamesPlayed(Value):
    """The games in the order in which they were played."""

    kind: Literal["games"] = "games"
    games: Annotated[tuple[Game, ...], Field(min_length=1, max_length=2000), FailFast()]


class WinnerOnly(Value):
    """Played to the end, but no score was kept."""

    kind: Literal["winner"] = "winner"
    winner: Side


class Conceded(Value):
    """One side gave the match up, before it began or under way; `play_began` decides whether it is rated (ALL-6)."""

    kind: Literal["conceded"] = "conceded"
    loser: Side
    play_began: bool


Result = Annotated[FinalScore | GamesPlayed | WinnerOnly | Conceded, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a result comes to. `points` are first and second side's, or none where no score is known."""

    winner: Side
    points: tuple[int, int] | None
    play_began: bool = True


def outcome(result: Result, length: Length) -> Outcome:
    """The outcome of a match to `length` points. Raises Refused where the result does not make one (GAM-4)."""
    match result:
        case FinalScore():
            return _by_score(result.first, result.second, length)
        case GamesPlayed():
            return _by_score(*_sum_of_games(result.games, length), length)
        case WinnerOnly():
            return Outcome(result.winner, None)
        case Conceded():
            return Outcome(other(result.loser), None, result.play_began)


def _by_score(first: int, second: int, length: Length) -> Outcome:
    said = f"{first}-{second} in a match to {length}"
    high, low = max(first, second), min(first, second)
    if high < length:
        raise Refused(MATCH_UNFINISHED, f"{said}: nobody has reached {length}.", length=length)
    if low >= length:
        raise Refused(TWO_WINNERS, f"{said}: both have reached {length}.", length=length)
    if high >= length + LARGEST_GAME_POINTS:
        raise Refused(SCORE_IMPOSSIBLE, f"{said}: the winner needed no more than one game.", length=length)
    return Outcome("first" if first > second else "second", (first, second))


def _sum_of_games(games: tuple[Game, ...], length: Length) -> tuple[int, int]:
    points = {"first": 0, "second": 0}
    for number, game in enumerate(games, 1):
        if max(points.values()) >= length:
            raise Refused(GAME_AFTER_END, f"Game {number} follows the end of the match.", game=number)
        points[game.winner] += game.points
    return points["first"], points["second"]
