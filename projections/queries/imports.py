"""Reading which tournaments were imported."""

from domain.kernel.ids import TournamentId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.views.federation import ImportView

_IMPORTS = """
SELECT tournament::text, imported_at::text FROM projected.imports
WHERE %(moment)s::timestamptz IS NULL OR (imported_at, tournament) < (%(moment)s::timestamptz, %(id)s::uuid)
ORDER BY imported_at DESC, tournament DESC LIMIT %(limit)s
"""
_VIEWS = """
SELECT tournament::text, imported_at::text, document
FROM projected.imports JOIN projected.import_views USING (tournament)
WHERE %(moment)s::timestamptz IS NULL OR (imported_at, tournament) < (%(moment)s::timestamptz, %(id)s::uuid)
ORDER BY imported_at DESC, tournament DESC LIMIT %(limit)s
"""


class ImportReadings(Reader):
    """The newest come first."""

    def imports(self, after: Cursor | None = None, limit: int = 50) -> Page[TournamentId]:
        """The tournaments that were imported."""
        moment, last = after or (None, None)
        rows = self._rows(_IMPORTS, moment=moment, id=last, limit=limit + 1)
        return page(rows, limit, lambda row: str(row[0]), lambda row: (row[1], row[0]))

    def import_views(self, after: Cursor | None = None, limit: int = 50) -> Page[ImportView]:
        """What is shown of each, as it is now."""
        moment, last = after or (None, None)
        rows = self._rows(_VIEWS, moment=moment, id=last, limit=limit + 1)
        return page(rows, limit, lambda row: ImportView.model_validate_json(row[2]), lambda row: (row[1], row[0]))
