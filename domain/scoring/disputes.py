"""What decides where the sides disagree on the score, the cube or the length of their match (TD-15, TD-16) [4.4.9, 4.7,
4.8]. Each function names what decided, or leaves it to the director.

Readings: a sheet that is not clear is as good as none, but whether to trust the other one is for the director. Sheets
that say the same need no decision, level or not. Where one sheet says level and the other does not, they disagree on
who is behind.
"""

from typing import Annotated, Literal

from pydantic import Field

from domain.kernel.refusal import Refused
from domain.kernel.values import Length, Points, Side, Value, other
from domain.problems.matches import NOTHING_CORRECTED
from domain.scoring.games import Cube, Game
from domain.scoring.score import Score, ahead
from domain.scoring.undecided import DirectorDecides


class Sheet(Value):
    """A side's score sheet: the score on it, and whether it can be read without doubt."""

    first: Points
    second: Points
    clear: bool = True

    @property
    def score(self) -> Score:
        return self.first, self.second


class ScoreSheet(Sheet):
    """A sheet as a side hands it in. `games` are those on it that have ended, in order, where it has them;
    `game_in_progress` says that another one has been started since."""

    games: Annotated[tuple[Game, ...], Field(max_length=500)] = ()
    game_in_progress: bool = False

    @property
    def newest_started(self) -> int:
        """The number of the newest game that has been started, as far as the sheet shows."""
        return len(self.games) + self.game_in_progress


class ScoreStands(Value):
    """The score that is conclusive [4.7]; `sheet_of` is whose sheet decided, None where both say it."""

    kind: Literal["score-stands"] = "score-stands"
    first: Points
    second: Points
    sheet_of: Side | None
    because: Literal["sheets-agree", "only-sheet", "player-behind"]


def score_in_dispute(first: Sheet | None, second: Sheet | None) -> ScoreStands | DirectorDecides:
    """The score, by the sheets of first and second side; None: that side kept none."""
    if first is not None and second is not None:
        return _by_both(first, second)
    if first is not None:
        return _by_sheet(first, "first", "only-sheet")
    if second is not None:
        return _by_sheet(second, "second", "only-sheet")
    return _director("no sheet was kept")


def _by_both(first: Sheet, second: Sheet) -> ScoreStands | DirectorDecides:
    if first == second and first.clear:
        return ScoreStands(first=first.first, second=first.second, sheet_of=None, because="sheets-agree")
    leader = ahead(first.score)
    if leader != ahead(second.score):
        return _director("the sheets disagree on who is behind")
    if leader is None:
        return _director("level")
    behind = other(leader)
    return _by_sheet(first if behind == "first" else second, behind, "player-behind")


def _by_sheet(sheet: Sheet, of: Side, because: Literal["only-sheet", "player-behind"]) -> ScoreStands | DirectorDecides:
    if not sheet.clear:
        return _director("the sheet is not clear")
    return ScoreStands(first=sheet.first, second=sheet.second, sheet_of=of, because=because)


def _director(because: str) -> DirectorDecides:
    return DirectorDecides(rule="TD-15", because=because)


class CubePosition(Value):
    """The cube's value, and who owns it; None: it is in the middle."""

    value: Cube
    owner: Side | None


class CubeStands(Value):
    """The cube as it counts, and whether that is as it stood or as it was shown to be [4.4.9]."""

    kind: Literal["cube-stands"] = "cube-stands"
    cube: CubePosition
    because: Literal["presumed-right", "shown-otherwise"]


def cube_in_dispute(as_it_stands: CubePosition, shown: CubePosition | None) -> CubeStands:
    """The cube as it is, unless the disputing side has shown another position; None: nothing was shown."""
    if shown is None or shown == as_it_stands:
        return CubeStands(cube=as_it_stands, because="presumed-right")
    return CubeStands(cube=shown, because="shown-otherwise")


class LengthStands(Value):
    """The match is, or was, played to the wrong length [4.8]."""

    kind: Literal["length-stands"] = "length-stands"
    length: Length
    because: Literal["finished", "correct-length-reached"]


class LengthCorrected(Value):
    """The match goes on to the correct length from the next game, whose number is `from_game`."""

    kind: Literal["length-corrected"] = "length-corrected"
    length: Length
    from_game: Annotated[int, Field(strict=True, ge=1)]


class AskedAfterGame(Value):
    """The game in progress may end the match: ask again when it has ended, with the score as it then is."""

    kind: Literal["asked-after-game"] = "asked-after-game"
    game: Annotated[int, Field(strict=True, ge=1)]


def wrong_length(
    played: Length, correct: Length, score: Score, games_ended: int, game_in_progress: bool
) -> LengthStands | LengthCorrected | AskedAfterGame:
    """The outcome of a match that is played to `played` points instead of `correct`. Raises Refused where the two are
    the same."""
    if played == correct:
        raise Refused(NOTHING_CORRECTED, f"The match is played to {played}, as it should be.", length=played)
    if max(score) >= played:
        return LengthStands(length=played, because="finished")
    if max(score) >= correct:
        return LengthStands(length=played, because="correct-length-reached")
    if game_in_progress:
        return AskedAfterGame(game=games_ended + 1)
    return LengthCorrected(length=correct, from_game=games_ended + 1)
