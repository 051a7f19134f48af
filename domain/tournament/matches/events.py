"""Events of matches, their results and the matches made from these (ALL-3, ALL-4, TD-14)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.kernel.envelope import Event
from domain.kernel.ids import EntryNumber, MatchNumber
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Instant, Length, Natural, Number, Place, Points, Side, Value, Why
from domain.kernel.visibility import FOR_PLAYERS, FOR_STAFF, ONCE_ALL_ANNOUNCED, PUBLIC, Part
from domain.match.verdict import Made, Source
from domain.scoring.amount import Amount
from domain.scoring.games import Outcome
from domain.scoring.modes import PointValue
from domain.scoring.result import Form, Result, Starters

ByeNumber = Number
Slot = Annotated[str, Field(min_length=1, max_length=40)]


class MatchEvent(Event):
    """Something that happened to a match."""

    SEEN: ClassVar[Part] = PUBLIC
    match: Annotated[MatchNumber, PUBLIC]


class MatchMade(MatchEvent):
    """`stake` is what each side stakes, None where nothing is staked; `point_value` what a point of a single game is
    worth (STK-3). `round` is that in which it was played, where a list of matches that are not paired here has rounds.
    Who has made it is often who has reported it, in one command."""

    TOPIC: ClassVar[str] = "tournament.match-made.v1"
    SEEN: ClassVar[Part] = ONCE_ALL_ANNOUNCED
    sides: Annotated[tuple[EntryNumber, EntryNumber], PUBLIC]
    length: Annotated[Length, PUBLIC]
    form: Annotated[Form, PUBLIC] = "points"
    stake: Annotated[Annotated[Amount, Field(ge=0, le=1_000_000)] | None, PUBLIC] = None
    point_value: Annotated[PointValue | None, PUBLIC] = None
    round: Annotated[Number | None, PUBLIC] = None


class ResultReported(MatchEvent):
    """`outcome` is what the result comes to without rulings, by the rules then in force; None where it takes a ruling's
    points to end the match. `verified` is true where results are at once, or a director reported it (TD-14).
    `starters` started the games, as far as it was recorded (GAM-5). `in_name_of` is the side for which an officer of
    its club has reported it (REG-5). `by_resigning` says that a side has conceded it by resigning (NXE-8)."""

    TOPIC: ClassVar[str] = "tournament.result-reported.v1"
    SEEN: ClassVar[Part] = ONCE_ALL_ANNOUNCED
    result: Result
    outcome: Outcome | None
    played_at: Instant
    verified: bool
    starters: Starters = ()
    by_resigning: bool = False
    in_name_of: EntryNumber | None = None


class ResultVerified(MatchEvent):
    """The staff confirm what was reported; with this the result is announced (TD-14)."""

    TOPIC: ClassVar[str] = "tournament.result-verified.v1"


class ResultConfirmed(MatchEvent):
    """TD-9: what counted by the link of a director who plays it, somebody else confirms."""

    TOPIC: ClassVar[str] = "tournament.result-confirmed.v1"


class ResultTakenBack(MatchEvent):
    """TD-14: a result that counted at once no longer does, by the side that did not report it. To count again it takes
    their word or a director's."""

    TOPIC: ClassVar[str] = "tournament.result-taken-back.v1"


class ResultCorrected(MatchEvent):
    """A clerical correction (TD-14). What is None stays as it was; `late` says that the window was overridden.
    `outcome` is what the result under it comes to without rulings, as in a report."""

    TOPIC: ClassVar[str] = "tournament.result-corrected.v1"
    SEEN: ClassVar[Part] = ONCE_ALL_ANNOUNCED
    sides: tuple[EntryNumber, EntryNumber] | None = None
    length: Length | None = None
    result: Result | None = None
    outcome: Outcome | None
    played_at: Instant | None = None
    place_in_rating_order: Place | None = None
    late: bool = False
    reason: Annotated[PersonalText, ONCE_ALL_ANNOUNCED]
    starters: Starters | None = None


class WrongLengthResolved(MatchEvent):
    """TD-16: the length that a match without a result is played to. Up to that score it was played to the wrong
    `played_length`; `from_game` is the game from which this is corrected, None where that length is kept."""

    TOPIC: ClassVar[str] = "tournament.wrong-length-resolved.v1"
    SEEN: ClassVar[Part] = ONCE_ALL_ANNOUNCED
    length: Length
    from_game: Number | None
    played_length: Length
    correct_length: Length
    first_points: Annotated[Points, FOR_STAFF]
    second_points: Annotated[Points, FOR_STAFF]
    games_ended: Annotated[Natural, FOR_STAFF]
    game_in_progress: Annotated[bool, FOR_STAFF]
    reason: Annotated[PersonalText, ONCE_ALL_ANNOUNCED]


class MatchVoided(MatchEvent):
    """The match counts as not played, until it is reinstated."""

    TOPIC: ClassVar[str] = "tournament.match-voided.v1"
    SEEN: ClassVar[Part] = ONCE_ALL_ANNOUNCED
    reason: Annotated[PersonalText, ONCE_ALL_ANNOUNCED]


