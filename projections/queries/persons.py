"""Reading the registry of persons, by name."""

from collections.abc import Iterable, Mapping
from typing import Any, LiteralString

from domain.journal.asked_once import once
from domain.kernel.ids import PersonId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.tournaments.sorting import patterns, trigrams, words_of
from projections.views.persons import PersonView

_FOUND = """
SELECT id, sorting FROM projected.persons AS one WHERE merged_into IS NULL AND sorting LIKE ALL (%(patterns)s::text[])
"""
_HOLDING = " AND trigrams @> %(trigrams)s::text[]"
_RESIGNED = """
 AND (resignations > 0 OR EXISTS (
    SELECT FROM projected.persons AS record WHERE record.merged_into = one.id AND record.resignations > 0))
"""
_CHANGED = """
 AND id IN (
    SELECT coalesce(merged_into, id) FROM projected.persons
    WHERE 'person-' || id IN (SELECT stream FROM events WHERE position > %(since)s))
"""
_PAGE = """
), shown AS MATERIALIZED (
    SELECT id, sorting FROM found WHERE (sorting, id) > (%(sorting)s, %(id)s::uuid) ORDER BY sorting, id LIMIT %(limit)s
)
SELECT one.id::text, one.name, one.erased, one.resignations + records.resignations,
    one.unconfirmed + records.unconfirmed, one.revision, one.sorting
FROM shown JOIN projected.persons AS one USING (id), LATERAL (
    SELECT coalesce(sum(record.resignations), 0)::bigint AS resignations,
        coalesce(sum(record.unconfirmed), 0)::bigint AS unconfirmed
    FROM projected.persons AS record WHERE record.merged_into = one.id
) AS records
ORDER BY shown.sorting, id
"""
_COUNT = ") SELECT count(*) FROM found"
_NAMES = """SELECT id::text, name FROM projected.persons
WHERE id = ANY(%(ids)s::uuid[]) AND name IS NOT NULL ORDER BY id"""
_KEPT = """SELECT id::text, coalesce(merged_into, id)::text FROM projected.persons
WHERE id = ANY(%(ids)s::uuid[]) ORDER BY id"""
_LOWEST = "00000000-0000-0000-0000-000000000000"


class PersonReadings(Reader):
    """The names are for those who may see them: the caller decides."""

    def names(self, persons: Iterable[PersonId]) -> Mapping[PersonId, str]:
        """The names of these persons, by id; the erased and the unknown are left out. What a page is made of names the
        same persons many times."""
        wanted, known = sorted(set(persons)), once((self, "names"), dict[PersonId, str | None])
        if lacking := [one for one in wanted if one not in known]:
            found = dict(self._rows(_NAMES, ids=lacking))
            known.update((one, found.get(one)) for one in lacking)
        return {one: name for one in wanted if (name := known[one]) is not None}

    def kept_records(self, persons: Iterable[PersonId]) -> Mapping[PersonId, PersonId]:
        """Which record is kept of each of these who is registered or was erased (REG-1); all others are left out."""
        return dict(self._rows(_KEPT, ids=sorted(set(persons))))

    def persons(
        self,
        search: str = "",
        after: Cursor | None = None,
        limit: int = 50,
        *,
        resigned: bool = False,
        since: int | None = None,
    ) -> Page[PersonView]:
        """Those whose name holds each word of the text, whatever its case and accents, by name; without a text also the
        erased, who come first. `resigned`: only who has resigned from a tournament. A record that was merged is shown
        as the one that is kept (REG-2), with the resignations of both. `since`: only of whom something was recorded
        after that position of the log."""
        name, last = after or ("", _LOWEST)
        found, wanted = _search_query(search, resigned=resigned, since=since)
        # Few hold three letters together, so these are gathered and sorted; else names are walked through in order.
        how = "WITH found AS MATERIALIZED (" if wanted["trigrams"] else "WITH found AS NOT MATERIALIZED ("
        rows = self._rows(how + found + _PAGE, sorting=name, id=last, limit=limit + 1, **wanted)
        return page(rows, limit, _view, lambda row: (row[6], row[0]))

    def count_persons(self, search: str = "", *, resigned: bool = False, since: int | None = None) -> int:
        """The number of these persons."""
        found, wanted = _search_query(search, resigned=resigned, since=since)
        row = self._row("WITH found AS (" + found + _COUNT, **wanted)
        return row[0] if row else 0


def _search_query(search: str, *, resigned: bool, since: int | None) -> tuple[LiteralString, dict[str, object]]:
    """The query for those who are searched for, and its values."""
    words = words_of(search)
    wanted: dict[str, object] = {"patterns": patterns(words), "trigrams": list(trigrams(words)), "since": since}
    narrowed = (_HOLDING if wanted["trigrams"] else "") + (_RESIGNED if resigned else "")
    return _FOUND + narrowed + ("" if since is None else _CHANGED), wanted


def _view(row: tuple[Any, ...]) -> PersonView:
    counts = {"resignations": row[3], "unconfirmed": row[4]}
    return PersonView(id=row[0], name=row[1], erased=row[2], **counts, revision=row[5])
