"""The next step by a format, and what the service is to record of it (ALL-5)."""

from dataclasses import dataclass
from typing import Literal

from domain.kernel.ids import EntryNumber
from domain.kernel.values import Colour, Count, Value, Why
from domain.match.verdict import DerivedKey
from domain.scoring.result import Form


class Contender(Value):
    """An entry that a round is drawn from, with the places it lacks, the counts the format draws by under the format's
    own names, and, where it matters, the opponents it has met and its colour."""

    entry: EntryNumber
    counts: dict[str, Count]
    places: Count = 1
    met: tuple[EntryNumber, ...] = ()
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing can be done until these matches have their announced results."""

    matches: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match: `length` as its form says, points to be reached or games at most."""

    length: int
    form: Form = "points"


@dataclass(frozen=True, slots=True)
class Due:
    """A round, or the rest of one, is to be drawn from these contenders, in the order in which the format draws."""

    round: int
    contenders: tuple[Contender, ...]
    terms: Terms


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a director's choices. `entries` are those it may name; none: it names nobody. `command` says that it is
    carried out by a command of its own, such as pairing by hand, and not as an answer to the question. `decides_for`
    are the entries whose own matter it is, beside who it names (TD-9)."""

    name: str
    entries: tuple[int, ...] = ()
    command: bool = False
    decides_for: tuple[int, ...] = ()


CHAMPION = "champion"
"""The choice that names the winner of a tournament where the rules give none."""


QuestionKind = Literal[
    "alone", "behind", "no-pairing", "cut", "nobody-left", "nobody-for-stage", "phase-over", "tied", "analyses"
]
"""What a director can be asked."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The rules are silent: a director decides (ALL-5). `kind` is what is asked, of a single `entry` or of none, and
    `question` the id of this one; `due` is the round that the director may pair by hand, if any."""

    kind: QuestionKind
    question: str
    detail: str
    choices: tuple[Choice, ...]
    due: Due | None = None
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing is missing: the stage is played. `champion` is its winner, where it has one."""

    champion: int | None = None


Step = Wait | Due | Ask | Done


@dataclass(frozen=True, slots=True)
class DrawLots:
    """The service gives these entries their lots, at random."""

    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawBracket:
    """The service draws the seats of that bracket for those who come from these places (CON-6)."""

    bracket: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeedByRating:
    """The service seeds the field by rating, the highest first."""


@dataclass(frozen=True, slots=True)
class SeedByErrorRates:
    """The service seeds those who have an error rate, the lowest first."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A match that comes into being. `origins` are the matches whose outcomes it is made from, and minus the numbers of
    the entries whose leaving it is made from (ALL-4). `through` are slots in which a match was wanting, on the way
    or further up: one that was voided there undoes it when it is reinstated, as one in its own slot does."""

    slot: str
    sides: tuple[int, int]
    terms: Terms
    why: Why
    origins: tuple[int, ...] = ()
    round: int = 0
    through: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Walkover:
    """Somebody goes on without an opponent; `origins` and `through` as of a match."""

    slot: str
    entry: int
    round: int
    why: Why
    origins: tuple[int, ...] = ()
    through: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EmptyPlace:
    """A place of round 1 that somebody may take after the start: its slot, and what is given up for it, the walkover
    there and all that was made on it and has not begun (SE-9). `instead_of` is the entry that has withdrawn from it."""

    slot: str
    given_up: tuple[DerivedKey, ...]
    instead_of: int | None = None


@dataclass(frozen=True, slots=True)
class Abandonment:
    """A match is abandoned, because of these outcomes; while they are so it has no result and awaits none. `origins`
    as of a match: who leaves may come back, by an appeal."""

    match: int
    origins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Make:
    """Matches and byes that the service makes, as the results call for them."""

    matches: tuple[Planned, ...] = ()
    walkovers: tuple[Walkover, ...] = ()
    abandoned: tuple[Abandonment, ...] = ()


Service = DrawLots | DrawBracket | SeedByRating | SeedByErrorRates | Make


@dataclass(frozen=True, slots=True)
class Pair:
    """Two who meet; the first is the one asked to invite (NXE-5)."""

    sides: tuple[int, int]
    why: Why


@dataclass(frozen=True, slots=True)
class Excused:
    """The entry that has the bye; `requested` if the player asked for it."""

    entry: int
    why: Why
    requested: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """The result of a draw: every entry that is due is in it once, or as often as it plays."""

    pairs: tuple[Pair, ...]
    byes: tuple[Excused, ...]


@dataclass(frozen=True, slots=True)
class Substitution:
    """The places that were made from a changed result: these are `kept`, and these `tied` to the results as they were
    before; in their `round`, of such `terms`, the others are filled with the pairs and byes (ALL-4)."""

    round: int
    terms: Terms
    kept: tuple[DerivedKey, ...]
    tied: tuple[DerivedKey, ...]
    pairs: tuple[Pair, ...]
    byes: tuple[Excused, ...]
