"""Coming late to a match, or back from a break, and what penalty points alone decide (TD-5) [2.2.4].

Readings: the first point falls due when 5 minutes have passed in full. Each side's own lateness counts: from the time
to its own arrival, or to now while it is absent, whatever the other does. While both are absent none is computed. What
is computed here may be awarded; the director decides.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from domain.kernel.values import LARGEST_POINTS, Length, Points, Side, Value, other
from domain.scoring.score import Score, points_of
from domain.scoring.undecided import DirectorDecides

_STEP = timedelta(minutes=5)


class Lateness(Value):
    """The match points that may be given to `beneficiary` since `offender` is late."""

    offender: Side
    beneficiary: Side
    points: Points


def own_lateness(due: datetime, there: datetime, side: Side) -> Lateness | None:
    """The award due to that side's lateness, by when it was there; None where it was not late."""
    points = min(LARGEST_POINTS, max(0, (there - due) // _STEP))
    return Lateness(offender=side, beneficiary=other(side), points=points) if points else None


def lateness(due: datetime, first: datetime | None, second: datetime | None, now: datetime) -> tuple[Lateness, ...]:
    """The award due to each side's lateness. `first` and `second` are when they were there, None while one is not."""
    if first is None and second is None:
        return ()
    each = own_lateness(due, first or now, "first"), own_lateness(due, second or now, "second")
    return tuple(one for one in each if one is not None)


def won_by_lateness(late: Sequence[Lateness], given: Score, length: Length) -> Side | DirectorDecides | None:
    """The side that wins the match if all of it is awarded besides the penalty points `given` before to each: that of
    whose points more than half fell due first. At the same moment the director decides (ALL-5)."""
    had = {one.beneficiary: points_of(given, one.beneficiary) for one in late}
    winning = [one for one in late if decides(one.points + had[one.beneficiary], length)]
    fell_due = {one.beneficiary: max(0, length // 2 + 1 - had[one.beneficiary]) for one in winning}
    first = [side for side, points in fell_due.items() if points == min(fell_due.values())]
    if len(first) > 1:
        return DirectorDecides(rule="TD-5", because="both-at-once")
    return first[0] if first else None


def decides(penalty_points: int, length: Length) -> bool:
    """Whether so many penalty points given to one side alone win a match of that length, whatever the score."""
    return 2 * penalty_points > length
