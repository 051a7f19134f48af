"""The matches of all tournaments."""

import orjson

from domain.kernel.values import Value
from domain.match.record import Match
from domain.tournament.state import Tournament
from projections.engine.rows import Row
from projections.engine.tables import Table
from projections.views.tournaments import match_fields

TABLE = Table("matches", ("tournament", "number"), ("first", "second", "status", "document"))


def row(state: Tournament, match: Match) -> Row:
    """One match as the staff sees it."""
    fields = match_fields(state, match)
    document = orjson.dumps(fields, _plain, orjson.OPT_UTC_Z).decode()
    return state.id, match.number, *fields["sides"], fields["status"], document


def _plain(value: object) -> object:
    """A value that JSON does not know, as the view's own rendering has it."""
    if isinstance(value, Value):
        return orjson.Fragment(value.model_dump_json())
    return str(value)
