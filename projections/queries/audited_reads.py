"""What is noted beside the log, in tables of their own: what auditors have read (ALL-12), and attempts that were
refused and matter, since nothing happened. Those are noted beside the answer, which neither waits for that nor fails
with it."""

import logging
import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from threading import Lock
from typing import Any

from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.problems.match_record import MONITOR_PARTY
from domain.problems.rulings import CONFLICT_OF_INTEREST
from domain.problems.tournament import NOT_ALLOWED, OUTCOME_DIFFERS, STALE
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.views.noted import AuditedReadView, RefusedAttemptView

_NOTE = "SELECT public.scoresheet_note_read(%(key)s, %(address)s)"
_READS = """
SELECT number, key, person, personal, address, read_at FROM public.audited_reads
WHERE number > %(after)s ORDER BY number LIMIT %(limit)s
"""
_OF_PERSON = """
SELECT number, key, person, personal, address, read_at FROM public.audited_reads
WHERE address LIKE ANY (%(patterns)s::text[]) ORDER BY number DESC LIMIT 1000
"""
_FORGET = "SELECT public.scoresheet_forget()"
_RETENTION = "SELECT what, days FROM public.retention ORDER BY what"


class AuditedReadings(Reader):
    """Apart from the log: a read changes nothing in a tournament."""

    def note_read(self, key: str, address: str) -> None:
        """Notes that the key has read what stands at that address."""
        self._rows(_NOTE, key=key, address=address)

    def forget(self) -> None:
        """Removes what is kept beside the log, and is older than the operator keeps it."""
        self._rows(_FORGET)

    def retention(self) -> Sequence[tuple[str, int | None]]:
        """For how many days what is kept; None: as long as what it belongs to."""
        return [(what, days) for what, days in self._rows(_RETENTION)]

    def audited_reads(self, after: Cursor | None = None, limit: int = 50) -> Page[AuditedReadView]:
        """What auditors have read, in order."""
        rows = self._rows(_READS, after=after[0] if after else 0, limit=limit + 1)
        return page(rows, limit, lambda row: _view(*row), lambda row: (row[0],))

    def audited_reads_of(self, persons: Sequence[PersonId]) -> Sequence[AuditedReadView]:
        """What auditors have read at addresses that name one of these ids, the newest first: a thousand at most."""
        patterns = [f"%{person}%" for person in persons]
        return [_view(*row) for row in self._rows(_OF_PERSON, patterns=patterns)]


def _view(
    number: int, key: str, person: str | None, personal: bool, address: str, read_at: datetime
) -> AuditedReadView:
    return AuditedReadView(
        number=number, key=key, person=person, personal=personal, address=address, read_at=read_at.astimezone(UTC)
    )


logger = logging.getLogger(__name__)

MATTER = frozenset({CONFLICT_OF_INTEREST, MONITOR_PARTY, NOT_ALLOWED, OUTCOME_DIFFERS, STALE})
"""What is noted: deciding in a matter of one's own, confirming one's own result, whatever else one has no right to; and
deciding on what somebody has decided meanwhile."""

MOST_WAITING = 1_000
_AT_ONCE = 200
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")

_NOTE_REFUSED = """
SELECT public.scoresheet_note_refusal(key, command, address, problem, refused_at)
FROM unnest(
    %(keys)s::text[], %(commands)s::text[], %(addresses)s::text[], %(problems)s::text[], %(moments)s::timestamptz[]
) AS refused (key, command, address, problem, refused_at)
"""
_ATTEMPTS = """
SELECT number, key, person, command, address, problem, times, first_at, last_at FROM public.refused_attempts
WHERE number > %(after)s AND (%(problem)s::text IS NULL OR problem = %(problem)s)
    AND (%(person)s::text IS NULL OR person = %(person)s)
ORDER BY number LIMIT %(limit)s
"""
_COUNTS = """
SELECT problem, sum(times)::bigint FROM public.refused_attempts
WHERE (%(problem)s::text IS NULL OR problem = %(problem)s) AND (%(person)s::text IS NULL OR person = %(person)s)
GROUP BY problem ORDER BY problem
"""


@dataclass(frozen=True, slots=True)
class RefusedAttempt:
    """A command that was refused: the id of the key that sent it, its name, its path, the slug of the problem."""

    key: str
    command: str
    address: str
    problem: str
    at: datetime


class RefusedAttemptReadings(Reader):
    """Attempts at what is not the sender's to do, or was decided by others meanwhile."""

    def note_refusals(self, attempts: Sequence[RefusedAttempt]) -> None:
        """Notes these attempts, in their order."""
        self._rows(
            _NOTE_REFUSED,
            keys=[one.key for one in attempts],
            commands=[one.command for one in attempts],
            addresses=[one.address for one in attempts],
            problems=[one.problem for one in attempts],
            moments=[one.at for one in attempts],
        )

    def refused_attempts(
        self, problem: str | None, person: str | None, after: Cursor | None, limit: int
    ) -> Page[RefusedAttemptView]:
        """The attempts in order: of all, or those that were refused by one problem, or of one person."""
        rows = self._rows(_ATTEMPTS, problem=problem, person=person, after=after[0] if after else 0, limit=limit + 1)
        return page(rows, limit, _refused, lambda row: (row[0],))

    def refused_counts(self, problem: str | None, person: str | None) -> Mapping[str, int]:
        """How many there are of these, by the slug of the problem."""
        return dict(self._rows(_COUNTS, problem=problem, person=person))


def _refused(row: tuple[Any, ...]) -> RefusedAttemptView:
    *told, first_at, last_at = row
    fields = dict(zip(RefusedAttemptView.model_fields, told, strict=False))
    return RefusedAttemptView(**fields, first_at=first_at.astimezone(UTC), last_at=last_at.astimezone(UTC))


class RefusedAttempts:
    """Those that wait to be written by `write`. A note may come from any thread; one at a time writes."""

    def __init__(self, write: Callable[[Sequence[RefusedAttempt]], None], clock: Callable[[], datetime]) -> None:
        self._write = write
        self._clock = clock
        self._waiting: deque[RefusedAttempt] = deque()
        self._turn = Lock()

    def note(self, actor: Actor, command: object, address: str, refused: Refused) -> None:
        """Notes the attempt, if it is one that matters; nothing of what was said in it is kept. Where too many wait,
        the operator is told of it in the log of the process."""
        if refused.problem not in MATTER:
            return
        name = _CAPITAL.sub("-", type(command).__name__).lower()
        attempt = RefusedAttempt(actor.key, name, address, refused.problem.slug, self._clock())
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(attempt)
        else:
            logger.warning("too many refused attempts: one of the key %s is not noted", actor.key)

    def write(self) -> None:
        """Writes those that wait. What can't be written waits on; raises what writing raises."""
        with self._turn:
            while self._waiting:
                attempts = list(islice(self._waiting, _AT_ONCE))
                self._write(attempts)
                for _ in attempts:
                    self._waiting.popleft()
