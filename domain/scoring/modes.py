"""The room's modes of play, and what their games come to (GAM-6, STK-4).

Readings: in *normal* mode each game is a match of its own, and going on after it begins another. Who leaves the table
in *single* has lost, also while the potential points are not known: only the settlement waits for the director.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, Literal, TypeGuard

from pydantic import AfterValidator, Field

from domain.kernel.values import FirstPool, Length, Side, Value
from domain.scoring.amount import Amount
from domain.scoring.games import LARGEST_GAME_POINTS, Cube, GamesPlayed

RoomForm = Literal["three-games", "five-points", "single", "normal"]
"""What a match consists of in each of the modes."""

GAMES_OF: Mapping[RoomForm, Length] = {"three-games": 3, "five-points": 5, "single": 1, "normal": 1}
"""The length of a match in each mode: points to reach in five points, else games at most."""


def in_room(form: str) -> TypeGuard[RoomForm]:
    """Whether a match of that form is one of a mode of the room."""
    return form in GAMES_OF


def wrong_starts(form: str, starters: Sequence[Side]) -> Iterator[int]:
    """GAM-5: the numbers of the games, from 1, that the side started who had started the game before; they count all
    the same. Reading: in a mode of the room the start alternates [room 1]; in all other matches it is rolled for, but
    six games have seats of their own (SIX-1)."""
    if in_room(form):
        yield from (number for number, (one, after) in enumerate(pairwise(starters), 2) if one == after)


def pool_of_mode(stake: Decimal | None) -> FirstPool:
    """The pool of a match of the room, by what each side stakes: one for play for nothing, one for all modes with a
    price (ELO-1)."""
    return "normal" if stake is None else "price"


_STAKES = (Decimal("2.50"), Decimal("5.00"))
_LIMITS = (Decimal("10.00"), Decimal("20.00"))
MOST_IN_ONE_GAME = 3
"""Points of a backgammon without a cube: a lead of more can't be caught up with in the last game."""


def _stake(amount: Decimal) -> Decimal:
    if amount not in _STAKES:
        raise ValueError("each side stakes 2.50 or 5.00")
    return amount


Stake = Annotated[Amount, AfterValidator(_stake)]
"""What each side stakes in three games and five points (STK-1)."""


def _limit(amount: Decimal) -> Decimal:
    if amount not in _LIMITS:
        raise ValueError("the limit is 10.00 or 20.00")
    return amount


Limit = Annotated[Amount, AfterValidator(_limit)]
PointValue = Literal[1, 2]
"""What a point is worth in a single game (STK-3)."""


class Normal(Value):
    """One game with the cube, without a stake."""

    kind: Literal["normal"] = "normal"


class ThreeGames(Value):
    """Three games without a cube; most points win, equal is a tie."""

    kind: Literal["three-games"] = "three-games"
    stake: Stake


class FivePoints(Value):
    """A match to five points with the cube; Crawford is an announced option (TD-17)."""

    kind: Literal["five-points"] = "five-points"
    stake: Stake
    crawford: bool = False


class Single(Value):
    """One game with the cube; each point is worth `point_value`, up to the `limit`, which each side stakes and is the
    most that it can lose: two choices (STK-3)."""

    kind: Literal["single"] = "single"
    point_value: PointValue
    limit: Limit


Mode = Annotated[Normal | ThreeGames | FivePoints | Single, Field(discriminator="kind")]

STAKES: Mapping[RoomForm, tuple[Decimal, ...]] = {"three-games": _STAKES, "five-points": _STAKES, "single": _LIMITS}
"""What each side may stake: of a single game its limit (STK-1, STK-3)."""


def point_value_of(limit: Decimal) -> PointValue:
    """The default value of a point: a tenth of the limit."""
    return 1 if limit == _LIMITS[0] else 2


def mode_of(form: RoomForm, stake: Decimal, point_value: PointValue | None = None) -> Mode:
    """The mode in which a match of that form is played for that stake of each side. Whether such a stake is
    allowed was asked when the match was made."""
    match form:
        case "normal":
            return Normal()
        case "three-games":
            return ThreeGames.model_construct(stake=stake)
        case "five-points":
            return FivePoints.model_construct(stake=stake)
        case "single":
            return Single.model_construct(point_value=point_value or point_value_of(stake), limit=stake)


PotentialPoints = Annotated[int, Field(strict=True, ge=1, le=LARGEST_GAME_POINTS)]


class LeftTable(Value):
    """One side left the table before the end. `potential_points` are as the room or the director reports them; else
    they follow from the cube, and from whether the leaver had borne off a checker. None: not known (STK-4)."""

    kind: Literal["left-table"] = "left-table"
    leaver: Side
    potential_points: PotentialPoints | None = None
    cube: Cube | None = None
    borne_off: bool | None = None

    @property
    def potential(self) -> int | None:
        """The points that the opponent could still have won: a backgammon at the cube's value, or a single game once
        the leaver had borne off a checker."""
        if self.potential_points is not None:
            return self.potential_points
        if self.cube is None or self.borne_off is None:
            return None
        return self.cube if self.borne_off else self.cube * 3


RoomResult = Annotated[GamesPlayed | LeftTable, Field(discriminator="kind")]
