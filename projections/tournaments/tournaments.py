"""The tournaments."""

from domain.tournament.rounds.rolling_on import due_at
from domain.tournament.state import Tournament, announced_settings
from projections.engine.rows import Row, array
from projections.engine.tables import Table
from projections.views.tournaments import tournament_view

TABLE = Table(
    "tournaments", ("id",), ("announced_at", "status", "series", "season", "drawn", "run_by", "due_at", "document")
)


def row(state: Tournament) -> Row:
    """One tournament as it is shown."""
    settings = announced_settings(state)
    place = (None, None) if settings.series is None else (settings.series.series, settings.series.season)
    run_by = array(dict.fromkeys((*settings.announced_by, *settings.directors)))
    document = tournament_view(state).model_dump_json()
    return state.id, settings.announced_at, settings.status, *place, state.drawn, run_by, due_at(state), document
