"""What can have happened in a tournament. Topics and fields are for ever: a change is a new version and an upcast."""

from typing import ClassVar

from domain.formats.registry import FormatOptions
from domain.history import Event
from domain.ids import EntryNumber, MatchNumber, PersonId
from domain.scoring.result import Result
from domain.tournament.conditions import Conditions
from domain.values import Instant, Length, Name, Place, Pool, Reason, Value


class Rating(Value):
    """The pool a tournament is rated in (ELO-1) and the policy version it is pinned to (ALL-11)."""

    pool: Pool
    policy: Name
    version: int


class TournamentAnnounced(Event):
    """`rating` is None for an unrated tournament; `director` is the first director, where one was named."""

    TOPIC: ClassVar[str] = "tournament.announced.v1"
    name: Name
    format: FormatOptions
    rating: Rating | None
    conditions: Conditions
    time_zone: Name
    director: PersonId | None


class ConditionsChanged(Event):
    TOPIC: ClassVar[str] = "tournament.conditions-changed.v1"
    conditions: Conditions
    reason: Reason | None


class DirectorAppointed(Event):
    TOPIC: ClassVar[str] = "tournament.director-appointed.v1"
    person: PersonId


class DirectorReleased(Event):
    TOPIC: ClassVar[str] = "tournament.director-released.v1"
    person: PersonId


class TournamentStarted(Event):
    TOPIC: ClassVar[str] = "tournament.started.v1"


class TournamentCompleted(Event):
    TOPIC: ClassVar[str] = "tournament.completed.v1"


class TournamentCancelled(Event):
    """Nothing of a cancelled tournament is rated (ALL-13)."""

    TOPIC: ClassVar[str] = "tournament.cancelled.v1"
    reason: Reason


class TournamentReopened(Event):
    TOPIC: ClassVar[str] = "tournament.reopened.v1"
    reason: Reason


class EntryEvent(Event):
    """Something that happened to an entry."""

    entry: EntryNumber


class EntryRequested(EntryEvent):
    TOPIC: ClassVar[str] = "tournament.entry-requested.v1"
    person: PersonId


class EntryApproved(EntryEvent):
    TOPIC: ClassVar[str] = "tournament.entry-approved.v1"


class EntryRefused(EntryEvent):
    """The reason is given to the player (TD-2); it is text about a person, and sealed."""

    TOPIC: ClassVar[str] = "tournament.entry-refused.v1"
    SEALED: ClassVar[dict[str, str]] = {"reason": "person"}
    person: PersonId
    reason: Reason | None


class EntryWithdrawn(EntryEvent):
    TOPIC: ClassVar[str] = "tournament.entry-withdrawn.v1"
    SEALED: ClassVar[dict[str, str]] = {"reason": "person"}
    person: PersonId
    reason: Reason | None


class MatchEvent(Event):
    """Something that happened to a match."""

    match: MatchNumber


class MatchMade(MatchEvent):
    """`made_from`: earlier matches this one was made from, each with the entry that had won it (ALL-4)."""

    TOPIC: ClassVar[str] = "tournament.match-made.v1"
    sides: tuple[EntryNumber, EntryNumber]
    length: Length
    made_from: tuple[tuple[MatchNumber, EntryNumber], ...] = ()


class ResultReported(MatchEvent):
    """`verified` is true where results stand at once, or a director reported it himself (TD-14)."""

    TOPIC: ClassVar[str] = "tournament.result-reported.v1"
    result: Result
    played_at: Instant
    verified: bool


class ResultVerified(MatchEvent):
    TOPIC: ClassVar[str] = "tournament.result-verified.v1"


class ResultCorrected(MatchEvent):
    """A clerical correction (TD-14). What is None stays as it was; `late` says that the window was overridden."""

    TOPIC: ClassVar[str] = "tournament.result-corrected.v1"
    sides: tuple[EntryNumber, EntryNumber] | None = None
    length: Length | None = None
    result: Result | None = None
    played_at: Instant | None = None
    place: Place | None = None
    late: bool = False
    reason: Reason


class MatchVoided(MatchEvent):
    TOPIC: ClassVar[str] = "tournament.match-voided.v1"
    reason: Reason


class MatchReinstated(MatchEvent):
    TOPIC: ClassVar[str] = "tournament.match-reinstated.v1"
    reason: Reason


EVENTS: tuple[type[Event], ...] = (
    TournamentAnnounced,
    ConditionsChanged,
    DirectorAppointed,
    DirectorReleased,
    TournamentStarted,
    TournamentCompleted,
    TournamentCancelled,
    TournamentReopened,
    EntryRequested,
    EntryApproved,
    EntryRefused,
    EntryWithdrawn,
    MatchMade,
    ResultReported,
    ResultVerified,
    ResultCorrected,
    MatchVoided,
    MatchReinstated,
)
