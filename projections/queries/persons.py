"""Reading the registry of persons, by name."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.ids import PersonId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.tournaments.persons import sorting
from projections.views.persons import PersonView

_PERSONS = """
SELECT id::text, name, erased, resignations, unconfirmed, revision, sorting FROM projected.persons
WHERE (sorting, id) > (%(sorting)s, %(id)s::uuid) AND strpos(sorting, %(search)s) > 0
AND (resignations > 0 OR NOT %(resigned)s)
ORDER BY sorting, id LIMIT %(limit)s
"""
_NAMES = "SELECT id::text, name FROM projected.persons WHERE id = ANY(%(ids)s::uuid[]) AND name IS NOT NULL"
_LOWEST = "00000000-0000-0000-0000-000000000000"


class PersonReadings(Reader):
    """The names are for those who may see them: the caller decides."""

    def names(self, persons: Iterable[PersonId]) -> Mapping[PersonId, str]:
        """The names of these persons; the erased and the unknown are left out."""
        return dict(self._rows(_NAMES, ids=sorted(set(persons))))

    def persons(
        self, search: str = "", after: Cursor | None = None, limit: int = 50, *, resigned: bool = False
    ) -> Page[PersonView]:
        """Those whose name holds the text, whatever its case and accents, by name; without a text also the erased,
        who come first. `resigned`: only who has resigned from a tournament."""
        name, last = after or ("", _LOWEST)
        wanted = {"search": sorting(search), "resigned": resigned}
        rows = self._rows(_PERSONS, sorting=name, id=last, limit=limit + 1, **wanted)
        return page(rows, limit, _view, lambda row: (row[6], row[0]))


def _view(row: tuple[Any, ...]) -> PersonView:
    counts = {"resignations": row[3], "unconfirmed": row[4]}
    return PersonView(id=row[0], name=row[1], erased=row[2], **counts, revision=row[5])
