"""Attempts that were refused and matter: in a table of their own, for nothing happened.

They are noted beside the answer, which neither waits for that nor fails with it.
"""

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
from domain.kernel.refusal import Refused
from domain.problems.match_record import MONITOR_PARTY
from domain.problems.persons import BAN_UNCONFIRMED, ERASURE_UNCONFIRMED, RESIGNATION_UNCONFIRMED
from domain.problems.rulings import CONFLICT_OF_INTEREST, VOTE_BY_THE_JUDGE
from domain.problems.tournament import NOT_ALLOWED, OUTCOME_DIFFERS, STALE
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.views.noted import RefusedAttemptView

logger = logging.getLogger(__name__)

MATTER = frozenset(
    {
        *(CONFLICT_OF_INTEREST, MONITOR_PARTY, VOTE_BY_THE_JUDGE, NOT_ALLOWED, OUTCOME_DIFFERS, STALE),
        *(BAN_UNCONFIRMED, ERASURE_UNCONFIRMED, RESIGNATION_UNCONFIRMED),
    }
)
"""What is noted: deciding in a matter of one's own, confirming what one has done oneself, whatever else one has no
right to; and deciding on what somebody has decided meanwhile."""

MOST_WAITING = 1_000
_AT_ONCE = 200
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")

_NOTE = """
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
            _NOTE,
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
        return page(rows, limit, _view, lambda row: (row[0],))

    def refused_counts(self, problem: str | None, person: str | None) -> Mapping[str, int]:
        """The number of these, by the slug of the problem."""
        return dict(self._rows(_COUNTS, problem=problem, person=person))


def _view(row: tuple[Any, ...]) -> RefusedAttemptView:
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
        the operator is shown of it in the log of the process."""
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
