"""The matches of all tournaments."""

from domain.record import Match
from domain.tournament.state import Tournament
from projections.rows import Row
from projections.tables import Table
from projections.views import match_view

TABLE = Table("matches", ("tournament", "number"), ("first", "second", "status", "document"))


def row(state: Tournament, match: Match) -> Row:
    """One match as the staff sees it."""
    view = match_view(state, match)
    return state.id, view.number, *view.sides, view.status, view.model_dump_json()
