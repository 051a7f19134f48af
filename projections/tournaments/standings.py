"""The standings of all tournaments, with the reason for each rank."""

from domain.tournament.state import Tournament
from projections.engine.rows import Row
from projections.engine.tables import Table
from projections.views.tournaments import standings_view

TABLE = Table("standings", ("tournament",), ("document",))


def row(state: Tournament) -> Row:
    """One tournament's table."""
    return state.id, standings_view(state).model_dump_json()
