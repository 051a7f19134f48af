"""The record of a match: the layers of its result and the effective one (ALL-3), and what it hangs on (ALL-4).

Nothing outside this file reads a raw report; everything else asks for what is effective.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Literal, Protocol, cast

from domain.directing.effective import Ruled, Undecided, Void, effective
from domain.directing.remedies import OPENERS, Remedy
from domain.scoring.result import Form, How, Outcome, Result, outcome
from domain.values import Side, Why

Verdict = int | str | None
"""What a match came to, as what is made from it remembers it: the entry that has won; `default-7` where 7 has won since
only he told the director; `drawn`, `both-told`, `both-lost`, `abandoned` or `void`; None while nothing counts."""

Basis = tuple[tuple[int, Verdict], ...]
"""Earlier matches, each with what it had come to."""

_DEFAULT = "default-"
VOID = "void"
"""The verdict of a match that was voided: it is told apart from one that is still open, so that what was made in its
place goes when it is reinstated."""


@dataclass(frozen=True, slots=True)
class Ended:
    """What a match came to, in entries; `winner` is None where neither side has won."""

    how: How | Literal["abandoned"]
    winner: int | None = None
    played_at: datetime | None = None

    @property
    def verdict(self) -> Verdict:
        if self.how == "default":
            return f"{_DEFAULT}{self.winner}"
        return self.winner if self.how == "won" else self.how

    def lost(self, entry: int) -> bool:
        """Whether the entry, one of the sides, has lost by it."""
        return self.how == "both-lost" or self.winner not in (None, entry)


def ended_as(verdict: Verdict) -> Ended | None:
    """What was remembered as this verdict; None where nothing counted."""
    if verdict is None or verdict == VOID:
        return None
    if isinstance(verdict, int):
        return Ended("won", verdict)
    if verdict.startswith(_DEFAULT):
        return Ended("default", int(verdict.removeprefix(_DEFAULT)))
    return Ended(cast("How", verdict))


class Made(Protocol):
    """What is made from earlier results: a match, or a bye. `kept_on` are outcomes on which a decision keeps it,
    `set_aside` that a decision keeps it away for good (ALL-4)."""

    @property
    def made_from(self) -> Basis: ...

    @property
    def kept_on(self) -> Basis: ...

    @property
    def set_aside(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Report:
    """A result as first reported. `announced_at` is when it was verified and made known (TD-14, ALL-12); `starters` are
    the sides who started the games, as far as it was recorded (GAM-5)."""

    result: Result
    played_at: datetime
    reported_at: datetime
    announced_at: datetime | None
    starters: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """A clerical correction (TD-14): each part that is not None takes the place of what was recorded."""

    sides: tuple[int, int] | None
    length: int | None
    result: Result | None
    played_at: datetime | None
    place: Decimal | None


@dataclass(frozen=True, slots=True)
class Layer:
    """What a ruling in force orders of a match. `key` tells apart what the ruling and what an appeal has ordered;
    `play_began` says that play had begun when it was given."""

    key: str
    ruling: int
    remedies: tuple[Remedy, ...]
    given_at: datetime
    play_began: bool = False

    @property
    def opens(self) -> bool:
        """Whether it opens a sitting on top of the others."""
        return any(isinstance(remedy, OPENERS) for remedy in self.remedies)


@dataclass(frozen=True, slots=True)
class Sitting:
    """One sitting of a match. The first is opened by nobody; a layer may open another on top of it, which is hidden
    with that layer (ALL-3)."""

    opened_by: str | None = None
    report: Report | None = None
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Effective:
    """What the layers of a match give together. `winner` is an entry number, None where neither side has won; `result`
    is what was reported, None where rulings alone have ended the match."""

    sides: tuple[int, int]
    length: int
    result: Result | None
    outcome: Outcome
    played_at: datetime
    place: Decimal
    reported_at: datetime
    announced_at: datetime | None

    @property
    def winner(self) -> int | None:
        if self.outcome.winner is None:
            return None
        return self.sides[0] if self.outcome.winner == "first" else self.sides[1]

    @property
    def loser(self) -> int | None:
        """The other side, where one has won."""
        if self.outcome.winner is None:
            return None
        return self.sides[1] if self.outcome.winner == "first" else self.sides[0]

    @property
    def ended(self) -> Ended:
        return Ended(self.outcome.how, self.winner, self.played_at)


@dataclass(frozen=True, slots=True)
class Invitation:
    """Who invited last, and when; the other side acknowledges it before the match counts as being played (NXE-5)."""

    by: Side
    at: datetime
    acknowledged_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two entries, to `length` points; `round` is None where the format has none.

    `why` says why the two were paired. `live` says whether what it was made from still is so, and is kept up to date
    by whoever lays results; `revision` is the stream version that last changed the match. `slot` is its place in a
    bracket or ring; `stage` that of the tournament it belongs to, and `opening` the opening of it, 0 for the first
    stage. `abandonments` are what it was abandoned because of, `abandoned` whether any of it still is so; `told` are
    the sides that have told the director that no time could be agreed (SWI-4). `layers` are the rulings in force, in
    the order given, and `ruled_void` says that by them the match counts nowhere. `stake` is what each side stakes.
    """

    number: int
    sides: tuple[int, int]
    length: int
    revision: int
    made_from: Basis = ()
    sittings: tuple[Sitting, ...] = (Sitting(),)
    void_reason: str | None = None
    effective: Effective | None = None
    round: int | None = None
    kept_on: Basis = ()
    set_aside: bool = False
    live: bool = True
    invitation: Invitation | None = None
    why: Why | None = None
    form: Form = "points"
    stage: int = 1
    opening: int = 0
    slot: str | None = None
    abandonments: tuple[Basis, ...] = ()
    abandoned: bool = False
    told: tuple[Side, ...] = ()
    layers: tuple[Layer, ...] = ()
    ruled_void: bool = False
    stake: Decimal | None = None

    @property
    def void(self) -> bool:
        """Whether it counts nowhere and takes no new results: voided, ruled void, or no longer live (ALL-4)."""
        return self.void_reason is not None or not self.live or self.ruled_void

    @property
    def sitting(self) -> Sitting:
        """The newest sitting that is not hidden."""
        return self.sittings[self.sitting_index]

    @property
    def sitting_index(self) -> int:
        keys = {layer.key for layer in self.layers}
        shown = (n for n, sitting in enumerate(self.sittings) if sitting.opened_by is None or sitting.opened_by in keys)
        return max(shown)

    @property
    def started(self) -> bool:
        """Whether it counts as being played, or has been (NXE-5)."""
        return self.effective is not None or bool(self.invitation and self.invitation.acknowledged_at)


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without an opponent; made from earlier results like a match (ALL-4). `requested` where it was asked
    for; a `slot` makes it a walkover in a bracket."""

    number: int
    entry: int
    round: int
    revision: int
    made_from: Basis = ()
    kept_on: Basis = ()
    set_aside: bool = False
    live: bool = True
    why: Why | None = None
    stage: int = 1
    opening: int = 0
    slot: str | None = None
    requested: bool = False


@dataclass(frozen=True, slots=True)
class Opening:
    """A later stage opened with its field, the first seed first; made from all results of the stage before (ALL-4).
    `rounds_before` are the rounds of the stages before it, `version` the stream's when it was opened; `flipped` are the
    groups that a coin put in order, `reason` is why the field was named by hand."""

    number: int
    stage: int
    seeds: tuple[int, ...]
    rounds_before: int
    version: int
    made_from: Basis = ()
    kept_on: Basis = ()
    set_aside: bool = False
    live: bool = True
    flipped: tuple[tuple[int, ...], ...] = ()
    reason: str | None = None


def reported(match: Match, report: Report, revision: int) -> Match:
    """The match with a report laid into its newest sitting."""
    sitting = match.sitting
    return _laid(match, Sitting(sitting.opened_by, report, sitting.corrections), revision)


def announced(match: Match, moment: datetime, revision: int) -> Match:
    """The match with its newest report verified and announced (TD-14)."""
    sitting = match.sitting
    if sitting.report is None:
        raise ValueError(f"match {match.number} has no report to announce")
    return _laid(match, replace(sitting, report=replace(sitting.report, announced_at=moment)), revision)


def corrected(match: Match, correction: Correction, revision: int) -> Match:
    """The match with a correction laid over what was recorded (ALL-3)."""
    sitting = match.sitting
    return _laid(match, replace(sitting, corrections=(*sitting.corrections, correction)), revision)


def ruled(match: Match, layers: tuple[Layer, ...], revision: int) -> Match:
    """The match with these rulings in force; a layer that opens a sitting gets it once."""
    opened = {sitting.opened_by for sitting in match.sittings}
    new = tuple(Sitting(layer.key) for layer in layers if layer.opens and layer.key not in opened)
    match = replace(match, layers=layers, sittings=(*match.sittings, *new), revision=revision)
    effective, void = _with_layers(match, match.sitting)
    return replace(match, effective=effective, ruled_void=void)


def _laid(match: Match, sitting: Sitting, revision: int) -> Match:
    """The match with that sitting in place of the newest that is not hidden."""
    if match.layers:
        place = match.sitting_index
        sittings = (*match.sittings[:place], sitting, *match.sittings[place + 1 :])
        effective, void = _with_layers(match, sitting)
        return replace(match, sittings=sittings, effective=effective, ruled_void=void, revision=revision)
    return Match(
        match.number,
        match.sides,
        match.length,
        revision,
        match.made_from,
        (sitting,) if len(match.sittings) == 1 else _replaced(match, sitting),
        match.void_reason,
        _effective(match, sitting),
        match.round,
        match.kept_on,
        match.set_aside,
        match.live,
        match.invitation,
        match.why,
        match.form,
        match.stage,
        match.opening,
        match.slot,
        match.abandonments,
        match.abandoned,
        match.told,
        match.layers,
        match.ruled_void,
        match.stake,
    )


def _replaced(match: Match, sitting: Sitting) -> tuple[Sitting, ...]:
    place = match.sitting_index
    return (*match.sittings[:place], sitting, *match.sittings[place + 1 :])


def _effective(match: Match, sitting: Sitting) -> Effective | None:
    """What the record gives without rulings; None without a report. Raises Refused where it makes no outcome."""
    if sitting.report is None:
        return None
    sides, length, result, played_at, place = _recorded(match, sitting, sitting.report)
    return Effective(
        sides,
        length,
        result,
        outcome(result, length, match.form),
        played_at,
        place,
        sitting.report.reported_at,
        sitting.report.announced_at,
    )


def _recorded(match: Match, sitting: Sitting, report: Report) -> tuple[tuple[int, int], int, Result, datetime, Decimal]:
    """The report under its corrections."""
    sides, length, result = match.sides, match.length, report.result
    played_at, place = report.played_at, Decimal(match.number)
    for correction in sitting.corrections:
        sides = correction.sides or sides
        length = correction.length or length
        result = correction.result or result
        played_at = correction.played_at or played_at
        place = place if correction.place is None else correction.place
    return sides, length, result, played_at, place


def as_recorded(match: Match) -> tuple[object, ...]:
    """What report and corrections say, whatever rulings make of it; nothing while there is no report."""
    sitting = match.sitting
    return () if sitting.report is None else _recorded(match, sitting, sitting.report)


def _with_layers(match: Match, sitting: Sitting) -> tuple[Effective | None, bool]:
    """What the record and the rulings give together, and whether the match is void by them (ALL-3). With the last
    ruling a score may go that was complete by its points alone: then the match is still to be ended."""
    if sitting.report is None:
        return _by_rulings_alone(match)
    sides, length, result, played_at, place = _recorded(match, sitting, sitting.report)
    come_to = _ruled(match, result, length)
    if not isinstance(come_to, Outcome):
        return None, isinstance(come_to, Void)
    alone, _ = _by_rulings_alone(match)
    announced_at = sitting.report.announced_at or (alone.announced_at if alone else None)
    reported_at = sitting.report.reported_at
    return Effective(sides, length, result, come_to, played_at, place, reported_at, announced_at), False


def _by_rulings_alone(match: Match) -> tuple[Effective | None, bool]:
    """What the rulings come to without any report: then it ended, and became known, by the one that made it so."""
    come_to = _ruled(match, None, match.length)
    if not isinstance(come_to, Outcome):
        return None, isinstance(come_to, Void)
    moment = max(layer.given_at for layer in match.layers[: _decided_by(match, come_to)])
    place = Decimal(match.number)
    return Effective(match.sides, match.length, None, come_to, moment, place, moment, moment), False


def _decided_by(match: Match, come_to: Outcome) -> int:
    """How many of the layers it took: what was ruled after it ended does not change when it did."""
    number = len(match.layers)
    while number > 1 and _ruled(replace(match, layers=match.layers[: number - 1]), None, match.length) == come_to:
        number -= 1
    return number


def _ruled(match: Match, result: Result | None, length: int) -> Outcome | Undecided | Void:
    return ruling_of(match, result, length).outcome


def ruling_of(match: Match, result: Result | None, length: int) -> Ruled:
    """What that result and the rulings in force come to."""
    remedies = [remedy for layer in match.layers for remedy in layer.remedies]
    acknowledged = bool(match.invitation and match.invitation.acknowledged_at)
    began = acknowledged or any(layer.play_began for layer in match.layers)
    return effective(result, length, remedies, match.form, began)


VerdictOf = Callable[[int], Verdict]
"""Gives what a match has come to, as it counts now."""


def live(made: Made, verdict_of: VerdictOf) -> bool:
    """Whether everything it was made from still is the effective outcome, or a decision keeps it (ALL-4)."""
    return not made.set_aside and next(changed(made, verdict_of), None) is None


def changed(made: Made, verdict_of: VerdictOf) -> Iterator[tuple[int, Verdict]]:
    """The earlier matches that no longer are what it was made from or is kept on, each with its verdict now."""
    return _changed(made.made_from, made.kept_on, verdict_of)


def _changed(basis: Basis, kept_on: Basis, verdict_of: VerdictOf) -> Iterator[tuple[int, Verdict]]:
    for number, verdict in basis:
        now = verdict_of(number)
        if not still(verdict, now) and not any(kept == number and still(on, now) for kept, on in kept_on):
            yield number, now


def still(remembered: Verdict, now: Verdict) -> bool:
    """Whether it still is as was remembered. What was remembered as nothing that counts may have been void."""
    return now == remembered or (remembered is None and now == VOID)


def abandoned(match: Match, verdict_of: VerdictOf) -> bool:
    """Whether anything that it was abandoned because of still is so."""
    return any(next(_changed(basis, match.kept_on, verdict_of), None) is None for basis in match.abandonments)


def counting(match: Match) -> Effective | None:
    """The effective result where it counts in tables and ratings: announced, not void, and live (ALL-4, ALL-12)."""
    result = match.effective
    if result is None or result.announced_at is None or match.void:
        return None
    return result


def verdict(match: Match) -> Verdict:
    """What the match came to, as what is made from it remembers it."""
    came_to = ended(match)
    if came_to is not None:
        return came_to.verdict
    return VOID if match.void and match.live else None


def ended(match: Match) -> Ended | None:
    """What the match came to, as it counts; None where it has not come to anything. A result that was voided leaves a
    match abandoned that was abandoned without it."""
    result = counting(match)
    if result is not None:
        return result.ended
    return Ended("abandoned") if match.abandoned and match.live else None
