"""Events of a tournament as a whole. Topics and fields are for ever: a change is a new version and an upcast."""

from collections.abc import Callable
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import BaseModel, Field

from domain.formats.registry import SETTINGS, AnyOptions, FormatOptions
from domain.kernel.envelope import Event
from domain.kernel.families import Family, Form
from domain.kernel.ids import ClubId, EntryNumber, MatchNumber, PersonId
from domain.kernel.outside_source import OutsideSource
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Digest, FirstPool, Instant, Length, Name, Pool, Value
from domain.kernel.visibility import FOR_STAFF, PUBLIC, Part
from domain.rating.pinned import CONSTANTS
from domain.rating.policy import Constants, Policy, made_policy, policy
from domain.tournament.lifecycle.conditions import (
    Conditions,
    EighthConditions,
    FifthConditions,
    FirstConditions,
    FourthConditions,
    SecondConditions,
    SeventhConditions,
    SixthConditions,
    ThirdConditions,
)
from domain.tournament.matches.events import ByeNumber
from domain.tournament.person_effects.snapshots import ClonedFrom, QualifyingWins, SeriesPlace

M = TypeVar("M", bound=BaseModel)


class RatingTerms(Value):
    """The pool a tournament is rated in (ELO-1) and the policy version it is pinned to (ALL-11). Matches of a mode of
    the room are in the pool of that mode: `price` where they are played for a stake, else `normal`."""

    pool: Pool
    policy: Name
    policy_version: int

    @property
    def pinned(self) -> Policy:
        """The policy, one of those that come with the service. Raises `UnknownPolicyError`."""
        return policy(self.policy, self.policy_version)


class PinnedTerms(RatingTerms):
    """The terms with what the policy says, so that the tournament's own history is enough to rate it. `digest` is the
    policy's, by which it is known to be the one that was announced."""

    digest: Digest
    constants: Annotated[Constants, CONSTANTS]

    @cached_property
    def pinned(self) -> Policy:
        """The policy."""
        return made_policy(self.policy, self.policy_version, self.constants)

    @classmethod
    def of(cls, terms: RatingTerms, found: Policy) -> "PinnedTerms":
        """The terms, pinned to the policy that they name."""
        return cls(
            pool=terms.pool,
            policy=found.name,
            policy_version=found.version,
            digest=found.digest(),
            constants=found.constants,
        )


SeededBy = Literal["table", "error-rate"]


class LaterStage(Value):
    """A stage that follows: its format, and how many of the stage before go up to it. Fewer: the next power of two
    (SWI-1). They are seeded as the stage before has them, or by their error rates there, the lowest first. Those tied
    for the last places play matches of `play_off_length` points for them, drawn by lot; None: a coin decides
    (SEL-2)."""

    format: FormatOptions
    qualifiers: Annotated[int, Field(strict=True, ge=2, le=1024)] = 8
    seeded_by: SeededBy = "table"
    play_off_length: Length | None = None


class StoredStage(Value):
    """A later stage as events hold it: seeded as the stage before has its players."""

    format: Annotated[AnyOptions, SETTINGS]
    qualifiers: Annotated[int, Field(strict=True, ge=2, le=1024)]


class SeededStage(StoredStage):
    """... or by something else."""

    seeded_by: SeededBy


class PlayedOffStage(SeededStage):
    """... and with matches for its last places."""

    play_off_length: Length


def _reader_of(kind: type[M]) -> Callable[[BaseModel], M]:
    """Makes that class of the stored fields."""
    return lambda stored: kind(**dict(stored))


def _writer_of(kind: type[BaseModel]) -> Callable[[BaseModel], BaseModel]:
    """Stores the fields of that class."""
    return lambda value: kind(**{name: getattr(value, name) for name in kind.model_fields})


def _version_of_stage(stage: LaterStage) -> int:
    if stage.play_off_length is not None:
        return 3
    return 1 if stage.seeded_by == "table" else 2


class FirstTerms(Value):
    """The terms as the first events held them."""

    pool: FirstPool
    policy: Name
    policy_version: int


