"""The entries of all tournaments."""

from collections.abc import Collection

from psycopg import Connection

from domain.kernel.ids import PersonId
from domain.tournament.state import Entry
from projections.engine.rows import Row, array
from projections.engine.tables import Table
from projections.views.tournaments import entry_view

TABLE = Table("entries", ("tournament", "number"), ("person", "entrants", "reason", "document"))

_FORGET = "UPDATE entries SET reason = NULL WHERE person = ANY(%s::uuid[]) AND reason IS NOT NULL"


def row(tournament: str, entry: Entry, erased: Collection[PersonId]) -> Row:
    """One entry; of an erased person without the reason."""
    reason = None if entry.person in erased else entry.reason
    document = entry_view(entry).model_copy(update={"reason": None}).model_dump_json()
    entrants = array(entry.persons if entry.entrant else ())
    return tournament, entry.number, entry.person, entrants, reason, document


def forget(connection: Connection, persons: Collection[PersonId]) -> None:
    """Take out what was said about these persons."""
    connection.execute(_FORGET, (sorted(persons),))
