"""What can have happened in a tournament. Topics and fields are for ever: a change is a new version and an upcast."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.chance import Commitment, Secret
from domain.formats.protocol import Contender
from domain.formats.registry import FormatOptions
from domain.history import Event
from domain.ids import EntryNumber, MatchNumber, PersonId
from domain.scoring.amount import Amount
from domain.scoring.result import Form, Result, Starters
from domain.tournament.conditions import Conditions
from domain.tournament.entry_events import EVENTS as ENTRY_EVENTS
from domain.tournament.entry_events import EntryApproved as EntryApproved
from domain.tournament.entry_events import EntryEvent as EntryEvent
from domain.tournament.entry_events import EntryPutOnList as EntryPutOnList
from domain.tournament.entry_events import EntryRefused as EntryRefused
from domain.tournament.entry_events import EntryRequested as EntryRequested
from domain.tournament.entry_events import EntryResigned as EntryResigned
from domain.tournament.entry_events import EntryWithdrawn as EntryWithdrawn
from domain.tournament.entry_events import FlightAnswered as FlightAnswered
from domain.tournament.entry_events import FlightOffered as FlightOffered
from domain.tournament.proceedings_events import PROCEEDING_EVENTS
from domain.tournament.report_events import REPORT_EVENTS
from domain.tournament.ruling_events import RULING_EVENTS, AppealDecided, RulingGiven
from domain.tournament.sources import ClonedFrom, Qualifying, SeriesPlace
from domain.values import LARGEST_INTEGER, Count, Instant, Length, Name, Place, Pool, Reason, Side, Value, Why

Number = Annotated[int, Field(strict=True, ge=1, le=LARGEST_INTEGER)]
ByeNumber = Number
OpeningNumber = Number
Slot = Annotated[str, Field(min_length=1, max_length=40)]


class Rating(Value):
    """The pool a tournament is rated in (ELO-1) and the policy version it is pinned to (ALL-11)."""

    pool: Pool
    policy: Name
    version: int


class LaterStage(Value):
    """A stage that follows: its format, and how many of the stage before go up to it. Fewer: the next power of two
    (SWI-1)."""

    format: FormatOptions
    qualifiers: Annotated[int, Field(strict=True, ge=2, le=1024)] = 8


class TournamentAnnounced(Event):
    """`rating` is None for an unrated tournament; `director` is the first director, where one was named. `format` is
    the first stage's, `stages` are those that follow; `qualifying` gives the credits of an entry (CHM-1)."""

    TOPIC: ClassVar[str] = "tournament.announced.v1"
    name: Name
    format: FormatOptions
    rating: Rating | None
    conditions: Conditions
    time_zone: Name
    director: PersonId | None
    stages: tuple[LaterStage, ...] = ()
    series: SeriesPlace | None = None
    qualifying: Qualifying | None = None
    cloned_from: ClonedFrom | None = None


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
    """The champion, where the format names one, and who is asked to sit out the series' next season (SWI-5)."""

    TOPIC: ClassVar[str] = "tournament.completed.v1"
    champion: EntryNumber | None = None
    asked_to_sit_out: tuple[EntryNumber, ...] = ()


class TournamentCancelled(Event):
    """Nothing of a cancelled tournament is rated (ALL-13)."""

    TOPIC: ClassVar[str] = "tournament.cancelled.v1"
    reason: Reason


class TournamentReopened(Event):
    TOPIC: ClassVar[str] = "tournament.reopened.v1"
    reason: Reason


class MatchEvent(Event):
    """Something that happened to a match."""

    match: MatchNumber


class MatchMade(MatchEvent):
    """`made_from`: earlier matches this one was made from, each with the entry that had won it (ALL-4). `stake` is what
    each side stakes, None where nothing is staked."""

    TOPIC: ClassVar[str] = "tournament.match-made.v1"
    sides: tuple[EntryNumber, EntryNumber]
    length: Length
    made_from: tuple[tuple[MatchNumber, EntryNumber], ...] = ()
    form: Form = "points"
    stake: Amount | None = None


class ResultReported(MatchEvent):
    """`verified` is true where results stand at once, or a director reported it himself (TD-14). `starters` started the
    games, as far as it was recorded (GAM-5)."""

    TOPIC: ClassVar[str] = "tournament.result-reported.v1"
    result: Result
    played_at: Instant
    verified: bool
    starters: Starters = ()


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


class ChanceCommitted(Event):
    """Published before the first draw: the SHA-256 of a secret that nobody on the staff can read (ALL-2)."""

    TOPIC: ClassVar[str] = "tournament.chance-committed.v1"
    commitment: Commitment


class ChanceRevealed(Event):
    """The secret, when the tournament has ended: from here on anybody can make its draws again (ALL-2)."""

    TOPIC: ClassVar[str] = "tournament.chance-revealed.v1"
    commitment: Commitment
    secret: Secret


