"""Where everything of a rating curve is in its picture: match by match from the left, the rating upwards."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import TypeVar

T = TypeVar("T")

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 240, 88, 12, 16, 22
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES = 6


@dataclass(frozen=True, slots=True)
class Level:
    """A rating at a round number, and how far down its line stands."""

    rating: int
    y: float


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture's size, its levels, and the curve as points."""

    width: float
    height: float
    left: float
    right: float
    levels: tuple[Level, ...]
    points: tuple[tuple[float, float], ...]

    def marked(self, lines: Sequence[T]) -> list[tuple[float, float, T]]:
        """Where each of the last points stands, with the line that it comes from, of which there may be fewer."""
        return [(x, y, line) for (x, y), line in zip(self.points[-len(lines) :], lines, strict=True)]


def drawn(ratings: Sequence[Decimal]) -> Picture:
    """The curve of these ratings, at least one, the first played first."""
    step = _step(min(ratings), max(ratings))
    lowest = int((min(ratings) / step).to_integral_value(ROUND_FLOOR)) * step
    highest = max(int((max(ratings) / step).to_integral_value(ROUND_CEILING)) * step, lowest + step)
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def height(rating: Decimal | int) -> float:
        return round(TOP + down * float((highest - rating) / Decimal(highest - lowest)), 1)

    widths = [round(LEFT + across * place / max(len(ratings) - 1, 1), 1) for place in range(len(ratings))]
    levels = tuple(Level(level, height(level)) for level in range(lowest, highest + 1, step))
    points = tuple(zip(widths, map(height, ratings), strict=True))
    return Picture(WIDTH, HEIGHT, LEFT, WIDTH - RIGHT, levels, points)


SPARK_WIDTH, SPARK_HEIGHT, SPARK_EDGE = 72, 22, 2


def spark(ratings: Sequence[str]) -> list[tuple[float, float]]:
    """The points of a small curve without levels, from these ratings."""
    told = [Decimal(one) for one in ratings]
    if not told:
        return []
    lowest, span = min(told), max(max(told) - min(told), Decimal(1))
    across, down = (SPARK_WIDTH - 2 * SPARK_EDGE) / max(len(told) - 1, 1), SPARK_HEIGHT - 2 * SPARK_EDGE
    heights = [SPARK_HEIGHT - SPARK_EDGE - down * float((one - lowest) / span) for one in told]
    return [(round(SPARK_EDGE + across * place, 1), round(height, 1)) for place, height in enumerate(heights)]


def _step(lowest: Decimal, highest: Decimal) -> int:
    """From one level to the next, so that there are few of them."""
    return next((step for step in STEPS if (highest - lowest) / step < MOST_LINES - 1), STEPS[-1])
