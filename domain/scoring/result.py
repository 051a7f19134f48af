"""What can be reported of a match, and what it comes to (GAM-3, GAM-4, SIX-2, SWI-4, ALL-9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import FailFast, Field

from domain.errors import Refused
from domain.problems import GAME_AFTER_END, MATCH_UNFINISHED, RESULT_FORM, SCORE_IMPOSSIBLE, TWO_WINNERS
from domain.scoring import six_games
from domain.scoring.six_games import SixGames
from domain.values import Length, Points, Side, Value, other

LARGEST_GAME_POINTS = 64 * 3
_MULTIPLE = {"single": 1, "gammon": 2, "backgammon": 3}

Form = Literal["points", "six-games"]
"""What a match consists of: games until a side has so many points, or up to six games (SIX-1)."""

How = Literal["won", "drawn", "default", "both-told", "both-lost"]
"""How a match ended: won by a side; drawn; won by `default`, by the side that alone had told the director that no time
could be agreed; `both-told`: drawn, since both had told so; `both-lost` (SWI-4, ALL-9)."""

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


class Drawn(Value):
    """Played to a draw."""

    kind: Literal["drawn"] = "drawn"


class Unplayed(Value):
    """Not played in time; `told` are the sides that had told the director that no time could be agreed (SWI-4)."""

    kind: Literal["unplayed"] = "unplayed"
    told: Literal["first", "second", "both"]


class BothLost(Value):
    """Neither side appeared, or both were put out: both lose (ALL-9)."""

    kind: Literal["both-lost"] = "both-lost"
    play_began: bool = False


Result = Annotated[
    FinalScore | GamesPlayed | SixGames | WinnerOnly | Conceded | Drawn | Unplayed | BothLost,
    Field(discriminator="kind"),
]

_TOLD_OF: Mapping[type[Value], Form] = {FinalScore: "points", GamesPlayed: "points", SixGames: "six-games"}
"""The form of match that a result speaks of; all others can be said of any."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a result comes to. `points` are first and second side's match points, or None where no score is known or the
    match is not to points: six games give game points, in halves. `winner` is None where neither side has won."""

    winner: Side | None
    points: tuple[int, int] | None
    play_began: bool = True
    how: How = "won"


def outcome(result: Result, length: Length, form: Form = "points") -> Outcome:
    """The outcome of a match of that form, to `length` points where it is to points. Raises Refused where the result
    does not make one (GAM-4, SIX-3), or is told in another form."""
    _require_form(result, form)
    match result:
        case FinalScore():
            return _by_score(result.first, result.second, length)
        case GamesPlayed():
            return _by_score(*_sum_of_games(result.games, length), length)
        case SixGames():
            winner = six_games.winner(result.games)
            return Outcome(winner, None, how="won" if winner else "drawn")
        case WinnerOnly():
            return Outcome(result.winner, None)
        case Conceded():
            return Outcome(other(result.loser), None, result.play_began)
        case Drawn():
            return Outcome(None, None, how="drawn")
        case Unplayed():
            return _unplayed(result.told)
        case BothLost():
            return Outcome(None, None, result.play_began, how="both-lost")


def _unplayed(told: Side | Literal["both"]) -> Outcome:
    if told == "both":
        return Outcome(None, None, play_began=False, how="both-told")
    return Outcome(told, None, play_began=False, how="default")


def _require_form(result: Result, form: Form) -> None:
    if _TOLD_OF.get(type(result), form) != form:
        detail = f"A result of kind {result.kind} tells nothing of a match of form {form}."
        raise Refused(RESULT_FORM, detail, kind=result.kind, form=form)


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