Outcome = EntryNumber | Annotated[str, Field(min_length=1, max_length=40)] | None
"""What a match had come to (`record.Verdict`): the entry that had won, or how it ended; None: nothing that counted."""

Origin = Annotated[int, Field(strict=True, ge=-LARGEST_INTEGER, le=LARGEST_INTEGER)]
"""A match; or minus the number of an entry, whose leaving something was made from."""

MadeFrom = tuple[tuple[Origin, Outcome], ...]
"""Earlier matches, each with what it had come to (ALL-4)."""


class Paired(Value):
    """A match of a round, to `length` points; the first side is asked to invite (NXE-5)."""

    match: MatchNumber
    sides: tuple[EntryNumber, EntryNumber]
    length: Length
    made_from: MadeFrom
    why: Why
    form: Form = "points"


class ByeGiven(Value):
    """A bye in a round; `requested` where it was asked for (SWI-6)."""

    bye: ByeNumber
    entry: EntryNumber
    made_from: MadeFrom
    why: Why
    requested: bool = False


class RoundDrawn(Event):
    """A round, or the rest of one, drawn by the service (ALL-2). With the secret behind `commitment`, `attempt` and
    `drawn_from` are all it takes to draw it again."""

    TOPIC: ClassVar[str] = "tournament.round-drawn.v1"
    round: Number
    attempt: Number
    commitment: Commitment
    drawn_from: tuple[Contender, ...]
    pairings: tuple[Paired, ...]
    byes: tuple[ByeGiven, ...]


class RoundPaired(Event):
    """Pairings a director entered by hand (ALL-2). `taken_back` are byes of the round that went for them."""

    TOPIC: ClassVar[str] = "tournament.round-paired.v1"
    round: Number
    pairings: tuple[Paired, ...]
    byes: tuple[ByeGiven, ...]
    taken_back: tuple[ByeNumber, ...]
    reason: Reason


class RoundAnnulled(Event):
    """The director asked for the round to be drawn again: these matches and byes of it are void for good."""

    TOPIC: ClassVar[str] = "tournament.round-annulled.v1"
    round: Number
    matches: tuple[MatchNumber, ...]
    byes: tuple[ByeNumber, ...]
    reason: Reason


class ConsequencesChosen(Event):
    """What becomes of what was made from a match, whose winner has changed from `before` to `after` (ALL-4).

    `adjust` is the default where nothing was started: the pairings stand, except for who is out or back in. Kept is
    what stays though it was made from the old result; set aside is what does not come back though it was made from
    the new one; `released` says that what an earlier decision kept on `after` is kept no longer; a tied bye holds only
    while `before` is the winner. `pairings` and `byes` are made in `round`.
    """

    TOPIC: ClassVar[str] = "tournament.consequences-chosen.v1"
    match: Origin
    before: Outcome
    after: Outcome
    choice: Literal["rewind", "restore", "stand", "adjust"]
    by_default: bool
    kept_matches: tuple[MatchNumber, ...] = ()
    kept_byes: tuple[ByeNumber, ...] = ()
    set_aside_matches: tuple[MatchNumber, ...] = ()
    set_aside_byes: tuple[ByeNumber, ...] = ()
    tied_byes: tuple[ByeNumber, ...] = ()
    round: Number = 1
    pairings: tuple[Paired, ...] = ()
    byes: tuple[ByeGiven, ...] = ()
    released: bool = False
    kept_openings: tuple[OpeningNumber, ...] = ()
    set_aside_openings: tuple[OpeningNumber, ...] = ()


class LotsDrawn(Event):
    """Each of these entries has its lot, the lowest first: their order as drawn, after those there were (SWI-2)."""

    TOPIC: ClassVar[str] = "tournament.lots-drawn.v1"
    attempt: Number
    commitment: Commitment
    drawn_from: tuple[EntryNumber, ...]
    order: tuple[EntryNumber, ...]


class Seed(Value):
    """A place in the seeding, with the rating it was given for, in millionths of a point."""

    entry: EntryNumber
    rating: Count | None = None


class FieldSeeded(Event):
    """The order of the field, the first seed first. By rating: `position` is that of the log at which the ratings were
    read (ALL-14); by hand: with a reason."""

    TOPIC: ClassVar[str] = "tournament.field-seeded.v1"
    by: Literal["rating", "by-hand"]
    seeds: tuple[Seed, ...]
    position: int | None = None
    reason: Reason | None = None


class StageOpened(Event):
    """A later stage begins with its field, the first seed first (SEL-1). Who could not be told apart was put in order
    by coin: `flipped` are the groups so tied, each in entry order, and are drawn from (ALL-2). By hand: `reason`."""

    TOPIC: ClassVar[str] = "tournament.stage-opened.v1"
    stage: Number
    attempt: Number
    seeds: tuple[EntryNumber, ...]
    flipped: tuple[tuple[EntryNumber, ...], ...] = ()
    commitment: Commitment | None = None
    reason: Reason | None = None


