"""The entries of all tournaments."""

from domain.tournament.state import Entry
from projections.engine.rows import Row, array
from projections.engine.tables import Table
from projections.views.tournaments import entry_view

TABLE = Table("entries", ("tournament", "number"), ("persons", "entrants", "waits", "document"))


def row(tournament: str, entry: Entry) -> Row:
    """One entry."""
    entrants = array(entry.persons if entry.entrant else ())
    waits = entry.status == "requested" and not entry.waits_for_members
    return tournament, entry.number, array(entry.persons), entrants, waits, entry_view(entry).model_dump_json()
