"""Acts that a format may refuse."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from domain.match.record import Match
from domain.scoring.games import Outcome
from domain.scoring.result import Form


@dataclass(frozen=True, slots=True)
class EnterLate:
    """Somebody wants to enter after the start; `entry` is the number that they have, where they have one."""

    entry: int | None = None


@dataclass(frozen=True, slots=True)
class PairThemselves:
    """Two entrants have agreed on a match of `length` points, or of another form, or played it. `stake` is what each of
    them stakes."""

    length: int
    form: Form = "points"
    stake: Decimal | None = None


@dataclass(frozen=True, slots=True)
class SitOut:
    """Somebody had no opponent in a round that was paired elsewhere."""


@dataclass(frozen=True, slots=True)
class CorrectMatch:
    """A correction of the terms that a match of that form was made with: its sides, where `sides` is true, and its
    length."""

    sides: bool
    length: int
    form: Form = "points"


@dataclass(frozen=True, slots=True)
class MetInPlace:
    """A correction of a place of a round: who `were` in it, as recorded, and who `met` there; `slot` is its name in a
    bracket."""

    slot: str | None
    were: tuple[int, ...]
    met: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CorrectSides:
    """It is to be corrected who met in these places of a round; `byes` where that is said of byes too."""

    places: tuple[MetInPlace, ...]
    byes: bool


@dataclass(frozen=True, slots=True)
class Leave:
    """An entrant wants to withdraw after the start; `begun`: a match of theirs has begun."""

    begun: bool


@dataclass(frozen=True, slots=True)
class AskForBye:
    """An entrant asks for the bye in a round (SWI-6)."""

    entry: int
    round: int


@dataclass(frozen=True, slots=True)
class ReportNoTimeAgreed:
    """A side tells the director that no time could be agreed for the match (SWI-4)."""

    match: int


@dataclass(frozen=True, slots=True)
class EndMatch:
    """A match is to have this outcome: reported, or corrected to it."""

    match: int
    sides: tuple[int, int]
    outcome: Outcome
    played_at: datetime


def end_of(match: Match, *, ruled_at: datetime | None = None) -> EndMatch | None:
    """The end that the match has come to; None while it has not. What rulings alone have decided ended at `ruled_at`,
    where that is said."""
    ended = match.effective
    if ended is None:
        return None
    played_at = ruled_at if ruled_at is not None and ended.result is None else ended.played_at
    return EndMatch(match.number, ended.sides, ended.outcome, played_at)


Correcting = CorrectMatch | CorrectSides
Act = EnterLate | PairThemselves | SitOut | Correcting | Leave | AskForBye | ReportNoTimeAgreed | EndMatch
