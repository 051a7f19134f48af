"""The score of a match: the points of its first and second side."""

from domain.kernel.values import Side

Score = tuple[int, int]

LEVEL: Score = (0, 0)
"""The score at which a match begins."""


def points_of(score: Score, side: Side) -> int:
    """The points that side has."""
    return score[0] if side == "first" else score[1]


def plus(score: Score, side: Side, points: int) -> Score:
    """The score with points added to a side's; negative ones are taken away."""
    first, second = score
    return (first + points, second) if side == "first" else (first, second + points)


def together(one: Score, two: Score) -> Score:
    """Both scores added up."""
    return one[0] + two[0], one[1] + two[1]


def ahead(score: Score) -> Side | None:
    """The side with more points; None where they are level."""
    if score[0] == score[1]:
        return None
    return "first" if score[0] > score[1] else "second"
