"""Analyses of matches that run beside the service, one at a time at each worker, and are looked at and cancelled
at all: see `ops/decisions/0098-analyses-as-jobs.md`."""

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, Literal, NamedTuple
from uuid import uuid4

from psycopg_pool import ConnectionPool
from pydantic import TypeAdapter

from api.analysis.engines import ENGINES, EngineName, Engines, chosen_engine, installed_engines
from api.analysis.running import Analysis, AnalysisError, Cancelling
from api.http.shared import AWAY, BEAT_SECONDS, Found, Shared, Shelf, is_left
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
_NO_NAMES = ("", "")
"""What is kept of a transcript names nobody: it outlives an erasure."""
_log = logging.getLogger("scoresheet")


class JobPlace(NamedTuple):
    """The transcript that is analysed."""

    tournament: TournamentId
    match: int
    attachment: int

    def __str__(self) -> str:
        return f"{self.tournament}/{self.match}/{self.attachment}"


@dataclass(frozen=True, slots=True)
class Job:
    """An analysis that was asked for: how far ahead each decision is looked at by which engine, and how many of its
    games are done. What it has found, once it is done; why it has failed, where it has."""

    plies: int
    games: int
    engine: EngineName = "gnubg"
    state: JobState = "waiting"
    games_done: int = 0
    found: Analysis | None = None
    why: str | None = None
    id: str = field(default_factory=lambda: uuid4().hex)

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


@dataclass(frozen=True, slots=True)
class _Here:
    """A job of this worker with its match, and how to end it."""

    place: str
    job: Job
    match: WrittenMatch
    cancelling: Cancelling = field(default_factory=Cancelling)


class Analyses:
    """By transcript. `engines` are those that can be asked for, and `seconds` is the longest that one may take. May be
    used from any thread."""

    def __init__(self, pool: "ConnectionPool[Any]", engines: Engines = ENGINES, seconds: float = SECONDS) -> None:
        self._shared = Shared(pool, "analyses", TypeAdapter(Job))
        self._engines, self._seconds = engines, seconds
        self._lock, self._ended = Lock(), Event()
        self._here: dict[str, _Here] = {}
        self._waiting: SimpleQueue[_Here | None] = SimpleQueue()
        self._threads: tuple[Thread, ...] = ()

    def installed(self) -> tuple[EngineName, ...]:
        """The engines that can be asked now."""
        return installed_engines(self._engines)

    def chosen(self, named: EngineName | None) -> EngineName:
        """The named engine, or the first that is installed. Raises AnalysisError where it is not, or none is."""
        return chosen_engine(self._engines, named)

    def of(self, place: JobPlace) -> Job | None:
        """The newest of that transcript; None: there is none, or its worker is gone."""
        with self._shared.looking() as shelf:
            return _job_at(shelf, str(place))

    def start(self, place: JobPlace, match: WrittenMatch, engine: EngineName, plies: int) -> Job:
        """A new one, which waits for its turn; the one that waits or runs already, where there is one. Raises
        QueueFullError."""
        here = _Here(str(place), Job(plies, len(match.games), engine), match)
        with self._shared.alone() as shelf:
            present = _job_at(shelf, here.place)
            if present is not None and present.is_open:
                return present
            _make_room(shelf, here.place)
            shelf.keep(here.place, here.job)
        with self._lock:
            self._here[here.job.id] = here
            self._begin_work()
        self._waiting.put(here)
        return here.job

    def cancel(self, place: JobPlace) -> Job | None:
        """Ends the one that waits or runs; one that is over stays as it is. None: there is none."""
        with self._shared.alone() as shelf:
            job = _job_at(shelf, str(place))
            if job is None or not job.is_open:
                return job
            job = replace(job, state="cancelled")
            shelf.keep(str(place), job)
        here = self._here.get(job.id)
        if here is not None:
            here.cancelling.cancel()
        return job

    def close(self) -> None:
        """Ends all of this worker, and the threads that carry them out."""
        with self._lock:
            here, threads = list(self._here.values()), self._threads
        for one in here:
            one.cancelling.cancel()
        with suppress(*AWAY):
            for one in here:
                self._change_job(one, lambda job: replace(job, state="cancelled"))
        self._ended.set()
        self._waiting.put(None)
        for thread in threads:
            thread.join()

    def _begin_work(self) -> None:
        if not self._threads:
            named = {"analyses": self._work, "watched analyses": self._watch}
            self._threads = tuple(Thread(target=work, name=name, daemon=True) for name, work in named.items())
            for thread in self._threads:
                thread.start()

    def _work(self) -> None:
        while (here := self._waiting.get()) is not None:
            with suppress(*AWAY):  # where nobody hears what has become of it, it was never asked for
                if self._change_job(here, lambda job: replace(job, state="running")):
                    self._carry_out(here)
            with self._lock:
                del self._here[here.job.id]

    def _watch(self) -> None:
        """Tells the others that the work goes on, and hears what they have cancelled."""
        while not self._ended.wait(BEAT_SECONDS):
            with self._lock:
                here = list(self._here.values())
            for one in here:
                with suppress(*AWAY), self._shared.alone() as shelf:
                    if _is_under_way(shelf, one):
                        shelf.touch(one.place)
                    else:
                        one.cancelling.cancel()

    def _change_job(self, here: _Here, change: Callable[[Job], Job]) -> bool:
        """False: it was cancelled meanwhile, and stays so."""
        with self._shared.alone() as shelf:
            found = shelf.of(here.place)
            if found is None or not _is_under_way(shelf, here):
                return False
            shelf.keep(here.place, change(found.value))
            return True

    def _carry_out(self, here: _Here) -> None:
        def say_progress(done: int, _games: int) -> None:
            with suppress(*AWAY):
                self._change_job(here, lambda job: replace(job, games_done=done))

        job, cancelling = here.job, here.cancelling
        analyse = self._engines[job.engine].analyse
        try:
            found = analyse(here.match, job.plies, self._seconds, say_progress, cancelling=cancelling)
        except (AnalysisError, TranscriptError, OSError) as error:
            why = str(error)
            self._change_job(here, lambda job: replace(job, state="failed", why=why))
        except Exception:
            _log.exception("the analysis of %s has failed", here.place)
            self._change_job(here, lambda job: replace(job, state="failed", why="The analysis could not be read."))
        else:
            nameless = replace(found, statistics=replace(found.statistics, names=_NO_NAMES))
            self._change_job(here, lambda job: replace(job, state="done", games_done=job.games, found=nameless))


def _job_at(shelf: Shelf[Job], place: str) -> Job | None:
    found = shelf.of(place)
    return None if found is None or _is_lost(found) else found.value


def _is_lost(found: Found[Job]) -> bool:
    return found.value.is_open and is_left(found)


def _is_under_way(shelf: Shelf[Job], here: _Here) -> bool:
    found = shelf.of(here.place)
    return found is not None and found.value.id == here.job.id and found.value.is_open


def _make_room(shelf: Shelf[Job], place: str) -> None:
    """For one more at that place. Raises QueueFullError."""
    found = {at: one for at, one in shelf.all_of().items() if at != place}
    kept = {at: one.value for at, one in found.items() if not _is_lost(one)}
    if sum(one.is_open for one in kept.values()) >= MOST_WAITING:
        raise QueueFullError
    over = [at for at, one in kept.items() if not one.is_open]
    shelf.drop(*(at for at in found if at not in kept), *over[: max(0, len(kept) + 1 - MOST_KEPT)])
