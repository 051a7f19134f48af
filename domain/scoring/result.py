"""Results that can be reported of a match (GAM-4, GAM-6, SIX-1, SWI-4, ALL-9)."""

from typing import Annotated, Literal

from pydantic import Field

from domain.kernel.values import Length, Points, Side, Value
from domain.scoring.games import LARGEST_GAME_POINTS as LARGEST_GAME_POINTS
from domain.scoring.games import Cube as Cube
from domain.scoring.games import EndedAs as EndedAs
from domain.scoring.games import Game as Game
from domain.scoring.games import GamesPlayed as GamesPlayed
from domain.scoring.games import Outcome as Outcome
from domain.scoring.games import TellsEnding as TellsEnding
from domain.scoring.modes import GAMES_OF, LeftTable, RoomForm
from domain.scoring.six_games import MOST_GAMES, SixGames

Form = Literal["points", "six-games", "best-of-three"] | RoomForm
"""What a match consists of: games until a side has so many points; up to six games (SIX-1); best of three matches, each
to so many points, in which breaks are taken between matches only (TD-8) [2.2.2]; or those of a mode of the
room (GAM-6)."""

Starters = Annotated[tuple[Side, ...], Field(max_length=2000)]
"""The side that started each game, from the first on, as far as it is known (GAM-5)."""

TO_POINTS: tuple[Form, ...] = ("points", "five-points")
"""The forms in which points won add up until a side has reached the length."""

LENGTH_OF = dict[Form, Length]((("six-games", MOST_GAMES), *GAMES_OF.items()))
"""The length of a match of each form that has just one: points to reach in five points, else games at most."""


class FinalScore(Value):
    """The score at the end. Points beyond the length are kept as scored (GAM-4)."""

    kind: Literal["score"] = "score"
    first: Points
    second: Points


class MatchScore(Value):
    """The final score of one match of several."""

    first: Points
    second: Points


class BestOfThree(Value):
    """The matches of a best of three, in order: anyone who wins two of them has won [2.2.2]."""

    kind: Literal["best-of-three"] = "best-of-three"
    matches: Annotated[tuple[MatchScore, ...], Field(min_length=2, max_length=3)]


class WinnerOnly(Value):
    """Played to the end, but no score was kept."""

    kind: Literal["winner"] = "winner"
    winner: Side


class Conceded(Value):
    """One side gave the match up, before it began or under way; `play_began` decides whether it is rated (ALL-6).
    `ending` tells how that came about, where it is known (TD-18)."""

    kind: Literal["conceded"] = "conceded"
    loser: Side
    play_began: bool
    ending: TellsEnding = None


class Drawn(Value):
    """Played to a draw."""

    kind: Literal["drawn"] = "drawn"


class Unplayed(Value):
    """Not played in time; `reported_by` are the sides that had told the director that no time was agreed (SWI-4)."""

    kind: Literal["unplayed"] = "unplayed"
    reported_by: Literal["first", "second", "both"]


class BothLost(Value):
    """Neither side appeared, or both were put out: both lose (ALL-9)."""

    kind: Literal["both-lost"] = "both-lost"
    play_began: bool = False


Result = Annotated[
    FinalScore | GamesPlayed | SixGames | BestOfThree | LeftTable | WinnerOnly | Conceded | Drawn | Unplayed | BothLost,
    Field(discriminator="kind"),
]
