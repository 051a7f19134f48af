"""Reading the register of warnings and sanctions. Who may see it is for the caller to decide."""

from datetime import datetime

from domain.kernel.ids import PersonId
from domain.person.bans import ReviewStatus
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
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


_BANS = """
SELECT person::text, number, placed_at::text FROM projected.bans
WHERE status IN ('in-force', 'suspended') AND (until IS NULL OR until > %(now)s)
AND (%(review)s::text IS NULL OR review = %(review)s)
AND (%(moment)s::timestamptz IS NULL
    OR (placed_at, person, number) < (%(moment)s::timestamptz, %(id)s::uuid, %(after)s::bigint))
ORDER BY placed_at DESC, person DESC, number DESC LIMIT %(limit)s
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
        self, now: datetime, review: ReviewStatus | None, after: Cursor | None = None, limit: int = 50
    ) -> Page[tuple[PersonId, int]]:
        """The bans that are not over by then, as persons and numbers, the newest first; those with that review, where
        it is named."""
        moment, person, number = after or (None, None, None)
        wanted = {"now": now, "review": review, "moment": moment, "id": person, "after": number}
        rows = self._rows(_BANS, limit=limit + 1, **wanted)
        return page(rows, limit, lambda row: (row[0], row[1]), lambda row: (row[2], row[0], row[1]))
