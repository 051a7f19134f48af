"""Reading which tournaments were imported."""

from typing import Any, LiteralString

from domain.kernel.ids import TournamentId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.tournaments.sorting import patterns, words_of
from projections.views.federation import ImportView

_IMPORTS: LiteralString = """
SELECT made.tournament::text, made.imported_at::text, shown.sorting
FROM projected.imports AS made JOIN projected.tournaments AS shown ON shown.id = made.tournament
"""
_VIEWS: LiteralString = """
SELECT made.tournament::text, made.imported_at::text, shown.sorting, view.document
FROM projected.imports AS made JOIN projected.tournaments AS shown ON shown.id = made.tournament
JOIN projected.import_views AS view ON view.tournament = made.tournament
"""
_NEWEST: LiteralString = """
WHERE shown.sorting LIKE ALL (%(patterns)s::text[])
AND (%(begins)s::text IS NULL OR (made.imported_at, made.tournament) < (%(begins)s::timestamptz, %(id)s::uuid))
ORDER BY made.imported_at DESC, made.tournament DESC LIMIT %(limit)s
"""
_BY_NAME: LiteralString = """
WHERE shown.sorting LIKE ALL (%(patterns)s::text[])
AND (%(begins)s::text IS NULL OR (shown.sorting, made.tournament) > (%(begins)s, %(id)s::uuid))
ORDER BY shown.sorting, made.tournament LIMIT %(limit)s
"""


class ImportReadings(Reader):
    """The newest come first, unless they are sorted by name; each has all words of the search in its name."""

    def imports(
        self, after: Cursor | None = None, limit: int = 50, search: str = "", *, by_name: bool = False
    ) -> Page[TournamentId]:
        """The tournaments that were imported."""
        rows = self._find_rows(_IMPORTS, after, limit, search, by_name=by_name)
        return page(rows, limit, lambda row: str(row[0]), lambda row: (row[2] if by_name else row[1], row[0]))

    def import_views(
        self, after: Cursor | None = None, limit: int = 50, search: str = "", *, by_name: bool = False
    ) -> Page[ImportView]:
        """The view of each import, as it is now."""
        rows = self._find_rows(_VIEWS, after, limit, search, by_name=by_name)
        return page(
            rows,
            limit,
            lambda row: ImportView.model_validate_json(row[3]),
            lambda row: (row[2] if by_name else row[1], row[0]),
        )

    def _find_rows(
        self, query: LiteralString, after: Cursor | None, limit: int, search: str, *, by_name: bool
    ) -> list[tuple[Any, ...]]:
        begins, last = after or (None, None)
        whole = query + (_BY_NAME if by_name else _NEWEST)
        return list(self._rows(whole, patterns=patterns(words_of(search)), begins=begins, id=last, limit=limit + 1))
