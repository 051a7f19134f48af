"""Rating classes (ELO-9)."""

from typing import Literal, NamedTuple

from domain.rating.policy import MICROPOINTS

ClassName = Literal["1800 and over", "1700-1799", "1600-1699", "1500-1599", "under 1500"]


class RatingClass(NamedTuple):
    """A class begins at its lower bound; the one below it ends just under that."""

    name: ClassName
    lowest: int | None
    """The lowest rating in it, in micropoints; None: no lower bound."""


CLASSES = (
    RatingClass("1800 and over", 1800 * MICROPOINTS),
    RatingClass("1700-1799", 1700 * MICROPOINTS),
    RatingClass("1600-1699", 1600 * MICROPOINTS),
    RatingClass("1500-1599", 1500 * MICROPOINTS),
    RatingClass("under 1500", None),
)
"""All classes, the highest first."""


def rating_class(rating: int) -> RatingClass:
    """The class of a rating in micropoints (ELO-9)."""
    return next(each for each in CLASSES if each.lowest is None or rating >= each.lowest)
