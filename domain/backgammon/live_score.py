"""The score of a match while it is played, kept game by game (GAM-2 to GAM-4, ALL-12). It is no event and decides
nothing: the report does."""

from dataclasses import dataclass
from functools import reduce
from hashlib import sha256

from domain.backgammon.doubling import CENTRED, Held
from domain.backgammon.wins import Won
from domain.kernel.replacing import replace
from domain.kernel.values import Side
from domain.scoring.games import Game, Outcome
from domain.scoring.result import TO_POINTS, BestOfThree, Form, Result
from domain.scoring.score import LEVEL, Score, plus

KEPT: tuple[Form, ...] = (*TO_POINTS, "best-of-three")
"""The forms of matches whose score is kept game by game."""
_LONGEST_TEXT = 1000
_MATCHES_THAT_WIN = 2
"""Of a best of three [2.2.2]."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a match so far: both sides' points in what is played, the matches that each has won of a best of
    three, and whether it is over (GAM-4)."""

    points: Score
    matches: Score
    is_over: bool

    @staticmethod
    def at_the_end(outcome: Outcome, result: Result | None) -> "Standing":
        """The standing of a match that has ended so; without a score, no points."""
        if isinstance(result, BestOfThree):
            last, first_won = result.matches[-1], sum(one.first > one.second for one in result.matches)
            return Standing((last.first, last.second), (first_won, len(result.matches) - first_won), is_over=True)
        return Standing(outcome.points or LEVEL, LEVEL, is_over=True)


@dataclass(frozen=True, slots=True)
class LiveScore:
    """The games that were won so far, the cube in the one that is played, and the score at which keeping began: points,
    and of a best of three the matches."""

    games: tuple[Game, ...] = ()
    cube: Held = CENTRED
    begins: Score = LEVEL
    begins_matches: Score = LEVEL

    def standing(self, form: Form, length: int) -> Standing:
        """The standing in a match of that form and length (GAM-3). In a best of three each match begins at none."""
        return reduce(
            lambda so_far, game: _after(so_far, game, form, length),
            self.games,
            Standing(self.begins, self.begins_matches, is_over=max(self.begins_matches) >= _MATCHES_THAT_WIN),
        )

    def with_game(self, winner: Side, won: Won) -> "LiveScore":
        """With a game more, won at the cube's value; the next begins with the cube in the middle [4.4.1]."""
        return replace(self, games=(*self.games, Game(winner=winner, won=won, cube=self.cube.value)), cube=CENTRED)

    def with_take(self, side: Side) -> "LiveScore":
        """With a double that this side has taken (GAM-2)."""
        return replace(self, cube=self.cube.after_take(side))

    def without_last(self) -> "LiveScore":
        """Without what was kept last: the cube of the game that is played, else the last game."""
        if self.cube != CENTRED:
            return replace(self, cube=CENTRED)
        return replace(self, games=self.games[:-1])

    def before_announcement(self, form: Form, length: int) -> "LiveScore":
        """ALL-12: what everybody sees where results wait to be verified: not the game that would end the match."""
        return replace(self, games=self.games[:-1]) if self.standing(form, length).is_over else self


def live_score_at(points: Score, matches: Score, form: Form, length: int) -> LiveScore | None:
    """Keeping that begins at this score; None: it is none of a match of that form and length that is being played."""
    begun = LiveScore(begins=points, begins_matches=matches)
    is_over = begun.standing(form, length).is_over or max(points) >= length
    return None if is_over or (any(matches) and form in TO_POINTS) else begun


def text_of(score: LiveScore) -> str:
    """A text that differs for each score kept, by which a sender says what they have seen: a digest of a long one."""
    begun, cube = (*score.begins, *score.begins_matches), score.cube
    games = [f"{game.winner}{game.points}" for game in score.games]
    text = "-".join(map(str, (*begun, *games, cube.value, cube.holder or "middle")))
    return text if len(text) <= _LONGEST_TEXT else sha256(text.encode()).hexdigest()


def _after(so_far: Standing, game: Game, form: Form, length: int) -> Standing:
    points = plus(so_far.points, game.winner, game.points)
    if max(points) < length:
        return replace(so_far, points=points)
    if form in TO_POINTS:
        return replace(so_far, points=points, is_over=True)
    matches = plus(so_far.matches, game.winner, 1)
    if max(matches) >= _MATCHES_THAT_WIN:
        return Standing(points, matches, is_over=True)
    return Standing(LEVEL, matches, is_over=False)
