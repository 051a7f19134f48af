"""Reading which tournaments owe their report (TD-19)."""

from datetime import datetime
from typing import Any

from domain.kernel.ids import PersonId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.tournaments.sorting import patterns, words_of
from projections.views.reports import Filings, OwedView, overdue_days
from projections.views.tournaments import TournamentView

_REPORTS = """
SELECT report.filings, report.owed, report.ended_at, report.due_at, shown.document,
       report.ended_at::text, report.tournament::text, shown.sorting
FROM projected.reports AS report JOIN projected.tournaments AS shown ON shown.id = report.tournament
WHERE shown.sorting LIKE ALL (%(patterns)s::text[]) AND report.ended_at IS NOT NULL AND (report.owed OR NOT %(owed)s)
AND (%(before)s::timestamptz IS NULL OR report.due_at < %(before)s::timestamptz)
AND (%(director)s::uuid IS NULL OR report.directors @> ARRAY[%(director)s::uuid])
"""
_BY_END = """AND (%(begins)s::text IS NULL
     OR (report.ended_at, report.tournament) > (%(begins)s::timestamptz, %(id)s::uuid))
ORDER BY report.ended_at, report.tournament LIMIT %(limit)s
"""
_BY_NAME = """AND (%(begins)s::text IS NULL OR (shown.sorting, report.tournament) > (%(begins)s, %(id)s::uuid))
ORDER BY shown.sorting, report.tournament LIMIT %(limit)s
"""


class ReportReadings(Reader):
    """The tournaments that have ended, the longest ago first."""

    def reports(
        self,
        now: datetime,
        after: Cursor | None = None,
        limit: int = 50,
        *,
        owed: bool = False,
        due_before: datetime | None = None,
        directed_by: PersonId | None = None,
        search: str = "",
        by_name: bool = False,
    ) -> Page[OwedView]:
        """All of them, those whose report is `owed`, or was due before a moment, or which that person directs; of which
        the name holds each word of the search."""
        begins, last = after or (None, None)
        wanted = {"owed": owed, "before": due_before, "director": directed_by, "patterns": patterns(words_of(search))}
        query = _REPORTS + (_BY_NAME if by_name else _BY_END)
        rows = self._rows(query, **wanted, begins=begins, id=last, limit=limit + 1)
        return page(rows, limit, lambda row: _owed_view(row, now), lambda row: (row[7] if by_name else row[5], row[6]))


def _owed_view(row: tuple[Any, ...], now: datetime) -> OwedView:
    filings, is_owed, ended_at, due, document, *_ = row
    tournament = TournamentView.model_validate_json(document)
    return OwedView(
        tournament=tournament.id,
        name=tournament.name,
        status=tournament.status,
        ended_at=ended_at,
        owed=is_owed,
        due_at=due,
        overdue=is_owed and now > due,
        overdue_days=overdue_days(due, now) if is_owed else 0,
        filings=Filings.model_validate_json(filings).filings,
    )
