"""A tournament as a division of a league (RR-15)."""

from domain.series.divisions import DivisionTable, Placed
from domain.tournament.derived.progress import final_table
from domain.tournament.state import LEFT, Tournament, announced_settings


def division_table(state: Tournament) -> DivisionTable:
    """Its table as it is. Who is still in, and has no rank yet, comes first; who withdrew before play is not in it."""
    settings = announced_settings(state)
    rows = (row for row in final_table(state).rows if state.entries[row.entry].status in ("approved", *LEFT))
    return DivisionTable(
        tournament=state.id,
        version=state.version,
        lines=tuple(Placed(row.entry, row.rank or 1, state.entries[row.entry].status in LEFT) for row in rows),
        series=None if settings.series is None else settings.series.series,
        season=None if settings.series is None else settings.series.season,
        has_started=settings.status != "announced",
        is_completed=settings.status == "completed",
    )
