"""Reading what persons have staked and been paid, over all tournaments (STK-5)."""

from typing import Any

from domain.kernel.ids import PersonId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.views.settlements import BalanceView, PersonPostingView, balance_view

_POSTINGS = """
SELECT tournament::text, posting, entry, match, version, at, staked, credited, balance, one.at::text
FROM (
    SELECT *, sum(credited - staked) OVER (ORDER BY at, tournament, posting) AS balance
    FROM projected.settlements WHERE person = %(person)s::uuid
) AS one
WHERE (%(moment)s::timestamptz IS NULL
     OR (one.at, one.tournament, one.posting) < (%(moment)s::timestamptz, %(tournament)s::uuid, %(posting)s::bigint))
ORDER BY one.at DESC, one.tournament DESC, one.posting DESC LIMIT %(limit)s
"""
_BALANCE = """
SELECT coalesce(sum(staked), 0), coalesce(sum(credited), 0) FROM projected.settlements WHERE person = %(person)s::uuid
"""
_NAMES = ("tournament", "posting", "entry", "match", "version", "at", "staked", "credited", "balance")


class SettlementReadings(Reader):
    """Unknown persons have an empty page, and nothing to settle."""

    def person_postings(
        self, person: PersonId, after: Cursor | None = None, limit: int = 50
    ) -> Page[PersonPostingView]:
        """The person's postings, the newest first."""
        moment, tournament, posting = after or (None, None, None)
        key = {"moment": moment, "tournament": tournament, "posting": posting}
        rows = self._rows(_POSTINGS, person=person, limit=limit + 1, **key)
        return page(rows, limit, _posting, lambda row: (row[9], row[0], row[1]))

    def person_balance(self, person: PersonId) -> BalanceView:
        """All of it added up."""
        [(staked, credited)] = self._rows(_BALANCE, person=person)
        return balance_view(staked, credited)


def _posting(row: tuple[Any, ...]) -> PersonPostingView:
    return PersonPostingView(**dict(zip(_NAMES, row[:9], strict=True)))
