"""Acceleration: points that count in pairing alone, so that the first of a large field meet each other sooner (SWX-8).

Baku: group A are the first 2 ceil(n/4) of the n entrants at the start, by their numbers. They have the points of a win
more in the first half of the accelerated rounds, and those of a draw in the others. The first half of all rounds is
accelerated; each half is rounded up.

Readings: a late entry is numbered after all others, and so is not in A. Where the number of rounds changes, how many of
them are accelerated follows from the new number.
"""

from domain.standings.virtual import MATCH_POINTS

ACCELERATION = "acceleration"
"""The count that says how many of a contender's points are of this kind."""


def points_in_pairing(number: int, starters: int, round_: int, rounds: int) -> int:
    """The match points that whoever has that number has in pairing that round, beside their own."""
    accelerated = _half(rounds)
    if number > 2 * _half(_half(starters)) or round_ > accelerated:
        return 0
    return MATCH_POINTS["W" if round_ <= _half(accelerated) else "D"]


def _half(number: int) -> int:
    return (number + 1) // 2
