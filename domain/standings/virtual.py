"""Running totals as tie-breaks see them: real ones, and those of virtual opponents (SWI-10).

A bye counts as a virtual opponent, who has the player's record before that round, loses the round (draws it, if the bye
was asked for), and draws every later one. A player who has left keeps their record, and as an opponent draws every
later round. Virtual scores move when a round closes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from domain.match.verdict import Ended

LOST, DRAWN = 0, 1
"""The match points of a virtual round."""

Code = Literal["W", "L", "D", "WD", "LD", "DD", "WB", "BR"]
"""What a round came to: won, lost or drawn; the same by default; an assigned bye; a bye asked for (SWI-4)."""

MATCH_POINTS: Mapping[Code, int] = {"W": 2, "WD": 2, "WB": 2, "D": 1, "DD": 1, "BR": 1, "L": 0, "LD": 0}
"""SWI-5."""


_CODES: Mapping[str, tuple[Code, Code]] = {
    "won": ("W", "L"),
    "drawn": ("D", "D"),
    "default": ("WD", "LD"),
    "drawn-by-default": ("DD", "DD"),
    "both-lost": ("LD", "LD"),
}
"""SWI-4: how a match ended, and what that is for its winner and for anyone else who was in it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """An entrant's part in one round, from 1. `code` is None while the match is open; a bye has neither `opponent` nor
    `match`."""

    round: int
    code: Code | None
    opponent: int | None = None
    match: int | None = None

    @property
    def points(self) -> int:
        """Match points, 0 while the match is open."""
        return 0 if self.code is None else MATCH_POINTS[self.code]


@dataclass(frozen=True, slots=True)
class Record:
    """An entrant's turns by round, at most one in each; `left` says that the entrant was removed or has resigned."""

    turns: tuple[Turn, ...] = ()
    left: bool = False

    @property
    def last_round(self) -> int:
        """The last round the entrant had a part in; 0: none."""
        return max((turn.round for turn in self.turns), default=0)


@dataclass(frozen=True, slots=True)
class Trail:
    """The running totals after each round that counts; all but the first `real` of them are virtual."""

    totals: tuple[int, ...]
    real: int

    @property
    def points(self) -> int:
        """The total at the end."""
        return self.totals[-1] if self.totals else 0

    @property
    def real_points(self) -> int:
        """The part of it that was really made."""
        return self.totals[self.real - 1] if self.real else 0

    @property
    def cumulative(self) -> int:
        """The sum of the running totals (SWI-7)."""
        return sum(self.totals)

    @property
    def real_cumulative(self) -> int:
        """The part of that sum up to where it becomes virtual."""
        return sum(self.totals[: self.real])


def code_of(ended: Ended, entry: int) -> Code:
    """Code of a match that ended so, for one of its sides (SWI-4); abandoned matches are none of a Swiss."""
    winners, others = _CODES["default" if ended.by_default else ended.how]
    return winners if ended.winner == entry else others


def own(record: Record, closed: int) -> Trail:
    """A player's own totals: after each of the first `closed` rounds, which are over, and after later ones with a
    known result. The totals of a player who has left stand still after their last round."""
    known = max((turn.round for turn in record.turns if turn.code is not None), default=0)
    return _real(record, known if record.left else max(closed, known))


def as_opponent(record: Record, closed: int) -> Trail:
    """The totals that count for opponents: the same, but a player who has left draws each closed round after their
    last."""
    trail = own(record, closed)
    if not record.left:
        return trail
    return _follow_moves(trail, [DRAWN] * (closed - record.last_round))


def virtual_opponent(record: Record, bye: Turn, closed: int) -> Trail:
    """The virtual opponent of a bye of the record's."""
    first = LOST if bye.code == "WB" else DRAWN
    moves = [first, *[DRAWN] * closed][: max(0, closed - bye.round + 1)]
    return _follow_moves(_real(record, bye.round - 1), moves)


def _real(record: Record, until: int) -> Trail:
    """The totals after each round until that one; a round without a turn gives nothing."""
    points = {turn.round: turn.points for turn in record.turns}
    return Trail(tuple(accumulate(points.get(round_, 0) for round_ in range(1, until + 1))), until)


def _follow_moves(trail: Trail, moves: Sequence[int]) -> Trail:
    virtual = list(accumulate(moves, initial=trail.points))[1:]
    return Trail((*trail.totals, *virtual), trail.real)