class SecondTerms(FirstTerms):
    """The terms with what the policy says, in one of the first pools."""

    digest: Digest
    constants: Annotated[Constants, CONSTANTS]


def _version_of(conditions: Conditions) -> int:
    """The earliest that says all of it."""
    if conditions.publish_error_rates:
        return 9
    if conditions.edition is None or conditions.break_terms is not None or conditions.part_breaks:
        return 8
    if conditions.boards is not None:
        return 7
    if conditions.error_rate_seeding is not None:
        return 6
    return 4 if conditions.replays_shown == "to-the-sides" else 5


RATING = Family(
    "rating-terms",
    RatingTerms,
    {
        ("one-pool", 1): Form(FirstTerms, _reader_of(RatingTerms), _writer_of(FirstTerms)),
        ("one-pool", 2): Form(SecondTerms, _reader_of(PinnedTerms)),
        ("one-pool", 3): Form(PinnedTerms),
    },
    lambda terms: ("one-pool", 3 if isinstance(terms, PinnedTerms) else 1),
)
"""In which pools, and by which policy, a tournament is rated. The first version named the policy alone, one of those
that come with the service; the second knew no pool but the first two."""

CONDITIONS = Family(
    "conditions",
    Conditions,
    {
        ("contest", 1): Form(FirstConditions, _reader_of(Conditions)),
        ("contest", 2): Form(SecondConditions, _reader_of(Conditions)),
        ("contest", 3): Form(ThirdConditions, _reader_of(Conditions)),
        ("contest", 4): Form(FourthConditions, _reader_of(Conditions), _writer_of(FourthConditions)),
        ("contest", 5): Form(FifthConditions, _reader_of(Conditions), _writer_of(FifthConditions)),
        ("contest", 6): Form(SixthConditions, _reader_of(Conditions), _writer_of(SixthConditions)),
        ("contest", 7): Form(SeventhConditions, _reader_of(Conditions), _writer_of(SeventhConditions)),
        ("contest", 8): Form(EighthConditions, _reader_of(Conditions), _writer_of(EighthConditions)),
        ("contest", 9): Form(Conditions),
    },
    lambda conditions: ("contest", _version_of(conditions)),
)
"""The conditions announced beforehand (TD-21). The first version knew no word by a director's link, the second no
minutes of a round, the third none of entering again. The fourth knew no public replays, the fifth no seeding by error
rates, the sixth no boards, the seventh no breaks as data; until then each named an edition. The eighth knew no error
rates that everybody sees."""

STAGES = Family(
    "stage",
    LaterStage,
    {
        ("following", 1): Form(StoredStage, _reader_of(LaterStage), _writer_of(StoredStage)),
        ("following", 2): Form(SeededStage, _reader_of(LaterStage), _writer_of(SeededStage)),
        ("following", 3): Form(PlayedOffStage, _reader_of(LaterStage), _writer_of(PlayedOffStage)),
    },
    lambda stage: ("following", _version_of_stage(stage)),
)
"""A stage that follows another, who goes up to it (SWI-1), and how they are seeded. The first version knew the table of
the stage before alone, the second no matches for the last places."""

FAMILIES: tuple[Family[Any], ...] = (SETTINGS, RATING, CONSTANTS, CONDITIONS, STAGES)
"""The objects in these events that are named by kind and version: a new kind or version is a line in its family."""


class TournamentAnnounced(Event):
    """`rating` is None for an unrated tournament; `director` is the first director, where one was named. `format` is
    the first stage's, `stages` are those that follow; `qualifying` gives the credits of an entry (CHM-1). `club` is the
    club whose tournament it is, where it is one's (REG-5)."""

    TOPIC: ClassVar[str] = "tournament.announced.v2"
    SEEN: ClassVar[Part] = PUBLIC
    name: Annotated[Name, PUBLIC]
    format: Annotated[AnyOptions, SETTINGS]
    rating: Annotated[RatingTerms, RATING] | None
    conditions: Annotated[Conditions, CONDITIONS]
    time_zone: Annotated[Name, PUBLIC]
    director: PersonId | None
    stages: tuple[Annotated[LaterStage, STAGES], ...] = ()
    series: SeriesPlace | None = None
    qualifying: QualifyingWins | None = None
    cloned_from: ClonedFrom | None = None
    outside_source: OutsideSource | None = None
    club: ClubId | None = None


