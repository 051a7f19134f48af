"""The Crawford rule and dead cubes: which doubles can be annulled, and what the games count without them (TD-10, TD-17)
[4.4.4, 4.4.7].

In the first game that begins with a player exactly one point from winning there is no cube. A cube is dead in the hands
of a player who wins the match by the game at its value: turning it gives that player nothing. A centred cube is in
nobody's hands, and is not dead.

Readings: a match to one point begins with its Crawford game. Without the double a game counts as it ended (single,
gammon or backgammon) at the cube's value before it. A double that was passed left the cube where it was: the game was
won at that value, and there is nothing to annul in its points.
"""

from typing import Annotated, Literal

from pydantic import Field

from domain.kernel.refusal import Refused
from domain.kernel.values import Side, Value
from domain.problems.rulings import DOUBLE_STANDS, NO_DOUBLE_TO_ANNUL
from domain.scoring.games import Cube
from domain.scoring.score import Course, Score, points_of

GameNumber = Annotated[int, Field(strict=True, ge=1, le=2000)]
"""A game's place in its match, from 1."""

_CENTRED = 1


class DeadDouble(Value):
    """`doubler` turned the cube that they held in that game when it was dead; `counts_at` is what it showed before,
    at which the game counts without that double."""

    game: GameNumber
    doubler: Side
    counts_at: Cube


class DoubledCrawford(Value):
    """A Crawford game that was played with a turned cube (TD-17). The double may still be annulled where no other game
    has been started since; then `without` is the score of first and second side without it (TD-10)."""

    kind: Literal["doubled-crawford"] = "doubled-crawford"
    clause: Literal["4.4.4"] = "4.4.4"
    game: GameNumber
    annullable: bool
    without: Score | None


def crawford_game(course: Course) -> int | None:
    """The number of the Crawford game: one of the games, or the next. None: there is none so far."""
    for number, score in course.scores():
        if max(score) >= course.length:
            return None
        if max(score) == course.length - 1:
            return number
    return None


def doubled_crawford_game(course: Course) -> int | None:
    """The number of the Crawford game where it was played with a turned cube: to be flagged (TD-17)."""
    number = crawford_game(course)
    return number if number is not None and _cube(course, number) > 1 else None


def doubled_crawford(course: Course, newest_started: int) -> DoubledCrawford | None:
    """The flag of a match, or of a sheet, whose Crawford game was doubled; None: it was not."""
    number = doubled_crawford_game(course)
    if number is None:
        return None
    stands = double_stands(number, newest_started)
    without = None if stands else without_crawford_double(course, newest_started).score
    return DoubledCrawford(game=number, annullable=not stands, without=without)


def is_dead(course: Course, double: DeadDouble) -> bool:
    """Whether the doubler held the cube in that game, played or the next, at a value that wins the match."""
    return dead_for(course.score_before(double.game), double.doubler, double.counts_at, course.length)


def dead_for(before: Score, doubler: Side, value: int, length: int) -> bool:
    """Whether a cube at that value is dead for the doubler in a game that began at that score."""
    return value > _CENTRED and points_of(before, doubler) + value >= length


def double_stands(game: int, newest_started: int) -> bool:
    """Whether it is too late to annul a double of that game: another one has been started since (TD-10)."""
    return newest_started > game


def without_crawford_double(course: Course, newest_started: int) -> Course:
    """The match as it counts without the cube in its Crawford game. Raises Refused where that was not doubled, or where
    the double stands."""
    number = doubled_crawford_game(course)
    if number is None:
        raise Refused(NO_DOUBLE_TO_ANNUL, "No Crawford game of this match was doubled.")
    return _with_cube(course, number, 1, newest_started)


def without_dead_double(course: Course, double: DeadDouble, newest_started: int) -> Course:
    """The match as it counts with the game at the dead value. Raises Refused where there was no such double, or where
    it stands."""
    if _cube(course, double.game) <= double.counts_at or not is_dead(course, double):
        detail = f"In game {double.game} no dead cube of {double.counts_at} was turned by the {double.doubler} side."
        raise Refused(NO_DOUBLE_TO_ANNUL, detail, game=double.game)
    return _with_cube(course, double.game, double.counts_at, newest_started)


def _cube(course: Course, number: int) -> int:
    """The cube at the end of that game; 1 where it has not ended."""
    return course.games[number - 1].cube if number <= len(course.games) else 1


def _with_cube(course: Course, number: int, cube: Cube, newest_started: int) -> Course:
    if double_stands(number, newest_started):
        detail = f"The double in game {number} stands, since game {newest_started} has been started."
        raise Refused(DOUBLE_STANDS, detail, game=number, started=newest_started)
    undoubled = course.games[number - 1].model_copy(update={"cube": cube})
    return Course(course.length, (*course.games[: number - 1], undoubled, *course.games[number:]), course.given)
