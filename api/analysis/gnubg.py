"""GNU Backgammon as a program beside this one: a match handed to it, and its statistics read [3.8].

It is under the GPL and no part of what is shipped: it runs in a process of its own, with a folder of its own, and no
name of a player is handed to it. It gives way to the service. It ends when the time is over, when it is cancelled, and
when it is interrupted; where this program was killed, with the next line that it prints.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock, Timer

from domain.backgammon.checking import check_match
from domain.backgammon.gnubg_statistics import MatchStatistics, read_statistics
from domain.backgammon.mat_reading import TranscriptError
from domain.backgammon.mat_writing import written_mat
from domain.backgammon.turns import WrittenMatch

PROGRAM = "gnubg"
_FURTHER_FOLDER = "/usr/games"
"""Where Debian keeps it, which is not in the path of services."""
MOST_PLIES = 4
_LINE = "The delay is set to"
"""What is printed after each game, for it is asked about the delay then."""
_BY_LINES = ["stdbuf", "-oL"] if shutil.which("stdbuf") else []
"""So that each line comes as it is printed, and tells how far it is; without it they come at the end."""
_GIVING_WAY = ["nice", "-n", "10"] if shutil.which("nice") else []
_MOST_CHARACTERS = 1_000_000
_FILE = "match.mat"


class AnalysisError(Exception):
    """Why a match could not be analysed."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the program printed, what it calls itself, at which level it looked, and its statistics."""

    program: str
    level: str
    printed: str
    statistics: MatchStatistics


class Cancelling:
    """Ends an analysis from another thread, be it before it has begun."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[str] | None = None
        self.is_asked = False

    def cancel(self) -> None:
        """Ends the program; it can be asked any number of times."""
        with self._lock:
            self.is_asked = True
            if self._process is not None:
                _end(self._process)

    def watch(self, process: "subprocess.Popen[str]") -> None:
        """Knows what is to be ended; at once, where it was asked before."""
        with self._lock:
            self._process = process
            if self.is_asked:
                _end(process)


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
    said: Callable[[int, int], None],
    program: str = PROGRAM,
    cancelling: Cancelling | None = None,
) -> Analysis:
    """The match, analysed within that time; `said` takes how many games of how many are done. Raises AnalysisError, and
    TranscriptError where it can't be followed from its first play to its last."""
    require_followed(match)
    watched = cancelling or Cancelling()
    with TemporaryDirectory(prefix="scoresheet-analysis-") as folder:
        Path(folder, _FILE).write_text(written_mat(replace(match, names=("First", "Second"), heading={})), "ascii")
        commands = _commands(len(match.games), plies)
        printed = _printed(found_program(program), folder, commands, seconds, said, watched)
    level = f"{plies}-ply"
    statistics = replace(read_statistics(printed), names=match.names, level=level)
    return Analysis(printed.partition("\n")[0].strip(), level, printed, statistics)


def require_followed(match: WrittenMatch) -> None:
    """Raises TranscriptError where a play can't be laid on the board: the program would stop there."""
    checked = check_match(match)
    if checked.plays != checked.checked:
        raise TranscriptError(f"Only {checked.checked} of its {checked.plays} plays can be followed.")


def _commands(games: int, plies: int) -> str:
    told = ["set automatic game off", "set automatic roll off", f'import mat "{_FILE}"', "set analysis luck off"]
    told += [f"set analysis {kind} evaluation plies {plies}" for kind in ("chequerplay", "cubedecision")]
    for game in range(games):
        told += ["next game" if game else "first game", "analyse game", "show delay"]
    return "\n".join([*told, "show statistics match", ""])


def _printed(
    program: str,
    folder: str,
    commands: str,
    seconds: float,
    said: Callable[[int, int], None],
    cancelling: Cancelling,
) -> str:
    """What it prints. Raises AnalysisError."""
    own = {"HOME": folder, "PATH": os.environ.get("PATH", ""), "LC_ALL": "C"}
    process = subprocess.Popen(
        [*_GIVING_WAY, *_BY_LINES, program, "-t", "-q", "-r"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=own,
        text=True,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    late = Event()
    timer = Timer(seconds, _end_late, (process, late))
    timer.start()
    cancelling.watch(process)
    try:
        printed = "".join(_lines(process, commands, said))
    finally:
        timer.cancel()
        _end(process)
    if cancelling.is_asked:
        raise AnalysisError("It was cancelled.")
    if late.is_set():
        raise AnalysisError(f"It was ended after {seconds:g} seconds: give it more time, or fewer plies.")
    return printed


def _lines(process: "subprocess.Popen[str]", commands: str, said: Callable[[int, int], None]) -> Iterator[str]:
    assert process.stdin is not None  # noqa: S101 -- both are pipes
    assert process.stdout is not None  # noqa: S101 -- both are pipes
    with suppress(BrokenPipeError):  # it has ended: what it printed is read all the same
        process.stdin.write(commands)
        process.stdin.close()
    games, done, characters = commands.count("analyse game"), 0, 0
    for line in process.stdout:
        if line.startswith(_LINE):
            done += 1
            said(done, games)
        characters += len(line)
        if characters > _MOST_CHARACTERS:
            raise AnalysisError("The program printed more than an analysis has.")
        yield line


def _end_late(process: "subprocess.Popen[str]", late: Event) -> None:
    late.set()
    _end(process)


def _end(process: "subprocess.Popen[str]") -> None:
    """Ends it, and whatever it has started."""
    with suppress(ProcessLookupError):  # it has just ended
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
