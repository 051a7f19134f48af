"""The entries of all tournaments."""

from domain.tournament.state import Entry
from projections.engine.rows import Row, array
from projections.engine.tables import Table
from projections.views.tournaments import entry_view

TABLE = Table("entries", ("tournament", "number"), ("person", "entrants", "document"))


def row(tournament: str, entry: Entry) -> Row:
    """One entry."""
    entrants = array(entry.persons if entry.entrant else ())
    return tournament, entry.number, entry.person, entrants, entry_view(entry).model_dump_json()
