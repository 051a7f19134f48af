"""The engine `bgsage` (MPL-2.0) through the library `gammonview` (MIT), both of the extra `analysis`: a match handed to
a process of its own, and its figures read [3.8].

It counts plies as most programs do, one more than GNU Backgammon: `plies` are those of GNU Backgammon.
"""

import importlib.util
import os
import sys
from collections.abc import Sequence
from decimal import Decimal
from tempfile import TemporaryDirectory

from pydantic import BaseModel, Field, ValidationError

from api.analysis.running import (
    Analysis,
    AnalysisError,
    Cancelling,
    GamesDone,
    LookedAt,
    Run,
    nameless_mat,
    printed_lines,
    require_followed,
)
from domain.backgammon.gnubg_statistics import Errors, MatchStatistics
from domain.backgammon.turns import WrittenMatch

MOST_PLIES = 3
DONE = "games done: "
"""How a line begins that says how many games are done; the last line is the answer."""
_IS_INSTALLED = all(importlib.util.find_spec(part) for part in ("gvanalysis", "bgsage"))
_ONE_THREAD = {"LC_ALL": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


class _Figures(BaseModel):
    decisions: int = Field(ge=0, le=100_000)
    lost: Decimal = Field(ge=0, le=1_000_000)


class _Told(BaseModel):
    """The process's answer: the engine with its version, its level and who counted, what was printed, and what both
    sides lost."""

    engine: str = Field(max_length=60)
    level: str = Field(max_length=40)
    printed: str
    sides: tuple[_Figures, _Figures]


def require_installed() -> None:
    """Raises AnalysisError where it is not, or where this part of the service may start no Python."""
    if not _IS_INSTALLED or not os.access(sys.executable, os.X_OK):
        raise AnalysisError("The engine bgsage is not installed: install scoresheet[analysis] on the server.")


def analyse_match(
    match: WrittenMatch,
    plies: int,
    seconds: float,
    said: GamesDone,
    cancelling: Cancelling | None = None,
    command: Sequence[str] = (sys.executable, "-I", "-B", "-m", "api.analysis.bgsage_process"),
) -> Analysis:
    """The match, analysed within that time. Raises AnalysisError, also where the match begins as nackgammon or more
    plies are asked for than it looks ahead; and TranscriptError where it can't be followed to its last play."""
    require_followed(match)
    if match.start != "backgammon":
        raise AnalysisError(f"The engine bgsage knows no {match.start}.")
    if plies > MOST_PLIES:
        raise AnalysisError(f"The engine bgsage looks at most {MOST_PLIES} plies ahead.")
    told = nameless_mat(match)
    run = Run([*command, str(plies), str(int(seconds) + 1)], _ONE_THREAD, told, seconds)
    with TemporaryDirectory(prefix="scoresheet-analysis-") as folder:
        lines = printed_lines(run, folder, _games_told(len(match.games), said), cancelling or Cancelling())
    found = _answer(lines)
    first, second = (Errors(one.decisions, one.lost) for one in found.sides)
    statistics = MatchStatistics(match.names, first, second, found.level)
    return Analysis(found.engine, found.level, found.printed, statistics)


def _games_told(games: int, said: GamesDone) -> LookedAt:
    def tell_games(line: str) -> None:
        if line.startswith(DONE):
            said(min(games, int(line.removeprefix(DONE))), games)

    return tell_games


def _answer(lines: Sequence[str]) -> _Told:
    try:
        return _Told.model_validate_json(lines[-1] if lines else "")
    except ValidationError:
        raise AnalysisError("The engine bgsage ended without an answer.") from None
