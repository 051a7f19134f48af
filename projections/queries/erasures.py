"""Reading how far erasures are. Who may see it is for the caller to decide."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from domain.kernel.ids import PersonId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.views.erasures import ErasureView

_ERASURES = """
SELECT person, CASE WHEN erased_at IS NULL THEN 'requested' WHEN gone_at IS NULL THEN 'effective' ELSE 'gone' END,
    requested_at, due_at, erased_at, gone_at, revision, position
FROM public.erasures LEFT JOIN projected.persons ON id = person::uuid
WHERE position > %(after)s ORDER BY position LIMIT %(limit)s
"""
_DUE = "SELECT person, position FROM public.erasures WHERE erased_at IS NULL AND due_at <= %(now)s ORDER BY position"


class ErasureReadings(Reader):
    """Of nobody else is anything shown here."""

    def erasures(self, after: Cursor | None = None, limit: int = 50) -> Page[ErasureView]:
        """The persons who are to be erased and those who were, in the order in which that came about."""
        rows = self._rows(_ERASURES, after=after[0] if after else 0, limit=limit + 1)
        return page(rows, limit, _view, lambda row: (row[-1],))

    def due_erasures(self, now: datetime) -> Sequence[tuple[PersonId, int]]:
        """The persons who are to be erased by then, each with the log's position of the request."""
        return [(person, position) for person, position in self._rows(_DUE, now=now)]


def _view(row: tuple[Any, ...]) -> ErasureView:
    moments = zip(("requested_at", "due_at", "erased_at", "gone_at"), row[2:6], strict=True)
    utc = {name: moment and moment.astimezone(UTC) for name, moment in moments}
    return ErasureView(person=row[0], state=row[1], **utc, revision=row[6])
