"""Imports that go on while nobody waits for them: begun, looked at, cancelled, gone on with.

They are kept in this process alone, and so are the lists, which hold names. Where the service ends, so does an import
that is under way; what it has recorded is known line by line, and the same list sent again goes on from there.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Lock, Thread
from typing import Any

from domain.importing.errors import ImportFailedError
from domain.importing.lists import ListKind, refusal_of
from domain.importing.looked_at import JobState, Looked
from domain.importing.report_files.report_file import Imported
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
Outcome = tuple[Looked, Imported]
Work = Callable[[Advance], Outcome]
"""Does the import, and says what has come of it; it tells how many rows more are recorded."""


@dataclass(slots=True)
class ImportJob:
    """One import: of a list of so many `lines`, begun by that `command`; `recorded` counts the rows that it has
    recorded. It ends with the part under way where it `is_wanted` no more. `body` is what was sent to begin it."""

    id: str
    command: CommandId
    digest: bytes
    kind: ListKind
    name: str
    dry_run: bool
    lines: int
    work: Work
    is_wanted: Callable[[], bool]
    began_at: datetime
    body: Any = None
    state: JobState = "running"
    recorded: int = 0
    ended_at: datetime | None = None
    outcome: Outcome | None = None
    refusal: Refused | None = None
    is_cancelled: bool = False

    @property
    def text(self) -> str:
        """The list's text."""
        text: str = self.body.read()
        return text

    def run(self) -> None:
        """Does the work to its end."""
        given_up_when(lambda: self.is_cancelled)
        ended: JobState = "interrupted"
        try:
            self.outcome = self.work(self._advance)
            ended = "done"
        except Abandoned:
            ended = "cancelled"
        except ImportFailedError as error:
            ended, self.refusal = "refused", refusal_of(error)
        except Refused as refused:
            ended, self.refusal = "refused", refused
        except Unavailable:
            _log.warning("the import %s was interrupted: the database is away", self.id)
        except Exception:
            _log.exception("the import %s was interrupted", self.id)
        self.ended_at, self.state = datetime.now(UTC), ended

    def _advance(self, more: int) -> None:
        self.recorded += more
        if not self.is_wanted():
            raise Abandoned("the key of anyone who has begun it is valid no more")


@dataclass(slots=True)
class ImportJobs:
    """The imports of this process, one at a time; the newest that have ended are kept, to be looked at."""

    _known: dict[str, ImportJob] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def begin(self, job: ImportJob) -> ImportJob:
        """Begins it; the same command again finds the one it has begun. Raises Refused where another is under way."""
        with self._lock:
            before = next((one for one in self._known.values() if one.command == job.command), None)
            if before is not None:
                return _repeated(before, job)
            self._require_none_under_way()
            self._make_room(job.lines)
            self._known[job.id] = job
            _start(job)
            return job

    def _make_room(self, lines: int) -> None:
        """Forgets those that have ended, the oldest first."""
        while self._known and (
            len(self._known) >= MOST_KEPT or lines + sum(one.lines for one in self._known.values()) > MOST_LINES
        ):
            del self._known[next(iter(self._known))]

    def job(self, id_: str) -> ImportJob:
        """Raises Refused where there is none."""
        found = self._known.get(id_)
        if found is None:
            raise Refused(IMPORT_UNKNOWN, f"There is no import {id_}.")
        return found

    def cancel(self, id_: str) -> ImportJob:
        """Cancels it: what is recorded by then stays. Raises Refused where it has ended otherwise."""
        job = self.job(id_)
        if job.state not in ("running", "cancelled"):
            raise Refused(IMPORT_ENDED, "The import is not under way any more.")
        job.is_cancelled = True
        return job

    def resume(self, id_: str) -> ImportJob:
        """Goes on with one that was cancelled or interrupted. Raises Refused where it was not."""
        job = self.job(id_)
        with self._lock:
            if job.state == "running" and not job.is_cancelled:
                return job
            if job.state not in ("cancelled", "interrupted"):
                raise Refused(IMPORT_ENDED, "The import was neither cancelled nor interrupted.")
            self._require_none_under_way()
            job.state, job.is_cancelled, job.ended_at = "running", False, None
            _start(job)
        return job

    def _require_none_under_way(self) -> None:
        if any(one.state == "running" for one in self._known.values()):
            raise Refused(IMPORT_UNDER_WAY, "Another import is under way.")


def _repeated(before: ImportJob, job: ImportJob) -> ImportJob:
    """The import that the command has begun before. Raises Refused where another list was sent with it."""
    if before.digest != job.digest:
        raise Refused(IDEMPOTENCY_KEY_REUSED, "This idempotency key was used for another request before.")
    return before


def _start(job: ImportJob) -> None:
    Thread(target=job.run, name=f"import {job.id}", daemon=True).start()
