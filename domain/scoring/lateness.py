"""Coming late to a match, or back from a break, and what penalty points alone decide (TD-5) [2.2.4].

Readings: the first point falls due when 5 minutes have passed in full. A side that is there by then is not absent: the
other's points count from the time itself. Where neither is there by then both are absent, and none are computed,
anyone who comes first. What is computed here may be awarded; the director decides.
"""

from datetime import datetime, timedelta

from domain.kernel.values import LARGEST_POINTS, Length, Points, Side, Value

_STEP = timedelta(minutes=5)


class Lateness(Value):
    """The match points that may be given to `beneficiary` since `offender` is late."""

    offender: Side
    beneficiary: Side
    points: Points


def lateness(due: datetime, first: datetime | None, second: datetime | None, now: datetime) -> Lateness | None:
    """What may be awarded, or None. `first` and `second` are when the sides were there, None while one is not."""
    match _points(due, first or now), _points(due, second or now):
        case 0, points if points:
            return Lateness(offender="second", beneficiary="first", points=points)
        case points, 0 if points:
            return Lateness(offender="first", beneficiary="second", points=points)
        case _:
            return None


def decides(penalty_points: int, length: Length) -> bool:
    """Whether so many penalty points given to one side alone win a match of that length, whatever the score."""
    return 2 * penalty_points > length


def _points(due: datetime, there: datetime) -> int:
    """One for each 5 minutes in full, and no more than any score has."""
    return min(LARGEST_POINTS, max(0, (there - due) // _STEP))
