"""What can be reported of a match, and what it comes to (GAM-4, GAM-6, SIX-2, SWI-4, ALL-9)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from domain.kernel.refusal import Refused
from domain.kernel.values import Length, Points, Side, Value, other
from domain.problems.matches import RESULT_FORM
from domain.scoring import six_games
from domain.scoring.games import LARGEST_GAME_POINTS as LARGEST_GAME_POINTS
from domain.scoring.games import Cube as Cube
from domain.scoring.games import Game as Game
from domain.scoring.games import GamesPlayed as GamesPlayed
from domain.scoring.games import How as How
from domain.scoring.games import Outcome as Outcome
from domain.scoring.games import TellsEnding, by_games, by_score
from domain.scoring.modes import GAMES_OF, LeftTable, RoomForm, in_room, room_outcome
from domain.scoring.six_games import MOST_GAMES, SixGames

Form = Literal["points", "six-games"] | RoomForm
"""What a match consists of: games until a side has so many points; up to six games (SIX-1); or those of a mode of the
room (GAM-6)."""

Starters = Annotated[tuple[Side, ...], Field(max_length=2000)]
"""Who started each game, from the first on, as far as it is known (GAM-5)."""

TO_POINTS: tuple[Form, ...] = ("points", "five-points")
"""The forms in which points won add up until a side has reached the length."""

LENGTH_OF = dict[Form, Length]((("six-games", MOST_GAMES), *GAMES_OF.items()))
"""The length of a match of each form that has just one: points to reach in five points, else games at most."""


class FinalScore(Value):
    """The score at the end. Points beyond the length are kept as scored (GAM-4)."""

    kind: Literal["score"] = "score"
    first: Points
    second: Points


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
    """Not played in time; `told` are the sides that had told the director that no time could be agreed (SWI-4)."""

    kind: Literal["unplayed"] = "unplayed"
    told: Literal["first", "second", "both"]


class BothLost(Value):
    """Neither side appeared, or both were put out: both lose (ALL-9)."""

    kind: Literal["both-lost"] = "both-lost"
    play_began: bool = False


Result = Annotated[
    FinalScore | GamesPlayed | SixGames | LeftTable | WinnerOnly | Conceded | Drawn | Unplayed | BothLost,
    Field(discriminator="kind"),
]

_ROOM = tuple(GAMES_OF)
_TOLD_OF: Mapping[type[Value], tuple[Form, ...]] = {
    FinalScore: TO_POINTS,
    GamesPlayed: ("points", *_ROOM),
    SixGames: ("six-games",),
    LeftTable: _ROOM,
    Drawn: ("points", "six-games"),
}
"""The forms of match that a result speaks of; all others can be said of any. A tie over three games is told by them."""


def outcome(result: Result, length: Length, form: Form = "points") -> Outcome:
    """The outcome of a match of that form, to `length` points where it is to points. Raises Refused where the result
    does not make one (GAM-4, SIX-3), or is told in another form."""
    _require_form(result, form)
    match result:
        case FinalScore():
            return by_score(result.first, result.second, length)
        case GamesPlayed() | LeftTable():
            return _played(result, length, form)
        case SixGames():
            winner = six_games.winner(result.games)
            return Outcome(winner, None, how="won" if winner else "drawn")
        case _:
            return _without_games(result)


def _played(result: GamesPlayed | LeftTable, length: Length, form: Form) -> Outcome:
    if in_room(form):
        return room_outcome(form, result)
    if isinstance(result, LeftTable):
        raise _told_otherwise(result, form)
    return by_games(result.games, length)


def _without_games(result: WinnerOnly | Conceded | Drawn | Unplayed | BothLost) -> Outcome:
    match result:
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
    if form not in _TOLD_OF.get(type(result), (form,)):
        raise _told_otherwise(result, form)


def _told_otherwise(result: Result, form: Form) -> Refused:
    detail = f"A result of kind {result.kind} tells nothing of a match of form {form}."
    return Refused(RESULT_FORM, detail, kind=result.kind, form=form)
