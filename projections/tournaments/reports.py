"""The reports of tournaments that have ended, and whether they are owed (TD-19)."""

from collections.abc import Iterable, Iterator

from domain.tournament.decisions.reporting.federation_report import has_owed_report
from domain.tournament.state import Tournament
from projections.engine.rows import Row, array
from projections.engine.states import Touched
from projections.engine.tables import Table
from projections.views.reports import Filings

TABLE = Table("reports", ("tournament",), ("ended_at", "due_at", "owed", "directors", "filings"))


def rows(batch: Iterable[Touched]) -> Iterator[Row]:
    """One for each tournament, ended or not: it may have been, and been reopened since."""
    return (row(touched.state) for touched in batch)


def row(state: Tournament) -> Row:
    """One tournament's."""
    settings = state.settings
    ended_at, due_at = (settings.ended_at, settings.report_due_at) if settings else (None, None)
    directors = array(settings.directors if settings else ())
    return (
        state.id,
        ended_at,
        due_at,
        has_owed_report(state),
        directors,
        Filings.from_attributes(state).model_dump_json(),
    )
