"""Commands that record how a match is played, or ask something of the director (TD-3, TD-6 to TD-8, TD-20, TD-23,
TD-24)."""

from hashlib import sha256
from typing import Annotated, Literal, Self, get_args

from pydantic import Field, model_validator

from domain.kernel.ids import EntryNumber, MatchNumber, PersonId
from domain.kernel.values import GivenInstant, GivenName, Number, Reason, Side, Value
from domain.officiating.sanction_catalogue import Clause
from domain.scoring.clock import OutOfTime, Pause, Seconds
from domain.tournament.command import Choosing, Command
from domain.tournament.match_record.events import (
    Attached,
    Consented,
    ErrorRates,
    Fee,
    MatchRecordKind,
    OfMatchKind,
    Payer,
    Readings,
    Sha256,
    TranscriptText,
    Wanted,
)


class OfMatch(Command):
    """On one match."""

    match: MatchNumber


class Monitoring(Value):
    """A monitor, at a side's request or the director's own wish; a fee names who pays it: the side that has asked, or
    both [1.3.3], or neither."""

    person: PersonId
    asked_by: Side | None = None
    fee: Fee | None = None
    paid_by: Payer | None = None
    reason: Reason | None = None

    @model_validator(mode="after")
    def _says_who_pays(self) -> Self:
        if (self.fee is None) != (self.paid_by is None):
            raise ValueError("a fee and who pays it go together")
        if self.paid_by in ("first", "second") and self.paid_by != self.asked_by:
            raise ValueError("a side pays the monitor alone only if it asked for the monitor; else choose `both`")
        return self


class AppointMonitor(Monitoring, OfMatch):
    """Appoint a monitor for a match (TD-3, TD-6)

    By the staff, of their own or at a side's request; a fee says who pays it. Nobody who plays the match, nobody
    twice.
    """


class ReleaseMonitor(OfMatch):
    """Release a monitor (TD-3)

    By the staff. Why a monitor is released.
    """

    number: Number
    reason: Reason | None = None


class ConsentAnswer(Value):
    """The subject of the consent, the side (the director's, where none is named), and the addressees (everybody, where
    nobody is named); whether it is `granted` or refused, and why."""

    kind: Consented
    answered_by: Side | None = None
    applies_to: PersonId | None = None
    granted: bool = True
    reason: Reason | None = None


class RecordConsent(ConsentAnswer, OfMatch):
    """Consent to a recording, a telephone or headphones in a match (TD-24)

    A side for itself; the staff for anybody, and for the director where no side is named.
    """

    @model_validator(mode="after")
    def _is_refused_with_a_reason(self) -> Self:
        """Consent to recording and headphones is not withheld without one [1.7.2, 1.7.3]."""
        if not self.granted and self.kind != "telephone" and self.reason is None:
            raise ValueError("a consent to recording or headphones is refused with a reason")
        return self


class WithdrawConsent(OfMatch):
    """Revoke a consent, with the reason (TD-24)

    By the staff. Why a consent is revoked.
    """

    number: Number
    reason: Reason


class BeginBreak(OfMatch):
    """Record that a side takes a break (TD-8)

    By that side, a monitor of the match, or the staff. The answer says when it is due back, what it has left, and what
    exceeds. A side's break: how many of its breaks it takes together, when (by default now), what the clocks show. In a
    best of three it is between matches, or it is flagged.
    """

    side: Side
    number_of_breaks: Annotated[int, Field(strict=True, ge=1, le=10)] = 1
    between_games: bool = True
    between_matches: bool = False
    started_at: GivenInstant | None = None
    readings: Readings | None = None


class EndBreak(OfMatch):
    """Record that a side is back from its break (TD-8, TD-5)

    By either side, a monitor of the match, or the staff. The answer says what may be awarded for being late; the
    director decides. When the side is back; by default now.
    """

    number: Number
    ended_at: GivenInstant | None = None


class ClockReading(Value):
    """A reading of the clocks: what was done with them, and what they show then. `paused_for` is the situation in which
    they may be paused [4.3.2, 4.3.5]; a pause in any other, a reset and an estimate have a reason."""

    action: Literal["set", "paused", "started", "read", "reset"]
    readings: Readings
    delay_seconds: Seconds | None = None
    estimated: bool = False
    reason: Reason | None = None
    paused_for: Pause | None = None

    @model_validator(mode="after")
    def _has_a_reason(self) -> Self:
        unexplained = self.action == "reset" or self.estimated or (self.action == "paused" and self.paused_for is None)
        if self.reason is None and unexplained:
            raise ValueError("give the reason when clocks are paused for something else, reset or estimated")
        return self

    @model_validator(mode="after")
    def _is_paused(self) -> Self:
        if self.paused_for is not None and self.action != "paused":
            raise ValueError("only give a situation when clocks are paused")
        return self


