"""One sitting of a match: what was reported of it and corrected since, and what is said before it is played (ALL-3)."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from domain.kernel.ids import PersonId
from domain.kernel.values import Side
from domain.match.layer import LayerKey
from domain.scoring.games import Outcome
from domain.scoring.result import Conceded, Result


@dataclass(frozen=True, slots=True)
class Report:
    """A result as first reported. `outcome` is what it comes to without rulings, None where it takes their points to
    end the match. `announced_at` is when it was verified and made known (TD-14, ALL-12); `starters` are the sides who
    started the games, as far as it was recorded (GAM-5); `by` is who may have reported it: the person first, then
    who made their key, then in whose name they did; `place` counts the reports of the tournament, from 1 (ELO-6);
    `by_resigning` says that a side has conceded by resigning; `by_link_of` is the director by whose
    link alone their opponent has confirmed it, `by_code_of` the player by whose chosen code it was confirmed (TD-9)."""

    result: Result
    outcome: Outcome | None
    played_at: datetime
    reported_at: datetime
    announced_at: datetime | None
    starters: tuple[Side, ...] = ()
    by: tuple[PersonId, ...] = ()
    place: int = 0
    by_resigning: bool = False
    by_link_of: PersonId | None = None
    by_code_of: PersonId | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """A clerical correction (TD-14): each part that is not None takes the place of what was recorded; `outcome` is what
    the result under it comes to without rulings."""

    sides: tuple[int, int] | None
    length: int | None
    result: Result | None
    outcome: Outcome | None
    played_at: datetime | None
    place: Decimal | None
    starters: tuple[Side, ...] | None = None


@dataclass(frozen=True, slots=True)
class PlayedTo:
    """The length that a match without a result is played to, once a wrong one was settled: corrected from a game on, or
    as it was played to, where `from_game` is None (TD-16)."""

    length: int
    from_game: int | None


@dataclass(frozen=True, slots=True)
class GivenUp:
    """That an entry resigned while rulings decided the match, or had it abandoned: should they be reversed, the entry
    concedes it (NXE-8, RNG-7, TD-13). Or that it was out as a decision opened the match again (TD-4). `play_began` says
    whether play had begun in it (ALL-6)."""

    entry: int
    at: datetime
    play_began: bool


@dataclass(frozen=True, slots=True)
class Invitation:
    """The newest; the other side acknowledges it before the match counts as being played (NXE-5)."""

    by: Side
    at: datetime
    acknowledged_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """One sitting of a match. The first is opened by nobody; a layer may open another on top of it, which is hidden
    with that layer (ALL-3). Anyone who plays it invites and acknowledges (NXE-5), and `no_time_agreed` are the sides
    that have told the director so (SWI-4)."""

    opened_by: LayerKey | None = None
    report: Report | None = None
    corrections: tuple[Correction, ...] = ()
    played_to: PlayedTo | None = None
    given_up: tuple[GivenUp, ...] = ()
    invitation: Invitation | None = None
    no_time_agreed: tuple[Side, ...] = ()

    @property
    def conceded(self) -> Side | None:
        """The side that has conceded it by resigning, as long as nobody has corrected that."""
        result = self.report.result if self.report and self.report.by_resigning and not self.corrections else None
        return result.loser if isinstance(result, Conceded) else None

    @property
    def is_reported(self) -> bool:
        """Whether anything was reported of it."""
        return self.report is not None

    @property
    def is_unannounced(self) -> bool:
        """Whether it has a report that was not announced."""
        return self.report is not None and self.report.announced_at is None

    def says_otherwise(self, result: Result, starters: tuple[Side, ...]) -> bool:
        """Whether what it was reported to come to is another result, which nobody has announced or corrected."""
        said = self.report
        if said is None or said.announced_at is not None or said.by_resigning or self.corrections:
            return False
        return (said.result, said.starters) != (result, starters)

    @property
    def reported_at(self) -> datetime | None:
        """When that was; None: it was not."""
        return None if self.report is None else self.report.reported_at

    @property
    def announced_at(self) -> datetime | None:
        """When its report was announced; None: it was not, or there is none."""
        return None if self.report is None else self.report.announced_at

    @property
    def place(self) -> int | None:
        """Which of the tournament's reports its own is (ELO-6); None without one."""
        return None if self.report is None else self.report.place

    @property
    def result(self) -> Result | None:
        """The result as reported, before any correction; None without a report."""
        return None if self.report is None else self.report.result

    @property
    def reported_by(self) -> tuple[PersonId, ...]:
        """The persons who may have reported it; nobody without a report."""
        return () if self.report is None else self.report.by

    @property
    def acknowledged(self) -> bool:
        """Whether an invitation to it was acknowledged (NXE-5)."""
        return self.invitation is not None and self.invitation.acknowledged_at is not None
