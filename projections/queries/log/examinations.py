"""How far old events were worked out again in the background."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from projections.queries.pool import Reader

LOOKED = "SELECT reached, begun_at, looked_at, whole_at, problems FROM public.examination"


@dataclass(frozen=True, slots=True)
class Examination:
    """Up to which position this time, since when, when it was looked at last, when the whole log was, and what is wrong
    where it was looked at last."""

    reached: int
    begun_at: datetime
    looked_at: datetime | None
    whole_at: datetime | None
    problems: Sequence[str]


class ExaminationReadings(Reader):
    """What was examined."""

    def examination(self) -> Examination:
        """How far it is."""
        [row] = self._rows(LOOKED)
        return Examination(*row)
