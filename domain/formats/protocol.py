"""What a format is: one file that says what it refuses, what comes next, and what the table is.

A format knows facts and options, never events or storage. What waits, and why, is returned as data.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from domain.chance import Chance
from domain.errors import Refused
from domain.ids import EntryNumber
from domain.standings.ranking import Table
from domain.standings.tally import Tally
from domain.values import Count, Value, Why


class Options(Value):
    """A format's settings, pinned when a tournament is announced (ALL-11).

    Each format adds its `kind` and the version of its `rules` as literals.
    """


class Contender(Value):
    """Someone a round is drawn from, with the counts the format draws by, under the format's own names."""

    entry: EntryNumber
    counts: dict[str, Count]


@dataclass(frozen=True, slots=True)
class Entrant:
    """An approved entry. Who has withdrawn or resigned stays in every table, marked as such (ALL-7)."""

    number: int
    person: str
    withdrawn: bool
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody stands in a round: a match of two that counts, or a bye of one. `match` is None for a bye."""

    round: int
    entries: tuple[int, ...]
    match: int | None


@dataclass(frozen=True, slots=True)
class Decided:
    """A director's decision where the rules are silent (ALL-5). `entry` is whom it names, if it names anybody."""

    choice: str
    entry: int | None
    reason: str


class Facts(Protocol):
    """What a format may look at."""

    @property
    def started(self) -> bool:
        """Whether it has been started; no longer, once it has been cancelled."""

    @property
    def entrants(self) -> Sequence[Entrant]:
        """Everyone who was approved, by entry number."""

    @property
    def awaited(self) -> Sequence[int]:
        """The numbers of the matches that have no announced result and are not void, in order."""

    @property
    def places(self) -> Sequence[Place]:
        """The matches of rounds and the byes that are not void; matches first, each by number."""

    def tally(self, entry: int) -> Tally:
        """What the entry's counting matches add up to."""

    def byes(self, entry: int) -> int:
        """How many byes the entry has."""

    def setbacks(self, entry: int) -> int:
        """The losses that decide whether the entry goes on: those of the tally, but for a result changed with
        `stand`, where whoever had gone on by it stays (ALL-4)."""

    def decision(self, question: str) -> Decided | None:
        """What a director has decided on this question."""


@dataclass(frozen=True, slots=True)
class EnterLate:
    """Somebody wants to enter after the start."""


@dataclass(frozen=True, slots=True)
class PairThemselves:
    """Two entrants have agreed on a match of `length` points, or played it."""

    length: int


@dataclass(frozen=True, slots=True)
class CorrectMatch:
    """What a match was made with is to be corrected: its sides, where `sides` is true, and its length."""

    sides: bool
    length: int


@dataclass(frozen=True, slots=True)
class Leave:
    """An entrant wants to withdraw after the start."""


Act = EnterLate | PairThemselves | CorrectMatch | Leave


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing can be done until these matches have their announced results."""

    matches: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Due:
    """A round, or the rest of one, is to be drawn from these contenders, by ascending entry number."""

    round: int
    contenders: tuple[Contender, ...]
    length: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a director's choices. `entries` are those it may name; none: it names nobody."""

    name: str
    entries: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """The rules are silent: a director decides (ALL-5). `question` is its id; `due` is the round he may pair by
    hand, where he may."""

    question: str
    detail: str
    choices: tuple[Choice, ...]
    due: Due | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing is missing: the tournament may be completed. `champion` is its winner, where it has one."""

    champion: int | None = None


Step = Wait | Due | Ask | Done


@dataclass(frozen=True, slots=True)
class Pair:
    """Two who meet; the first is the one asked to invite (NXE-5)."""

    sides: tuple[int, int]
    why: Why


@dataclass(frozen=True, slots=True)
class Excused:
    """Somebody who has the bye."""

    entry: int
    why: Why


@dataclass(frozen=True, slots=True)
class Drawing:
    """What came of a draw: everybody due is in it once."""

    pairs: tuple[Pair, ...]
    byes: tuple[Excused, ...]


Chosen = TypeVar("Chosen", bound=Options, contravariant=True)


class Format(Protocol[Chosen]):
    """The rules of one way to run a tournament. All methods are pure."""

    def refuse(self, options: Chosen, facts: Facts, act: Act) -> Refused | None:
        """Why the act is against the rules, or None."""

    def step(self, options: Chosen, facts: Facts) -> Step:
        """What comes next."""

    def draw(self, options: Chosen, due: Due, chance: Chance) -> Drawing:
        """The draw of what is due. It depends on nothing else, so that anybody can make it again (ALL-2)."""

    def going_on(self, options: Chosen, facts: Facts) -> Collection[int]:
        """The entries that are still in."""

    def table(self, options: Chosen, facts: Facts) -> Table:
        """The ranked table: every entrant once, each rank with its reason."""


AnyFormat = Format[Any]
