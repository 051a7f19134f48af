"""Imports that go on while nobody waits for them: begun, looked at, cancelled, gone on with.

One worker carries an import out, and all can look at it, cancel it, and go on with it once it has ended or that worker
is gone. The lists, which hold names, go with an erasure, and a day after; an import under way ends with its list. What
is recorded is known line by line, and the same list sent again goes on from there.
"""

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from threading import Event, Thread
from typing import Any

from psycopg_pool import ConnectionPool
from pydantic import TypeAdapter

from api.documents.bulk import RowProblem
from api.documents.imports import ImportAnswer
from api.http.shared import AWAY, BEAT_SECONDS, Found, Shared, Shelf, is_left
from domain.importing.lists import ListKind
from domain.importing.looked_at import JobState
from domain.journal.abandonment import Abandoned, given_up_when
from domain.journal.errors import IDEMPOTENCY_KEY_REUSED, Unavailable
from domain.kernel.ids import CommandId
from domain.kernel.refusal import Refused
from domain.problems.imports import IMPORT_ENDED, IMPORT_UNDER_WAY, IMPORT_UNKNOWN

MOST_KEPT, MOST_LINES = 20, 200_000
"""How many imports are kept, and how many lines they have together; a line takes some 500 bytes with what became of
it."""
_log = logging.getLogger("scoresheet")

Advance = Callable[[int], None]
Outcome = ImportAnswer | RowProblem
Work = Callable[[Advance], Outcome]
"""Does the import, and says what has come of it, or why it is refused; it tells how many rows more are recorded."""


@dataclass(frozen=True, slots=True)
class ImportJob:
    """One import: of a list of so many `lines`, begun by that `command`; `recorded` counts the rows that it has
    recorded, and `problem` says why it was refused. It was gone on with `resumed` times."""

    id: str
    command: CommandId
    digest: str
    kind: ListKind
    name: str
    dry_run: bool
    lines: int
    began_at: datetime
    state: JobState = "running"
    recorded: int = 0
    ended_at: datetime | None = None
    outcome: ImportAnswer | None = None
    problem: RowProblem | None = None
    is_cancelled: bool = False
    resumed: int = 0


@dataclass(slots=True)
class _Run:
    """An import that this worker carries out. It ends with the part under way where it `is_wanted` no more."""

    job: ImportJob
    work: Work
    is_wanted: Callable[[], bool]
    recorded: int = 0
    is_cancelled: bool = False
    ended: Event = field(default_factory=Event)

    def told(self) -> ImportJob:
        """The job's state as it is known here."""
        return replace(self.job, recorded=self.recorded, is_cancelled=self.is_cancelled)

    def advance(self, more: int) -> None:
        """So many more are recorded."""
        self.recorded += more
        if not self.is_wanted():
            raise Abandoned("the key of anyone who has begun it is valid no more")

    def outcome(self) -> ImportJob:
        """Does the work to its end."""
        given_up_when(lambda: self.is_cancelled)
        ended: dict[str, Any] = {"state": "interrupted"}
        try:
            found = self.work(self.advance)
            is_refused = isinstance(found, RowProblem)
            ended = {"state": "refused", "problem": found} if is_refused else {"state": "done", "outcome": found}
        except Abandoned:
            ended = {"state": "cancelled"}
        except Unavailable:
            _log.warning("the import %s was interrupted: the database is away", self.job.id)
        except Exception:
            _log.exception("the import %s was interrupted", self.job.id)
        return replace(self.told(), ended_at=datetime.now(UTC), **ended)


