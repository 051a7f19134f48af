"""The standings of all tournaments, with the reason for each rank."""

from domain.tournament.state import Tournament
from projections.rows import Row
from projections.tables import Table
from projections.views import standings_view

TABLE = Table("standings", ("tournament",), ("document",))


def row(state: Tournament) -> Row:
    """One tournament's table."""
    return state.id, standings_view(state).model_dump_json()
