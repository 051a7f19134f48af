"""Records of how a match is played, besides its result, and requests to the director (TD-3, TD-6 to TD-8, TD-20, TD-23,
TD-24). What was said of a person is sealed. Topics and fields are for ever."""

import unicodedata
from decimal import Decimal
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, PlainSerializer, StringConstraints

from domain.kernel.envelope import Event
from domain.kernel.ids import EntryNumber, MatchNumber, PersonId
from domain.kernel.personal_text import SHOWN, PersonalText, Sealed
from domain.kernel.values import Instant, Name, Number, Side, Value
from domain.kernel.visibility import FOR_PLAYERS, FOR_STAFF, Part
from domain.officiating.sanction_catalogue import Clause
from domain.scoring.amount import Amount
from domain.scoring.clock import Break, OutOfTime, Pause, Seconds

Fee = Annotated[Amount, Field(ge=0)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Payer = Literal["first", "second", "both", "organizer", "federation"]
Consented = Literal["recording", "telephone", "headphones"]
Attached = Literal["recording", "analysis", "score-sheet", "transcript"]

_THOUSANDTH = Decimal("0.001")
MOST_CHARACTERS = 50_000
"""Of a transcript that is kept: 25 points take 35,000."""


def _text_of_lines(text: str) -> str:
    """Text of lines: no control characters but those that end lines, and tabs."""
    if any(unicodedata.category(one) == "Cc" for one in set(text) - set("\r\n\t")):
        raise ValueError("must not contain control characters other than line breaks and tabs")
    return text


TranscriptText = Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS), AfterValidator(_text_of_lines)]
"""A transcript as its file has it, of which the digest is that of its bytes in UTF-8."""

ErrorRate = Annotated[
    Decimal,
    Field(ge=0, le=1000, max_digits=7, decimal_places=3, allow_inf_nan=False),
    AfterValidator(lambda rate: rate.quantize(_THOUSANDTH)),
    PlainSerializer(str, return_type=str),
]
"""The loss of a side by its errors, on the scale of the program that made the analysis; less is better [3.8]."""


class ErrorRates(Value):
    """Both sides' error rates, and the program that worked them out."""

    program: Name
    first: ErrorRate
    second: ErrorRate


Wanted = Literal[
    "ban-spectator",
    "monitor",
    "clock",
    "baffle-box",
    "equipment",
    "change-of-equipment",
    "non-smoking-area",
    "board",
    "cups",
    "precision-dice",
    "score-board",
    "preference",
    "other",
    "spectator-alert",
]
"""The requests there are: [1.6.4, 1.7.7, 2.1, 2.3.2, 2.4.2, 3.1-3.7, 4.7]; a `preference` is settled by dice or
agreement. A `spectator-alert` is a spectator's report to the director [1.6.1]: looked into, and no dispute."""

OfMatchKind = Literal["monitor", "consent", "break", "clock", "declaration", "attachment"]
MatchRecordKind = OfMatchKind | Literal["request", "exception"]
"""The kinds of record, as the events call them."""


class Readings(Value):
    """The times that both clocks show, in seconds."""

    first_seconds: Seconds
    second_seconds: Seconds


class MatchRecordEvent(Event):
    """Something recorded, by its number among those of its kind: in its match, or in the tournament."""

    KIND: ClassVar[str]
    SEEN: ClassVar[Part] = FOR_PLAYERS
    number: Number

    @property
    def record_kind(self) -> str:
        """The kind of record that it is about."""
        return self.KIND


class OfMatch(MatchRecordEvent):
    """Something recorded of one match. It leaves the match's result alone."""

    match: MatchNumber


class MonitorAppointed(OfMatch):
    """TD-3: of the director's own, or since that side has asked for one; `paid_by` says who pays the fee."""

    TOPIC: ClassVar[str] = "tournament.monitor-appointed.v1"
    KIND: ClassVar[str] = "monitor"
    person: PersonId
    asked_by: Side | None
    fee: Fee | None
    paid_by: Payer | None
    reason: PersonalText | None


class MonitorReleased(OfMatch):
    """The monitor watches the match no longer (TD-3)."""

    TOPIC: ClassVar[str] = "tournament.monitor-released.v1"
    KIND: ClassVar[str] = "monitor"
    reason: PersonalText | None


class ConsentRecorded(OfMatch):
    """TD-24: that side's, or the director's; `applies_to` is who it is given, everybody where it is None. Where
    `granted` is false it was refused; `text_about` is who answered."""

    TOPIC: ClassVar[str] = "tournament.consent-recorded.v1"
    KIND: ClassVar[str] = "consent"
    kind: Consented
    answered_by: Side | None
    applies_to: PersonId | None
    granted: bool = True
    text_about: PersonId | None = None
    reason: PersonalText | None = None


