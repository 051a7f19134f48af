"""The reports of tournaments that have ended, and whether they are owed (TD-19)."""

from collections.abc import Iterable, Iterator

from domain.tournament.report import owed
from domain.tournament.state import Tournament
from projections.report_views import filings_of
from projections.rows import Row
from projections.states import Touched
from projections.tables import Table

TABLE = Table("reports", ("tournament",), ("ended_at", "owed", "filings"))


def rows(batch: Iterable[Touched]) -> Iterator[Row]:
    """Those of the tournaments that have ended, or had and were reopened."""
    for touched in batch:
        if touched.before is None or _has_ended(touched.before) or _has_ended(touched.state):
            yield _row(touched.state)


def _has_ended(state: Tournament) -> bool:
    return state.settings is not None and state.settings.ended_at is not None


def _row(state: Tournament) -> Row:
    ended_at = state.settings.ended_at if state.settings else None
    return state.id, ended_at, owed(state), filings_of(state).model_dump_json()