class ConditionsChanged(Event):
    """The conditions from now on; after the start with a reason (TD-21)."""

    TOPIC: ClassVar[str] = "tournament.conditions-changed.v2"
    SEEN: ClassVar[Part] = PUBLIC
    conditions: Annotated[Conditions, CONDITIONS]
    reason: Annotated[PersonalText | None, PUBLIC]


class SettingsChanged(Event):
    """Name, format, later stages and rating from now on; after the start with a reason (TD-21). Matches that were made
    keep their length."""

    TOPIC: ClassVar[str] = "tournament.settings-changed.v1"
    SEEN: ClassVar[Part] = PUBLIC
    name: Annotated[Name, PUBLIC]
    format: Annotated[AnyOptions, SETTINGS]
    stages: tuple[Annotated[LaterStage, STAGES], ...]
    rating: Annotated[RatingTerms, RATING] | None
    reason: Annotated[PersonalText | None, PUBLIC]


class DirectorAppointed(Event):
    """The person directs the tournament from now on, with those who do (TD-1)."""

    TOPIC: ClassVar[str] = "tournament.director-appointed.v1"
    SEEN: ClassVar[Part] = PUBLIC
    person: PersonId


class DirectorReleased(Event):
    """The person directs the tournament no longer."""

    TOPIC: ClassVar[str] = "tournament.director-released.v1"
    SEEN: ClassVar[Part] = PUBLIC
    person: PersonId


class TournamentStarted(Event):
    """Play begins; what was announced changes only with a reason from now on (TD-21)."""

    TOPIC: ClassVar[str] = "tournament.started.v1"
    SEEN: ClassVar[Part] = PUBLIC


class StartTakenBack(Event):
    """The tournament is announced again. The `matches` and `byes` that were made since its start do not come back, nor
    do lots and seeds of that time."""

    TOPIC: ClassVar[str] = "tournament.start-taken-back.v1"
    SEEN: ClassVar[Part] = PUBLIC
    matches: tuple[MatchNumber, ...] = ()
    byes: tuple[ByeNumber, ...] = ()
    reason: Annotated[PersonalText, PUBLIC]


class TournamentCompleted(Event):
    """The champion, where the format names one, and who is asked to sit out the series' next season (SWI-5). With them
    is the time to file the report, by the federation's terms then (TD-19). Since the second version there is the
    SHA-256 of the outcome in its frozen form."""

    TOPIC: ClassVar[str] = "tournament.completed.v2"
    SEEN: ClassVar[Part] = PUBLIC
    champion: EntryNumber | None = None
    asked_to_sit_out: Annotated[tuple[EntryNumber, ...], FOR_STAFF] = ()
    report_due_at: Annotated[Instant, FOR_STAFF]
    outcome_digest: Digest | None = None


class TournamentCancelled(Event):
    """Nothing of a cancelled tournament is rated (ALL-13); what there is to tell is reported all the same (TD-19)."""

    TOPIC: ClassVar[str] = "tournament.cancelled.v1"
    SEEN: ClassVar[Part] = PUBLIC
    reason: Annotated[PersonalText, PUBLIC]
    report_due_at: Annotated[Instant, FOR_STAFF]


class TournamentReopened(Event):
    """The completed tournament is under way again, so that something can be put right."""

    TOPIC: ClassVar[str] = "tournament.reopened.v1"
    SEEN: ClassVar[Part] = PUBLIC
    reason: Annotated[PersonalText, PUBLIC]


LIFECYCLE_EVENTS: tuple[type[Event], ...] = (
    TournamentAnnounced,
    ConditionsChanged,
    SettingsChanged,
    DirectorAppointed,
    DirectorReleased,
    TournamentStarted,
    StartTakenBack,
    TournamentCompleted,
    TournamentCancelled,
    TournamentReopened,
)
