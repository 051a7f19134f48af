"""GNU Backgammon as a program beside this one: a match handed to it, and its statistics read [3.8].

It is under the GPL and no part of what is shipped.
"""

import os
import shutil
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

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
from domain.backgammon.gnubg_statistics import read_statistics
from domain.backgammon.turns import WrittenMatch

PROGRAM = "gnubg"
_FURTHER_FOLDER = "/usr/games"
"""Where Debian keeps it, which is not in the path of services."""
_LINE = "The delay is set to"
"""What is printed after each game, for it is asked about the delay then."""
_BY_LINES = ["stdbuf", "-oL"] if shutil.which("stdbuf") else []
"""So that each line comes as it is printed, and tells how far it is; without it they come at the end."""
_FILE = "match.mat"


def found_program(name: str = PROGRAM) -> str:
    """Where the program is. Raises AnalysisError where it is not installed."""
    found = shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), _FURTHER_FOLDER)))
    if found is None:
        raise AnalysisError(f"The program {name} is not installed: on Debian, apt-get install gnubg.")
    return found


def analyse_match(
    match: WrittenMatch,
    plies: int,
    seconds: float,
    said: GamesDone,
    program: str = PROGRAM,
    cancelling: Cancelling | None = None,
) -> Analysis:
    """The match, analysed within that time. Raises AnalysisError, and TranscriptError where it can't be followed from
    its first play to its last."""
    require_followed(match)
    command = [*_BY_LINES, found_program(program), "-t", "-q", "-r"]
    run = Run(command, {"LC_ALL": "C"}, _commands(len(match.games), plies), seconds)
    with TemporaryDirectory(prefix="scoresheet-analysis-") as folder:
        Path(folder, _FILE).write_text(nameless_mat(match), "ascii")
        counted = _games_counted(len(match.games), said)
        printed = "".join(printed_lines(run, folder, counted, cancelling or Cancelling()))
    level = f"{plies}-ply"
    statistics = replace(read_statistics(printed), names=match.names, level=level)
    return Analysis(printed.partition("\n")[0].strip(), level, printed, statistics)


def _commands(games: int, plies: int) -> str:
    told = ["set automatic game off", "set automatic roll off", f'import mat "{_FILE}"', "set analysis luck off"]
    told += [f"set analysis {kind} evaluation plies {plies}" for kind in ("chequerplay", "cubedecision")]
    for game in range(games):
        told += ["next game" if game else "first game", "analyse game", "show delay"]
    return "\n".join([*told, "show statistics match", ""])


def _games_counted(games: int, said: GamesDone) -> LookedAt:
    """Tells each game that is done by the line that is printed after it."""
    done = 0

    def count_game(line: str) -> None:
        nonlocal done
        if line.startswith(_LINE):
            done += 1
            said(done, games)

    return count_game
