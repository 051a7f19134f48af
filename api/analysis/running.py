"""An engine as a process beside the service [3.8]: within its time, in a folder of its own, without a name of a player.

It gives way to the service. It ends when the time is over, when it is cancelled, and when it is interrupted; where this
program was killed, with the next line that it prints.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import Event, Lock, Timer

from domain.backgammon.checking import check_match
from domain.backgammon.gnubg_statistics import MatchStatistics
from domain.backgammon.mat_reading import TranscriptError
from domain.backgammon.mat_writing import written_mat
from domain.backgammon.turns import WrittenMatch

_GIVING_WAY = ["nice", "-n", "10"] if shutil.which("nice") else []
_MOST_CHARACTERS = 1_000_000

GamesDone = Callable[[int, int], None]
"""Takes how many games of how many are done."""
LookedAt = Callable[[str], None]
"""Takes each line as it is printed."""


class AnalysisError(Exception):
    """Why a match could not be analysed."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The program's output, its name, at which level it looked, and its statistics."""

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


@dataclass(frozen=True, slots=True)
class Run:
    """A program with its arguments, its settings beside the path, what it reads, and how long it may take."""

    command: Sequence[str]
    settings: Mapping[str, str]
    told: str
    seconds: float


def require_followed(match: WrittenMatch) -> None:
    """Raises TranscriptError where a play can't be laid on the board: an engine would stop there."""
    checked = check_match(match)
    if checked.plays != checked.checked:
        raise TranscriptError(f"Only {checked.checked} of its {checked.plays} plays can be followed.")


def nameless_mat(match: WrittenMatch) -> str:
    """The match for an engine, which is told no name and nothing else of its heading."""
    return written_mat(replace(match, names=("First", "Second"), heading={}))


def printed_lines(run: Run, folder: str, looked_at: LookedAt, cancelling: Cancelling) -> Sequence[str]:
    """The lines that it prints, each of which is looked at as it comes. Raises AnalysisError where it is cancelled,
    takes too long or prints too much; OSError where it can't be started."""
    process = subprocess.Popen(
        [*_GIVING_WAY, *run.command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env={"HOME": folder, "PATH": os.environ.get("PATH", ""), **run.settings},
        text=True,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    late = Event()
    timer = Timer(run.seconds, _end_late, (process, late))
    timer.start()
    cancelling.watch(process)
    try:
        printed = list(_lines(process, run.told, looked_at))
    finally:
        timer.cancel()
        _end(process)
    if cancelling.is_asked:
        raise AnalysisError("It was cancelled.")
    if late.is_set():
        raise AnalysisError(f"It was ended after {run.seconds:g} seconds: give it more time, or fewer plies.")
    return printed


def _lines(process: "subprocess.Popen[str]", told: str, looked_at: LookedAt) -> Iterator[str]:
    assert process.stdin is not None  # noqa: S101 -- both are pipes
    assert process.stdout is not None  # noqa: S101 -- both are pipes
    with suppress(BrokenPipeError):  # it has ended: what it printed is read all the same
        process.stdin.write(told)
        process.stdin.close()
    characters = 0
    for line in process.stdout:
        looked_at(line)
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
