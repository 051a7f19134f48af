"""The six-game match (SIX-1..3): its games, when it is decided, and whose seat was wrong.

Game points are counted in halves: a game won gives its winner two half points, a drawn game each side one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from domain.kernel.values import Side, Value, other

MOST_GAMES = 6
"""The length of such a match: games at most."""

_HALVES_WON, _HALVES_DRAWN = 2, 1
_ENOUGH = {3: 6, 4: 6, 5: 7, 6: 7}
"""By games played, the half points that win the match (SIX-2)."""

_TAKES_SEAT_OF_THE_FIRST_GAME = (True, False, False, True, True, False)
"""A-B-B-A-A-B: in which games the first seat is that of the side who had it in the first (SIX-1)."""


class SeatedGame(Value):
    """One game: who won it, or that it was drawn, and which side had the first seat."""

    winner: Side | Literal["drawn"]
    first_seat: Side


class SixGames(Value):
    """The games of a six-game match, in order. Who has the first seat of the first was chosen by chance at the board:
    reported, not drawn (SIX-1)."""

    kind: Literal["six-games"] = "six-games"
    games: Annotated[tuple[SeatedGame, ...], Field(min_length=1, max_length=MOST_GAMES)]


@dataclass(frozen=True, slots=True)
class WrongSeat:
    """A game, from 1, in which the wrong side had the first seat; `due` is the side who should have had it."""

    game: int
    due: Side


def half_points(games: Sequence[SeatedGame]) -> tuple[int, int]:
    """The game points of first and second side, in halves: 7 of them are 3.5 points (SIX-2)."""
    drawn = _HALVES_DRAWN * sum(game.winner == "drawn" for game in games)
    first, second = (_HALVES_WON * sum(game.winner == side for game in games) for side in ("first", "second"))
    return first + drawn, second + drawn


def wrong_seats(games: Sequence[SeatedGame]) -> Iterator[WrongSeat]:
    """The games whose first seat is not as SIX-1 has it; they count all the same (SIX-3)."""
    for number, (game, as_at_first) in enumerate(zip(games, _TAKES_SEAT_OF_THE_FIRST_GAME, strict=False), 1):
        due = games[0].first_seat if as_at_first else other(games[0].first_seat)
        if game.first_seat != due:
            yield WrongSeat(number, due)


def leader(games: Sequence[SeatedGame]) -> Side | None:
    """The side with enough to have won after just these games."""
    first, second = half_points(games)
    enough = _ENOUGH.get(len(games))
    if enough is None or max(first, second) < enough:
        return None
    return "first" if first > second else "second"