class MadeMatch(Value):
    """A match that came into being of itself; `round` where its format has rounds, `slot` is its place there."""

    match: MatchNumber
    sides: tuple[EntryNumber, EntryNumber]
    length: Length
    form: Form = "points"
    slot: Slot
    round: Number | None = None
    made_from: MadeFrom
    why: Why


class WalkoverGiven(Value):
    """Somebody goes on without an opponent."""

    bye: ByeNumber
    entry: EntryNumber
    slot: Slot
    round: Number
    made_from: MadeFrom
    why: Why


class MatchAbandoned(Value):
    """A match without a result, because of these outcomes."""

    match: MatchNumber
    because_of: MadeFrom


class MatchesMade(Event):
    """What results have called for, in a bracket or a ring (RNG-6, SEL-3)."""

    TOPIC: ClassVar[str] = "tournament.matches-made.v1"
    matches: tuple[MadeMatch, ...] = ()
    walkovers: tuple[WalkoverGiven, ...] = ()
    abandoned: tuple[MatchAbandoned, ...] = ()


class PlayOffMade(MatchEvent):
    """A match between the last one in and the first one out of a stage, in place of a coin (SEL-2)."""

    TOPIC: ClassVar[str] = "tournament.play-off-made.v1"
    stage: Number
    sides: tuple[EntryNumber, EntryNumber]
    length: Length
    form: Form = "points"


class ByeRequested(EntryEvent):
    """SWI-6."""

    TOPIC: ClassVar[str] = "tournament.bye-requested.v1"
    round: Number


class ByeRequestWithdrawn(EntryEvent):
    TOPIC: ClassVar[str] = "tournament.bye-request-withdrawn.v1"
    round: Number


class DirectorTold(MatchEvent):
    """SWI-4: that side says that no time could be agreed."""

    TOPIC: ClassVar[str] = "tournament.director-told.v1"
    by: Side


class RoundScheduled(Event):
    """SWI-3: when a round opens and closes; the tournament names the time zone."""

    TOPIC: ClassVar[str] = "tournament.round-scheduled.v1"
    round: Number
    opens_at: Instant | None
    closes_at: Instant | None


class QuestionDecided(Event):
    """A director's decision where the rules are silent (ALL-5)."""

    TOPIC: ClassVar[str] = "tournament.question-decided.v1"
    question: Name
    choice: Name
    entry: EntryNumber | None
    reason: Reason


class InvitationSent(MatchEvent):
    """NXE-5: that side has invited the other."""

    TOPIC: ClassVar[str] = "tournament.invitation-sent.v1"
    by: Side


class InvitationAcknowledged(MatchEvent):
    """NXE-5: from here on the match counts as being played."""

    TOPIC: ClassVar[str] = "tournament.invitation-acknowledged.v1"


def matches_of(event: Event) -> tuple[int, ...]:
    """The matches an event itself names as made or changed; what follows from it, the state knows."""
    match event:
        case MatchEvent(match=match):
            return (match,)
        case RoundDrawn(pairings=pairings) | RoundPaired(pairings=pairings):
            return tuple(pairing.match for pairing in pairings)
        case RoundAnnulled(matches=matches):
            return matches
        case ConsequencesChosen():
            made = tuple(pairing.match for pairing in event.pairings)
            return (*event.kept_matches, *event.set_aside_matches, *made)
        case RulingGiven(layers=layers) | AppealDecided(layers=layers):
            return tuple(layer.match for layer in layers)
        case MatchesMade(matches=matches, abandoned=abandoned):
            return (*(one.match for one in abandoned), *(one.match for one in matches))
        case _:
            return ()


EVENTS: tuple[type[Event], ...] = (
    *ENTRY_EVENTS,
    *RULING_EVENTS,
    *REPORT_EVENTS,
    *PROCEEDING_EVENTS,
    TournamentAnnounced,
    ConditionsChanged,
    DirectorAppointed,
    DirectorReleased,
    TournamentStarted,
    TournamentCompleted,
    TournamentCancelled,
    TournamentReopened,
    MatchMade,
    ResultReported,
    ResultVerified,
    ResultCorrected,
    MatchVoided,
    MatchReinstated,
    ChanceCommitted,
    ChanceRevealed,
    RoundDrawn,
    RoundPaired,
    RoundAnnulled,
    ConsequencesChosen,
    QuestionDecided,
    InvitationSent,
    InvitationAcknowledged,
    LotsDrawn,
    FieldSeeded,
    StageOpened,
    MatchesMade,
    PlayOffMade,
    ByeRequested,
    ByeRequestWithdrawn,
    DirectorTold,
    RoundScheduled,
)
