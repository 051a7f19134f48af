"""What anyone who watches the service is shown in numbers, of the database as it is now; no number names anybody."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import LiteralString

from projections.queries.log.tree import moment_of_recording
from projections.queries.pool import Reader

Number = tuple[str, str, float]
"""A measure, what it is of where there are several, and the number."""

_FOLLOWED: LiteralString = """
SELECT followed.name, greatest((SELECT coalesce(max(position), 0) FROM public.events)
    - least(followed.position, coalesce(followed.log_ended_at, followed.position)), 0)::float8,
    (SELECT state FROM public.events AS next WHERE next.position = followed.position + 1)
FROM public.projections AS followed WHERE is_live ORDER BY followed.name
"""
_SINGLE: LiteralString = """
SELECT 'log_events', '', coalesce(max(position), 0)::float8 FROM public.events
UNION ALL SELECT 'log_held', '', (public.scoresheet_held() IS NOT NULL)::integer::float8
UNION ALL SELECT 'streams_parked', '', count(*)::float8 FROM public.projections_parked
UNION ALL SELECT 'signed_events', '', coalesce((
    SELECT size FROM public.checkpoints ORDER BY number DESC LIMIT 1), 0)::float8
UNION ALL SELECT 'cosignatures', '', count(*)::float8 FROM public.cosignatures WHERE (origin, size) = (
    SELECT origin, size FROM public.checkpoints ORDER BY number DESC LIMIT 1)
UNION ALL SELECT 'examined_events', '', reached::float8 FROM public.examination
UNION ALL SELECT 'examination_problems', '', cardinality(problems)::float8 FROM public.examination
UNION ALL SELECT 'refused_attempts_today', '', count(*)::float8 FROM public.refused_attempts
    WHERE day = (now() AT TIME ZONE 'UTC')::date
"""
_OF_KINDS: LiteralString = """
SELECT 'webhook_attempts_last_hour', outcome, count(*)::float8 FROM public.webhook_attempts
    WHERE began_at > now() - interval '1 hour' GROUP BY outcome
UNION ALL SELECT 'done_seconds_ago', what, extract(epoch FROM now() - done_at)::float8 FROM public.safekeeping
UNION ALL SELECT 'done_problems', what, cardinality(problems)::float8 FROM public.safekeeping
UNION ALL SELECT 'compared_seconds_ago', projection, extract(epoch FROM now() - compared_at)::float8
    FROM public.compared_tables
UNION ALL SELECT 'differing_tables', projection, cardinality(differing)::float8 FROM public.compared_tables
ORDER BY 1, 2
"""


class WatchingReadings(Reader):
    """Numbers for those who watch."""

    def numbers(self, now: datetime) -> Sequence[Number]:
        """All of them, in an order that stays."""
        rows = [row for query in (_SINGLE, _OF_KINDS) for row in self._rows(query)]
        counted = [(str(measure), str(of), float(number)) for measure, of, number in rows]
        return [*counted, *self._lags(now)]

    def _lags(self, now: datetime) -> Iterator[Number]:
        """The lag of each projection: in events, and by the age of the first that it lacks."""
        for name, events, state in self._rows(_FOLLOWED):
            yield ("projection_lag_events", name, events)
            since = None if state is None else moment_of_recording(state)
            seconds = 0.0 if since is None else max((now - since).total_seconds(), 0.0)
            yield ("projection_lag_seconds", name, seconds)
