"""What a match consists of (GAM-4, GAM-6) [room 10, room 12 to room 15, 4.4.8]: its length, the cube, the Crawford rule
and where checkers begin.

Automatic doubles, beavers and the Jacoby rule are of no form: tournaments have none of them [4.4.8].
"""

from dataclasses import dataclass

from domain.backgammon.checkers import STARTS, Position, StartName
from domain.kernel.replacing import replace
from domain.scoring.modes import GAMES_OF
from domain.scoring.result import TO_POINTS, Form
from domain.scoring.score import Score

_WITHOUT_CUBE = ("three-games",)


@dataclass(frozen=True, slots=True)
class Terms:
    """To how many points a match is played, None where games are counted; how many games it has at most; whether there
    is a cube, and the Crawford rule; and the start of its games."""

    length: int | None
    most_games: int | None = None
    cube: bool = True
    crawford: bool = True
    start: StartName = "backgammon"

    @property
    def board(self) -> Position:
        """Where the checkers are as a game begins."""
        return STARTS[self.start]

    def from_start(self, start: StartName) -> "Terms":
        """The same with another start."""
        return replace(self, start=start)

    def is_over(self, score: Score, games: int) -> bool:
        """GAM-4: "The player who first attains" the points has won the match; GAM-6: or its games are played."""
        reached = self.length is not None and max(score) >= self.length
        return reached or (self.most_games is not None and games >= self.most_games)


def terms_of(form: Form, length: int, *, crawford: bool, start: StartName = "backgammon") -> Terms:
    """Those of a match of that form. Raises ValueError for a form that is not a match of backgammon to points or of a
    mode of the room."""
    if form in TO_POINTS:
        return Terms(length, crawford=crawford, start=start)
    for mode, games in GAMES_OF.items():
        if form == mode:
            return Terms(None, most_games=games, cube=mode not in _WITHOUT_CUBE, crawford=False, start=start)
    raise ValueError(f"no transcript holds a match of the form {form}")