class MatchReinstated(MatchEvent):
    """The void match counts again, with the result that it had."""

    TOPIC: ClassVar[str] = "tournament.match-reinstated.v1"
    SEEN: ClassVar[Part] = ONCE_ALL_ANNOUNCED
    reason: Annotated[PersonalText, ONCE_ALL_ANNOUNCED]


MadeFrom = tuple[Source, ...]
"""The outcomes from which something was made (ALL-4)."""


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


class ChangedResult(Value):
    """A match that has come to something else than before; or an entry that is out, or is no longer. Anyone who had
    gone on by it in a bracket or ring `keeps_place`, or does not."""

    before: Source
    after: Source
    keeps_place: bool = False

    @property
    def match(self) -> int:
        """The match; or minus the number of the entry."""
        return self.before[0]


class MetBefore(Value):
    """The sides of a match, before they were corrected."""

    match: MatchNumber
    sides: tuple[EntryNumber, EntryNumber]


class RoundMissed(Value):
    """A round that had begun when an entry came back that was wrongly out of it, with the number of places it lacked
    there."""

    entry: EntryNumber
    round: Number
    places: Number


class ConsequencesChosen(Event):
    """The choice for what was made in a stage from results that have changed (ALL-4). Stage None: in all stages, as it
    was chosen before each stage was asked about by itself.

    `adjust` is the default where nothing was started: the pairings are kept, except for who is out or back in. Kept is
    what stays though it was made from the old results; set aside is what does not come back though it was made from the
    new ones; tied to before is what is valid only while the results are as they were before. Rewound is what comes back
    only where somebody chooses it, and restored what was rewound and does; `missed` are rounds that count as nothing.
    Where it was corrected who met, `met_before` are the sides that each `before` is about.
    """

    TOPIC: ClassVar[str] = "tournament.consequences-chosen.v4"
    SEEN: ClassVar[Part] = PUBLIC
    changed: tuple[ChangedResult, ...]
    stage: Number | None
    choice: Literal["rewind", "restore", "stand", "adjust"]
    by_default: bool
    kept: tuple[Made, ...] = ()
    set_aside: tuple[Made, ...] = ()
    tied_to_before: tuple[Made, ...] = ()
    rewound: tuple[Made, ...] = ()
    restored: tuple[Made, ...] = ()
    missed: tuple[RoundMissed, ...] = ()
    met_before: tuple[MetBefore, ...] = ()


class PairingsAdjusted(Event):
    """Places of a round that a change has left empty are filled again (ALL-4)."""

    TOPIC: ClassVar[str] = "tournament.pairings-adjusted.v1"
    SEEN: ClassVar[Part] = PUBLIC
    round: Number
    pairings: tuple[Paired, ...]
    byes: tuple[ByeGiven, ...]


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
    """Matches that results have called for, in a bracket or a ring (RNG-6, SEL-3)."""

    TOPIC: ClassVar[str] = "tournament.matches-made.v1"
    SEEN: ClassVar[Part] = PUBLIC
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


class BoutContinued(MatchEvent):
    """The next match of the bout that another one began, which those before it call for (SER-1)."""

    TOPIC: ClassVar[str] = "tournament.bout-continued.v1"
    begun_by: MatchNumber
    sides: tuple[EntryNumber, EntryNumber]
    length: Length
    made_from: Annotated[MadeFrom, PUBLIC]
    why: Annotated[Why, PUBLIC]
    form: Form = "points"


class LineUpNamed(MatchEvent):
    """TEA-1: who plays for that team in the match of two teams that `match` begins, board by board. `places` are those
    of its persons in the entry; 1 is the person that it was entered under. A substitute has the place of the one they
    replace."""

    TOPIC: ClassVar[str] = "tournament.line-up-named.v1"
    entry: Annotated[EntryNumber, PUBLIC]
    places: Annotated[tuple[Number, ...], PUBLIC]
    reason: Annotated[PersonalText | None, FOR_PLAYERS] = None


class NoTimeAgreedReported(MatchEvent):
    """SWI-4: that side says that no time could be agreed."""

    TOPIC: ClassVar[str] = "tournament.no-time-agreed-reported.v1"
    SEEN: ClassVar[Part] = FOR_PLAYERS
    match: Annotated[MatchNumber, FOR_PLAYERS]
    reported_by: Side


class InvitationSent(MatchEvent):
    """NXE-5: that side has invited the other to a `sitting` of the match, the first of which is 1."""

    TOPIC: ClassVar[str] = "tournament.invitation-sent.v2"
    invited_by: Side
    sitting: Number


class InvitationAcknowledged(MatchEvent):
    """NXE-5: from here on that `sitting` of the match counts as being played."""

    TOPIC: ClassVar[str] = "tournament.invitation-acknowledged.v2"
    sitting: Number


MATCH_EVENTS: tuple[type[Event], ...] = (
    MatchMade,
    ResultReported,
    ResultVerified,
    ResultConfirmed,
    ResultTakenBack,
    ResultCorrected,
    WrongLengthResolved,
    MatchVoided,
    MatchReinstated,
    ConsequencesChosen,
    PairingsAdjusted,
    MatchesMade,
    PlayOffMade,
    BoutContinued,
    LineUpNamed,
    NoTimeAgreedReported,
    InvitationSent,
    InvitationAcknowledged,
)
