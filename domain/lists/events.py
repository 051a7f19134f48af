"""What can have happened to lists that are kept elsewhere: who their names stand for, and what they said at each
import. Topics and fields are for ever."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, StringConstraints

from domain.kernel.envelope import Event
from domain.kernel.ids import ClubId, ListId, MatchNumber, PersonId, TournamentId
from domain.kernel.personal_text import SHOWN, PersonalText, Sealed
from domain.kernel.values import Instant, Length, Name, Number, Place, Value
from domain.kernel.visibility import FOR_ADMINISTRATORS, Part
from domain.lists.reading import Reading
from domain.scoring.result import Result

ListKind = Literal["matches", "persons", "report-file"]
"""What a list is of: matches, whether as CSV or as a club's revisions; persons and entries; or a tournament's report
file."""

KnownKind = Literal[ListKind, "entries"]
"""The same; a list of entries that is kept for its tournament alone (`EntryListOpened`) is a kind of its own."""

Round = Number
SaidText = Annotated[Annotated[str, StringConstraints(max_length=20_000)] | Sealed, SHOWN]
"""What a list said of a person, in canonical JSON, or the box with it."""

Choice = Literal["list", "here"]
"""What holds where a list and this service both changed something: what the list says, or what is here."""


class ListEvent(Event):
    """Something became of a list."""

    SEEN: ClassVar[Part] = FOR_ADMINISTRATORS


class ListOpened(ListEvent):
    """A list of that kind and name is known from now on. Lists of matches and report files have a tournament."""

    TOPIC: ClassVar[str] = "lists.list-opened.v1"
    list: ListId
    kind: ListKind
    name: Annotated[Name, FOR_ADMINISTRATORS]
    tournament: TournamentId | None


class EntryListOpened(ListEvent):
    """A list of entries of that name is known from now on, for that tournament."""

    TOPIC: ClassVar[str] = "lists.entry-list-opened.v1"
    list: ListId
    name: Annotated[Name, FOR_ADMINISTRATORS]
    tournament: TournamentId


class PersonNamed(ListEvent):
    """By that name the list means that person. `said` is what else it says of them."""

    TOPIC: ClassVar[str] = "list.person-named.v1"
    person: PersonId
    name: Annotated[PersonalText, FOR_ADMINISTRATORS]
    said: Annotated[SaidText | None, FOR_ADMINISTRATORS] = None


class SaidMatch(Value):
    """A line of a list, and the match that it is. `place` orders those of the same moment (ELO-6)."""

    match: MatchNumber
    first: PersonId
    second: PersonId
    length: Length
    result: Result
    played_at: Instant
    place: Place
    round: Round | None = None


class LinesSaid(ListEvent):
    """The list says these lines from now on; those of the same matches say it otherwise than before."""

    TOPIC: ClassVar[str] = "list.lines-said.v1"
    lines: Annotated[tuple[SaidMatch, ...], Field(min_length=1)]


class LinesGone(ListEvent):
    """The list does not have these lines any more."""

    TOPIC: ClassVar[str] = "list.lines-gone.v1"
    matches: Annotated[tuple[MatchNumber, ...], Field(min_length=1)]


class ConflictFound(ListEvent):
    """The list and this service have both changed that match, and it waits for somebody to choose. `says` is what the
    list says now; none: it does not have the line any more."""

    TOPIC: ClassVar[str] = "list.conflict-found.v1"
    match: MatchNumber
    says: SaidMatch | None


class ConflictSettled(ListEvent):
    """Somebody has chosen what holds of that match."""

    TOPIC: ClassVar[str] = "list.conflict-settled.v1"
    match: MatchNumber
    choice: Choice


class NamesListed(ListEvent):
    """The list has these persons, in this order: each by the number of the event that named them first, counted from
    1."""

    TOPIC: ClassVar[str] = "list.names-listed.v1"
    names: tuple[Number, ...]


class PersonConflictFound(ListEvent):
    """The list and this service have both changed what is said of that person, and it waits for somebody to choose.
    `says` is what the list says now."""

    TOPIC: ClassVar[str] = "list.person-conflict-found.v1"
    person: PersonId
    says: Annotated[SaidText, FOR_ADMINISTRATORS]


class PersonConflictSettled(ListEvent):
    """Somebody has chosen what holds of that person."""

    TOPIC: ClassVar[str] = "list.person-conflict-settled.v1"
    person: PersonId
    choice: Choice


class ListHandedOn(ListEvent):
    """That club owns the list from now on; none: the federation's office does."""

    TOPIC: ClassVar[str] = "list.handed-on.v1"
    club: ClubId | None


class ReadingKept(ListEvent):
    """From now on the list is read so, unless an import says otherwise."""

    TOPIC: ClassVar[str] = "list.reading-kept.v1"
    reading: Reading


EVENTS: tuple[type[Event], ...] = (
    ListOpened,
    PersonNamed,
    LinesSaid,
    LinesGone,
    ConflictFound,
    ConflictSettled,
    EntryListOpened,
    NamesListed,
    PersonConflictFound,
    PersonConflictSettled,
    ListHandedOn,
    ReadingKept,
)