class RecordClock(ClockReading, OfMatch):
    """Record what the clocks show, and why they are paused or reset (TD-7, TD-8)

    By a monitor of the match, or the staff.
    """


class Declaring(Value):
    """The side whose time is out, as that side declares it; the director, where none is named."""

    out_of_time: OutOfTime
    declared_by: Side | None = None
    readings: Readings | None = None


class DeclareOutOfTime(Declaring, OfMatch):
    """Declare that time is out (TD-7)

    By a side or the staff. The answer says what it comes to; the loss itself is a ruling.
    """


class Attaching(Value):
    """A recording, an analysis or a sheet: where it is kept, and the SHA-256 of its bytes in hexadecimal digits. An
    analysis may have the error rates that it found [3.8]."""

    kind: Attached
    reference: Reason
    digest: Sha256
    error_rates: ErrorRates | None = None

    @model_validator(mode="after")
    def _found_by_an_analysis(self) -> Self:
        if self.error_rates is not None and self.kind != "analysis":
            raise ValueError("only an analysis has error rates")
        return self


class AddAttachment(Attaching, Choosing, OfMatch):
    """Attach a recording, an analysis, a sheet or a transcript to a match (TD-20, GAM-7)

    By either side, a monitor of the match (but no analysis), or the staff, also when the tournament has ended. It is
    kept elsewhere; its digest is here. Of a transcript the text may be kept too: then it is held against the rules of
    play. `turned` says that its first side is the match's second. An analysis can turn a bout to points (SER-7) or the
    field of the next stage; then `choice` says what becomes of matches that have begun.
    """

    transcript: TranscriptText | None = None
    turned: bool = False

    @model_validator(mode="after")
    def _is_what_the_digest_says(self) -> Self:
        if self.transcript is None:
            if self.turned:
                raise ValueError("the sides can be swapped only in a transcript whose text is kept")
        elif self.kind != "transcript":
            raise ValueError("only a transcript can have its text kept")
        elif sha256(self.transcript.encode()).hexdigest() != self.digest:
            raise ValueError("the digest is not the SHA-256 of the text in UTF-8")
        return self


class MakeRequest(Command):
    """Ask the director for something, or insist on it (TD-6, TD-23)

    By an entrant for themselves, and only about a match they play, or by the staff for anybody. A monitor alerts the
    director to what they see in their match. After the end the staff ask for records of a match, as `other` [3.8].
    """

    kind: Wanted
    entry: EntryNumber | None = None
    match: MatchNumber | None = None
    insists: bool = False
    reason: Reason

    @model_validator(mode="after")
    def _comes_from_a_spectator(self) -> Self:
        if self.kind == "spectator-alert" and (self.entry is not None or self.insists):
            raise ValueError("the director records what a spectator reports; leave out the entry that asks or insists")
        return self


class AnswerRequest(Command):
    """Answer a request, with the reason (TD-23)

    By the staff, once. The director's answer, with its reason.
    """

    number: Number
    granted: bool
    reason: Reason


class Excepting(Value):
    """From which clause the director departs, and how."""

    clause: Clause
    exception: GivenName
    match: MatchNumber | None = None
    reason: Reason


class MakeException(Excepting, Command):
    """Record an exception that the director makes, with the reason (TD-23)

    By the staff. It names the clause that allows it [2.2.3, 3.4.2, 3.5.2]; any other is flagged.
    """


class WithdrawRecord(Choosing, Command):
    """Take back what was recorded by mistake: a break, a declaration, a request ... (TD-3, TD-7, TD-8, TD-23, TD-24)

    By staff who don't play the match, or within two minutes by the side that recorded it. The record stays under
    its number, marked and with the reason, and counts for nothing: a break taken back can be taken.
    """

    kind: MatchRecordKind
    match: MatchNumber | None = None
    number: Number
    reason: Reason

    @model_validator(mode="after")
    def _names_its_match(self) -> Self:
        if (self.kind in get_args(OfMatchKind)) != (self.match is not None):
            raise ValueError("leave the match out for requests and exceptions, and give it for all else")
        return self
