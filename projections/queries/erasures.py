"""Reading how far erasures are. Who may see it is for the caller to decide."""

from datetime import UTC, datetime

from domain.kernel.ids import PersonId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.views.erasures import ErasureView

_ERASURES = """
SELECT person, erased_at, gone_at, position FROM public.erasures
WHERE position > %(after)s ORDER BY position LIMIT %(limit)s
"""


class ErasureReadings(Reader):
    """Of nobody else is anything shown here."""

    def erasures(self, after: Cursor | None = None, limit: int = 50) -> Page[ErasureView]:
        """Who was erased, the first one first."""
        rows = self._rows(_ERASURES, after=after[0] if after else 0, limit=limit + 1)
        return page(rows, limit, lambda row: _view(*row[:3]), lambda row: (row[3],))


def _view(person: PersonId, erased_at: datetime, gone_at: datetime | None) -> ErasureView:
    state, gone = ("effective", None) if gone_at is None else ("gone", gone_at.astimezone(UTC))
    return ErasureView.model_validate(
        {"person": person, "erased_at": erased_at.astimezone(UTC), "state": state, "gone_at": gone}
    )
