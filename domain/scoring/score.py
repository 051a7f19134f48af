"""The score of a match: the points of its first and second side."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from domain.kernel.values import Length, Side
from domain.scoring.games import Game

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


Given = Mapping[int, Score]
"""Points that the sides have before a game, by its number, otherwise than by play: penalty points, or the score at
which a match was resumed."""


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a match to `length` points so far: its games that have ended, in order."""

    length: Length
    games: Sequence[Game]
    given: Given = field(default_factory=dict)

    @property
    def score(self) -> Score:
        """The score as it now is."""
        return self.score_before(len(self.games) + 1)

    def score_before(self, number: int) -> Score:
        """The score with which one of its games began, or with which the next would begin."""
        return dict(self.scores())[number]

    def scores(self) -> Iterator[tuple[int, Score]]:
        """Each game's number with the score before it; at last that of the game which comes next."""
        score = self.given.get(1, LEVEL)
        yield 1, score
        for next_game, game in enumerate(self.games, 2):
            score = together(plus(score, game.winner, game.points), self.given.get(next_game, LEVEL))
            yield next_game, score
