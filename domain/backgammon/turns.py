"""A match as written down (GAM-7): its games, and each turn of them as one value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from domain.backgammon.checkers import Position, StartName
from domain.backgammon.moves import Roll
from domain.kernel.values import Side
from domain.scoring.score import Score


@dataclass(frozen=True, slots=True)
class Move:
    """One checker moved from a place to a place, perhaps by several dice at once, and whether a hit is marked there."""

    start: int
    end: int
    hits: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """The deed of a side in the move of that number, from 1; `line` is where it is in the file, 0 where in none."""

    side: Side
    move: int = 0
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Played(Turn):
    """A roll, and the moves of its play: none where nothing could be moved, None where they are not written. `after` is
    the board after it, as its side sees it, where that is written instead of moves."""

    roll: Roll = (1, 1)
    moves: tuple[Move, ...] | None = ()
    after: Position | None = None


@dataclass(frozen=True, slots=True)
class Doubled(Turn):
    """The cube offered, and the level that was said; None: not said."""

    level: int | None = None


@dataclass(frozen=True, slots=True)
class Taken(Turn):
    """A double accepted; with `beaver` it was turned once more at once [4.4.8]."""

    beaver: bool = False


@dataclass(frozen=True, slots=True)
class Passed(Turn):
    """A double not accepted."""


@dataclass(frozen=True, slots=True)
class GameWon(Turn):
    """Which side has won the game, as it is written, and how many points, as far as they are; `gave_up`: the other
    side's giving up is written, and not this."""

    points: int | None = None
    gave_up: bool = False


@dataclass(frozen=True, slots=True)
class Unread(Turn):
    """Something that can't be read, by the column it is in."""

    text: str = ""

    @property
    def shown(self) -> str:
        """As much of it as a reader is shown."""
        return self.text[:80].rstrip()


@dataclass(frozen=True, slots=True)
class Lost(Turn):
    """Moves up to the one of that number are not in the file, by the numbers of its lines."""


AnyTurn = Played | Doubled | Taken | Passed | GameWon | Unread | Lost


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """A game: the score before it, as far as it is written, what was done, and the board it began with, where that is
    not the start of its match."""

    number: int
    score: Score | None
    turns: Sequence[AnyTurn]
    line: int = field(default=0, compare=False)
    board: Position | None = None


@dataclass(frozen=True, slots=True)
class WrittenMatch:
    """A match: its length, 0 where none is said; the names of the first side and the second; the start and what else
    the heading says, by lower-case word."""

    length: int
    names: tuple[str, str]
    games: Sequence[WrittenGame]
    start: StartName = "backgammon"
    heading: Mapping[str, str] = field(default_factory=dict)