class ConsentRevoked(OfMatch):
    """TD-24: by the director."""

    TOPIC: ClassVar[str] = "tournament.consent-revoked.v1"
    KIND: ClassVar[str] = "consent"
    reason: PersonalText


class BreakBegun(OfMatch):
    """TD-8: of one side, with what the clocks showed."""

    TOPIC: ClassVar[str] = "tournament.break-begun.v1"
    KIND: ClassVar[str] = "break"
    side: Side
    break_taken: Break
    readings: Readings | None


class BreakEnded(OfMatch):
    """TD-8: the side is back."""

    TOPIC: ClassVar[str] = "tournament.break-ended.v1"
    KIND: ClassVar[str] = "break"
    ended_at: Instant


class ClockRecorded(OfMatch):
    """TD-7, TD-8: the clocks were set at the start, paused for a reason, started again, read, or set again; `estimated`
    where the director had to."""

    TOPIC: ClassVar[str] = "tournament.clock-recorded.v1"
    KIND: ClassVar[str] = "clock"
    action: Literal["set", "paused", "started", "read", "reset"]
    readings: Readings
    delay_seconds: Seconds | None
    estimated: bool
    reason: PersonalText | None
    paused_for: Pause | None = None


class OutOfTimeDeclared(OfMatch):
    """TD-7: by that side, or by the director. The loss itself is for a ruling."""

    TOPIC: ClassVar[str] = "tournament.out-of-time-declared.v1"
    KIND: ClassVar[str] = "declaration"
    declared_by: Side | None
    out_of_time: OutOfTime
    readings: Readings | None


class AttachmentAdded(OfMatch):
    """TD-20: where it is kept, and the SHA-256 of its bytes; of an analysis the error rates that it found."""

    TOPIC: ClassVar[str] = "tournament.attachment-added.v1"
    KIND: ClassVar[str] = "attachment"
    kind: Attached
    reference: PersonalText
    digest: Sha256
    error_rates: ErrorRates | None = None


class TranscriptKept(OfMatch):
    """GAM-7: what is written in the transcript that was attached under that number; `turned` says that its first side
    is the match's second."""

    TOPIC: ClassVar[str] = "tournament.transcript-kept.v1"
    KIND: ClassVar[str] = "attachment"
    turned: bool
    transcript: Annotated[TranscriptText | Sealed, SHOWN]


class RequestMade(MatchRecordEvent):
    """TD-6, TD-23: by an entrant, or by the director where `entry` is None; anyone who `insists` has a right to it."""

    TOPIC: ClassVar[str] = "tournament.request-made.v1"
    KIND: ClassVar[str] = "request"
    kind: Wanted
    match: MatchNumber | None
    entry: EntryNumber | None
    requested_by: PersonId | None
    insists: bool
    reason: PersonalText | None


class RequestAnswered(MatchRecordEvent):
    """TD-23."""

    TOPIC: ClassVar[str] = "tournament.request-answered.v1"
    KIND: ClassVar[str] = "request"
    requested_by: PersonId | None
    granted: bool
    reason: PersonalText | None


class ExceptionMade(MatchRecordEvent):
    """TD-23: the director departs from a clause that allows it [2.2.3, 3.4.2, 3.5.2]."""

    TOPIC: ClassVar[str] = "tournament.exception-made.v1"
    KIND: ClassVar[str] = "exception"
    SEEN: ClassVar[Part] = FOR_STAFF
    clause: Clause
    exception: PersonalText
    match: MatchNumber | None
    reason: PersonalText


class MatchRecordRetracted(MatchRecordEvent):
    """It was recorded by mistake. It stays, and counts for nothing; `match` is None where it is of the tournament, and
    `requested_by` who had asked, where it is a request."""

    TOPIC: ClassVar[str] = "tournament.match-record-retracted.v1"
    kind: MatchRecordKind
    match: MatchNumber | None
    requested_by: PersonId | None
    reason: PersonalText | None

    @property
    def record_kind(self) -> str:
        return self.kind


MATCH_RECORD_EVENTS: tuple[type[Event], ...] = (
    MonitorAppointed,
    MonitorReleased,
    ConsentRecorded,
    ConsentRevoked,
    BreakBegun,
    BreakEnded,
    ClockRecorded,
    OutOfTimeDeclared,
    AttachmentAdded,
    TranscriptKept,
    RequestMade,
    RequestAnswered,
    ExceptionMade,
    MatchRecordRetracted,
)