class ImportJobs:
    """All imports, one at a time; the newest that have ended are kept, to be looked at. May be used from any thread."""

    def __init__(self, pool: "ConnectionPool[Any]") -> None:
        self._jobs = Shared(pool, "imports", TypeAdapter(ImportJob))
        self._lists = Shared(pool, "import-lists", TypeAdapter(str))

    def begin(self, job: ImportJob, body: str, work: Work, is_wanted: Callable[[], bool]) -> ImportJob:
        """Begins it; the same command again finds the one it has begun, and goes on with it where it was interrupted.
        `body` is what was sent to begin it. Raises Refused where another is under way."""
        with self._jobs.alone() as shelf:
            known = {place: _with_state(one) for place, one in shelf.all_of().items()}
            before = next((one for one in known.values() if one.command == job.command), None)
            if before is not None and _require_same(before, job).state != "interrupted":
                return before
            job = job if before is None else _begun_again(before)
            _require_none_under_way(known.values())
            lists, old = self._lists.on(shelf), _too_many(known.values(), job.lines)
            shelf.drop(*old)
            lists.drop(*old)
            lists.keep(job.id, body)
            shelf.keep(job.id, job)
        self._start(_Run(job, work, is_wanted, job.recorded))
        return job

    def job(self, id_: str) -> ImportJob:
        """Raises Refused where there is none."""
        with self._jobs.looking() as shelf:
            return _require_job(shelf, id_)

    def body(self, id_: str) -> str:
        """The body that began it. Raises Refused where that is not there any more."""
        with self._jobs.looking() as shelf:
            _require_job(shelf, id_)
            found = self._lists.on(shelf).of(id_)
        if found is None:
            raise Refused(IMPORT_ENDED, "Its list is not kept any more: send it again.")
        return found.value

    def cancel(self, id_: str) -> ImportJob:
        """Cancels it: what is recorded by then stays. Raises Refused where it has ended otherwise."""
        with self._jobs.alone() as shelf:
            job = _require_job(shelf, id_)
            if job.state not in ("running", "cancelled"):
                raise Refused(IMPORT_ENDED, "The import is not under way any more.")
            cancelled = replace(job, is_cancelled=True)
            shelf.keep(id_, cancelled)
            return cancelled

    def resume(self, id_: str, work: Work, is_wanted: Callable[[], bool]) -> ImportJob:
        """Goes on with one that was cancelled or interrupted. Raises Refused where it was not."""
        with self._jobs.alone() as shelf:
            job = _require_job(shelf, id_)
            if job.state == "running" and not job.is_cancelled:
                return job
            if job.state == "running":
                raise Refused(IMPORT_UNDER_WAY, "The import is being cancelled: wait until it is.")
            if job.state not in ("cancelled", "interrupted"):
                raise Refused(IMPORT_ENDED, "The import was neither cancelled nor interrupted.")
            _require_none_under_way(_with_state(one) for one in shelf.all_of().values())
            begun = _begun_again(job)
            shelf.keep(id_, begun)
        self._start(_Run(begun, work, is_wanted, begun.recorded))
        return begun

    def _start(self, run: _Run) -> None:
        Thread(target=self._carry_out, args=(run,), name=f"import {run.job.id}", daemon=True).start()

    def _carry_out(self, run: _Run) -> None:
        watching = Thread(target=self._watch, args=(run,), name=f"watched import {run.job.id}", daemon=True)
        watching.start()
        ended = run.outcome()
        run.ended.set()
        watching.join()
        with suppress(*AWAY), self._jobs.alone() as shelf:  # where nobody hears of it, it counts as interrupted
            if _kept_job(shelf, run) is not None:
                shelf.keep(run.job.id, ended)

    def _watch(self, run: _Run) -> None:
        """Tells the others how far it is, and hears whether they have cancelled it, until it has ended."""
        while not run.ended.wait(BEAT_SECONDS):
            with suppress(*AWAY), self._jobs.alone() as shelf:
                kept = _kept_job(shelf, run)
                run.is_cancelled = run.is_cancelled or kept is None or kept.is_cancelled
                if kept is not None:
                    shelf.keep(run.job.id, run.told())


def _kept_job(shelf: Shelf[ImportJob], run: _Run) -> ImportJob | None:
    """The job as it is kept; None: it went with an erasure, or a worker that took this one as gone goes on with it."""
    found = shelf.of(run.job.id)
    return found.value if found is not None and found.value.resumed == run.job.resumed else None


def _require_job(shelf: Shelf[ImportJob], id_: str) -> ImportJob:
    found = shelf.of(id_)
    if found is None:
        raise _unknown(id_)
    return _with_state(found)


def _unknown(id_: str) -> Refused:
    return Refused(IMPORT_UNKNOWN, f"There is no import {id_}.")


def _with_state(found: Found[ImportJob]) -> ImportJob:
    """Its worker may be gone."""
    is_left_alone = found.value.state == "running" and is_left(found)
    return replace(found.value, state="interrupted") if is_left_alone else found.value


def _require_none_under_way(known: Iterable[ImportJob]) -> None:
    if any(one.state == "running" for one in known):
        raise Refused(IMPORT_UNDER_WAY, "Another import is under way.")


def _too_many(known: Iterable[ImportJob], lines: int) -> list[str]:
    """Those that have ended and are to be forgotten for another one with so many lines, the oldest first."""
    oldest = sorted(known, key=lambda one: one.began_at)
    kept = list(oldest)
    while kept and (len(kept) >= MOST_KEPT or lines + sum(one.lines for one in kept) > MOST_LINES):
        kept.pop(0)
    return [one.id for one in oldest[: len(oldest) - len(kept)]]


def _begun_again(job: ImportJob) -> ImportJob:
    return replace(job, state="running", is_cancelled=False, ended_at=None, resumed=job.resumed + 1)


def _require_same(before: ImportJob, job: ImportJob) -> ImportJob:
    """The import that the command has begun before. Raises Refused where another list was sent with it."""
    if before.digest != job.digest:
        raise Refused(IDEMPOTENCY_KEY_REUSED, "This idempotency key was used for another request before.")
    return before
