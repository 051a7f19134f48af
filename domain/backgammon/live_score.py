"""The score of a match while it is played, kept game by game (GAM-2 to GAM-4, ALL-12). It is no event and decides
nothing: the report does."""

from dataclasses import dataclass
from functools import reduce

from domain.backgammon.doubling import CENTRED, Held
from domain.backgammon.wins import Won
from domain.kernel.replacing import replace
from domain.kernel.values import Side
from domain.scoring.games import Game
from domain.scoring.score import LEVEL, Score, plus


@dataclass(frozen=True, slots=True)
class LiveScore:
    """The games that were won so far, the cube in the one that is played, and the score at which keeping began."""

    games: tuple[Game, ...] = ()
    cube: Held = CENTRED
    begins: Score = LEVEL

    @property
    def score(self) -> Score:
        """The points of both sides (GAM-3)."""
        return reduce(lambda score, game: plus(score, game.winner, game.points), self.games, self.begins)

    def with_game(self, winner: Side, won: Won) -> "LiveScore":
        """With a game more, won at the cube's value; the next begins with the cube in the middle [4.4.1]."""
        return replace(self, games=(*self.games, Game(winner=winner, won=won, cube=self.cube.value)), cube=CENTRED)

    def with_take(self, side: Side) -> "LiveScore":
        """With a double that this side has taken (GAM-2)."""
        return replace(self, cube=self.cube.taken_by(side))

    def without_last(self) -> "LiveScore":
        """Without what was kept last: the cube of the game that is played, else the last game."""
        if self.cube != CENTRED:
            return replace(self, cube=CENTRED)
        return replace(self, games=self.games[:-1])

    def is_over(self, length: int) -> bool:
        """Whether a side has the points of the match (GAM-4)."""
        return max(self.score) >= length

    def before_announcement(self, length: int) -> "LiveScore":
        """ALL-12: what everybody sees where results wait to be verified: not the game that would end the match."""
        return replace(self, games=self.games[:-1]) if self.is_over(length) else self
