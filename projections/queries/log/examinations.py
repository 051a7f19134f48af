"""How far old events were worked out again in the background, and when tables were held against the log."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from projections.queries.pool import Reader

LOOKED = "SELECT reached, begun_at, looked_at, whole_at, problems FROM public.examination"

COMPARED = """
SELECT live.name, held.position, held.compared_at AT TIME ZONE 'UTC', held.differing
FROM public.projections AS live LEFT JOIN public.compared_tables AS held ON held.projection = live.name
WHERE live.is_live ORDER BY live.name
"""


@dataclass(frozen=True, slots=True)
class Examination:
    """Up to which position this time, since when, when it was looked at last, when the whole log was, and what is wrong
    where it was looked at last."""

    reached: int
    begun_at: datetime
    looked_at: datetime | None
    whole_at: datetime | None
    problems: Sequence[str]


@dataclass(frozen=True, slots=True)
class Comparison:
    """As of which position the live tables of a projection were held against the log last, when that was, in UTC, and
    which of them were not what it makes. Without a time they have not been since they were made."""

    projection: str
    position: int | None
    compared_at: datetime | None
    differing: Sequence[str]


class ExaminationReadings(Reader):
    """The reads of examinations."""

    def examination(self) -> Examination:
        """The examination as far as it is."""
        [row] = self._rows(LOOKED)
        return Examination(*row)

    def comparisons(self) -> list[Comparison]:
        """The newest comparison of each projection's tables."""
        return [
            Comparison(name, position, at and at.replace(tzinfo=UTC), tuple(differing or ()))
            for name, position, at, differing in self._rows(COMPARED)
        ]
