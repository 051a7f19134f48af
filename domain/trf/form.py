"""The content of a tournament report file (FIL-2 to FIL-5).

Points are counted in tenths, as the file writes them: 35 are 3.5.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Colour = Literal["w", "b", "-"]
Edition = Literal["trf26", "trf16"]

PLAYED = "1=0"
HARDLY_PLAYED = "WDL"
DEFAULTED = "+-"
BYES = "HFUZ"
OPEN = " "
"""Of a pairing whose result is not known. Programs refuse a cell that names an opponent and no result; so it goes out
as a remark, `### open 3 1 2`, of which they make nothing: in round 3 the player 1 is first, and meets 2."""
MOST_ROUNDS = 999
LONGEST_NAME = 33

DEFAULT_SCALE: Mapping[str, int] = {"W": 10, "D": 5, "L": 0, "A": 0, "P": 10, "X": 0}
"""What line 162 may say otherwise: won, drawn, lost; absent, the bye of who is left over, lost by default."""
_WORTH = dict(zip("1=0WDL+-HFUZ", "WDLWDLWXDWPA", strict=True)) | {OPEN: "L"}


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of a player: against whom, None where there was no opponent; `colour` says who was first; `result` is
    one of `PLAYED`, `HARDLY_PLAYED`, `DEFAULTED`, `BYES` or `OPEN`."""

    opponent: int | None
    colour: Colour
    result: str


ABSENT = Cell(None, "-", "Z")


@dataclass(frozen=True, slots=True)
class Player:
    """A line 001. What the file leaves empty is empty or None; `line` is where it stands, 0 in one that is written."""

    number: int
    name: str
    cells: tuple[Cell, ...] = ()
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    id: str = ""
    birth: str = ""
    points: int | None = None
    rank: int | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Accelerated:
    """A line 250: these points, in tenths, count in pairing alone, from the first to the last of those rounds and
    numbers."""

    points: int
    rounds: tuple[int, int]
    numbers: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to look at, in that line and column, from 1. What is `fatal` keeps the file from being taken."""

    line: int
    column: int
    text: str
    fatal: bool = False

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.text}"


@dataclass(frozen=True, slots=True)
class Report:
    """A whole file. `heading` are the lines of the tournament by their tags, such as 012 its name; `dates` are those of
    the rounds as far as they are told, `persons` the ids that a register gave players, by their numbers; `accelerated`
    are the points that count in pairing alone (SWX-8)."""

    players: tuple[Player, ...]
    rounds: int
    heading: Mapping[str, str] = field(default_factory=dict)
    scale: Mapping[str, int] = field(default_factory=lambda: DEFAULT_SCALE)
    dates: tuple[str, ...] = ()
    persons: Mapping[int, str] = field(default_factory=dict)
    accelerated: tuple[Accelerated, ...] = ()

    @property
    def name(self) -> str:
        """The tournament's."""
        return self.heading.get("012", "")

    def points_of(self, player: Player) -> int:
        """The points of the player's rounds by the scale, in tenths."""
        return sum(self.scale[_WORTH[cell.result]] for cell in player.cells)
