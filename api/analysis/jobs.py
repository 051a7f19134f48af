"""Analyses of matches that run beside the service, one at a time: in memory alone, see
`ops/decisions/0098-analyses-as-jobs.md`."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Literal, NamedTuple

from api.analysis.gnubg import PROGRAM, Analysis, AnalysisError, Cancelling, analyse_match, found_program
from domain.backgammon.gnubg_statistics import MatchStatistics
from domain.backgammon.mat_reading import TranscriptError
from domain.backgammon.turns import WrittenMatch
from domain.kernel.ids import TournamentId

MOST_WAITING = 8
"""Analyses that wait or run at a time."""
MOST_KEPT = 50
"""Analyses whose end can still be looked at; the one that was asked for longest ago goes first."""
SECONDS = 1_800.0
"""After so long an analysis is ended."""

JobState = Literal["waiting", "running", "done", "cancelled", "failed"]
_IS_OPEN = ("waiting", "running")


class JobPlace(NamedTuple):
    """The transcript that is analysed."""

    tournament: TournamentId
    match: int
    attachment: int


@dataclass(frozen=True, slots=True)
class Job:
    """An analysis that was asked for: how far ahead each decision is looked at, and how many of its games are done.
    What it has found, once it is done; why it has failed, where it has."""

    plies: int
    games: int
    state: JobState = "waiting"
    games_done: int = 0
    found: Analysis | None = None
    why: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether it waits or runs."""
        return self.state in _IS_OPEN

    @property
    def statistics(self) -> MatchStatistics | None:
        """Both sides' figures."""
        return self.found.statistics if self.found else None


class QueueFullError(Exception):
    """As many analyses wait as there may."""


@dataclass(slots=True)
class _Kept:
    """A job with its match, and how to end it."""

    job: Job
    match: WrittenMatch
    cancelling: Cancelling = field(default_factory=Cancelling)


class Jobs:
    """By transcript. `program` is the name of the engine, and `seconds` the longest that one may take."""

    def __init__(self, program: str = PROGRAM, seconds: float = SECONDS) -> None:
        self._program, self._seconds = program, seconds
        self._lock = Lock()
        self._kept: OrderedDict[JobPlace, _Kept] = OrderedDict()
        self._waiting: SimpleQueue[_Kept | None] = SimpleQueue()
        self._worker: Thread | None = None

    def require_engine(self) -> None:
        """Raises AnalysisError where none is installed."""
        found_program(self._program)

    def of(self, place: JobPlace) -> Job | None:
        """The newest of that transcript; None: there is none."""
        with self._lock:
            kept = self._kept.get(place)
            return kept.job if kept else None

    def start(self, place: JobPlace, match: WrittenMatch, plies: int) -> Job:
        """A new one, which waits for its turn; the one that waits or runs already, where there is one. Raises
        QueueFullError."""
        with self._lock:
            present = self._kept.get(place)
            if present is not None and present.job.is_open:
                return present.job
            if sum(one.job.is_open for one in self._kept.values()) >= MOST_WAITING:
                raise QueueFullError
            kept = _Kept(Job(plies, len(match.games)), match)
            self._kept.pop(place, None)
            self._kept[place] = kept
            self._forget()
            self._begin_work()
        self._waiting.put(kept)
        return kept.job

    def cancel(self, place: JobPlace) -> Job | None:
        """Ends the one that waits or runs; one that is over stays as it is. None: there is none."""
        with self._lock:
            kept = self._kept.get(place)
            if kept is None or not kept.job.is_open:
                return kept.job if kept else None
            kept.job = replace(kept.job, state="cancelled")
        kept.cancelling.cancel()
        return kept.job

    def close(self) -> None:
        """Ends all, and the thread that carries them out."""
        with self._lock:
            open_ones = [one for one in self._kept.values() if one.job.is_open]
            for one in open_ones:
                one.job = replace(one.job, state="cancelled")
            worker = self._worker
        for one in open_ones:
            one.cancelling.cancel()
        self._waiting.put(None)
        if worker is not None:
            worker.join()

    def _forget(self) -> None:
        over = [place for place, one in self._kept.items() if not one.job.is_open]
        for place in over[: max(0, len(self._kept) - MOST_KEPT)]:
            del self._kept[place]

    def _begin_work(self) -> None:
        if self._worker is None:
            self._worker = Thread(target=self._work, name="analyses", daemon=True)
            self._worker.start()

    def _work(self) -> None:
        while (kept := self._waiting.get()) is not None:
            if self._moved_on(kept, lambda job: replace(job, state="running")):
                self._carry_out(kept)

    def _moved_on(self, kept: _Kept, change: Callable[[Job], Job]) -> bool:
        """False: it was cancelled meanwhile, and stays so."""
        with self._lock:
            if kept.job.is_open:
                kept.job = change(kept.job)
                return True
            return False

    def _carry_out(self, kept: _Kept) -> None:
        def say_progress(done: int, _games: int) -> None:
            self._moved_on(kept, lambda job: replace(job, games_done=done))

        plies, cancelling = kept.job.plies, kept.cancelling
        try:
            found = analyse_match(kept.match, plies, self._seconds, say_progress, self._program, cancelling)
        except (AnalysisError, TranscriptError, OSError) as error:
            why = str(error)
            self._moved_on(kept, lambda job: replace(job, state="failed", why=why))
        else:
            self._moved_on(kept, lambda job: replace(job, state="done", games_done=job.games, found=found))
