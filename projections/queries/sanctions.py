"""Reading the register of warnings and sanctions. Who may see it is for the caller to decide."""

from datetime import datetime
from typing import LiteralString

from domain.kernel.ids import PersonId
from domain.person.bans import ReviewStatus
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.tournaments.sorting import patterns, words_of
from projections.views.sanctions import SanctionView

_SANCTIONS = """
SELECT document, given_at::text, beyond, source::text, number, place FROM (
    SELECT document, given_at, 0 AS beyond, tournament AS source, ruling AS number, place
    FROM projected.sanctions WHERE person = %(person)s::uuid
    UNION ALL
    SELECT document, placed_at, 1, person, number, 0
    FROM projected.bans WHERE person = %(person)s::uuid
    OR person IN (SELECT id FROM projected.persons WHERE merged_into = %(person)s::uuid)
) AS one
WHERE %(moment)s::timestamptz IS NULL
OR (given_at, beyond, source, number, place)
    < (%(moment)s::timestamptz, %(beyond)s::bigint, %(source)s::uuid, %(number)s::bigint, %(place)s::bigint)
ORDER BY given_at DESC, beyond DESC, source DESC, number DESC, place DESC LIMIT %(limit)s
"""


_BANS: LiteralString = """
SELECT ban.person::text, ban.number, ban.placed_at::text, called.sorting
FROM projected.bans AS ban JOIN projected.persons AS called ON called.id = ban.person
WHERE ban.status IN ('in-force', 'suspended') AND (ban.until IS NULL OR ban.until > %(now)s)
AND (%(review)s::text IS NULL OR ban.review = %(review)s) AND called.sorting LIKE ALL (%(patterns)s::text[])
"""
_NEWEST: LiteralString = """
AND (%(begins)s::text IS NULL
    OR (ban.placed_at, ban.person, ban.number) < (%(begins)s::timestamptz, %(id)s::uuid, %(after)s::bigint))
ORDER BY ban.placed_at DESC, ban.person DESC, ban.number DESC LIMIT %(limit)s
"""
_BY_NAME: LiteralString = """
AND (%(begins)s::text IS NULL
    OR (called.sorting, ban.person, ban.number) > (%(begins)s, %(id)s::uuid, %(after)s::bigint))
ORDER BY called.sorting, ban.person, ban.number LIMIT %(limit)s
"""


class RegisterReadings(Reader):
    """Of an unknown person there is nothing."""

    def sanctions(self, person: PersonId, after: Cursor | None = None, limit: int = 50) -> Page[SanctionView]:
        """The sanctions against that person, the newest first; of one moment bans, which reach beyond, come first."""
        moment, beyond, source, number, place = after or (None, None, None, None, None)
        wanted = {"moment": moment, "beyond": beyond, "source": source, "number": number, "place": place}
        rows = self._rows(_SANCTIONS, person=person, limit=limit + 1, **wanted)
        return page(rows, limit, lambda row: SanctionView.model_validate_json(row[0]), lambda row: row[1:])

    def bans(
        self,
        now: datetime,
        review: ReviewStatus | None,
        after: Cursor | None = None,
        limit: int = 50,
        search: str = "",
        *,
        by_name: bool = False,
    ) -> Page[tuple[PersonId, int]]:
        """The bans that are not over by then, as persons and numbers, the newest first; those with that review, where
        it is named; of persons whose name holds each word of the search."""
        begins, person, number = after or (None, None, None)
        wanted = {"now": now, "review": review, "patterns": patterns(words_of(search))}
        query = _BANS + (_BY_NAME if by_name else _NEWEST)
        rows = self._rows(query, **wanted, begins=begins, id=person, after=number, limit=limit + 1)
        place = 3 if by_name else 2
        return page(rows, limit, lambda row: (row[0], row[1]), lambda row: (row[place], row[0], row[1]))
