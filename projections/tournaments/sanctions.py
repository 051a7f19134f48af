"""Sanctions that rulings have ordered against persons, bans apart."""

from collections.abc import Iterable, Iterator, Sequence

from psycopg import Connection

from domain.tournament.decisions.reporting.sanction_register import sanctions_of
from domain.tournament.state import Tournament
from projections.engine.rows import Row
from projections.engine.tables import Table
from projections.views.sanctions import of_ruling

TABLE = Table("sanctions", ("tournament", "ruling", "place", "person"), ("given_at", "document"))

_CLEAR = "DELETE FROM sanctions WHERE tournament = ANY(%s::uuid[])"


def write(connection: Connection, tournaments: Sequence[Tournament]) -> None:
    """Write these tournaments' sanctions in place of those that are there."""
    ruled = [state for state in tournaments if state.directing.rulings]
    if not ruled:
        return
    connection.execute(_CLEAR, ([state.id for state in ruled],))
    TABLE.upsert(connection, list(rows(ruled)))


def rows(tournaments: Iterable[Tournament]) -> Iterator[Row]:
    """These tournaments' sanctions."""
    for state in tournaments:
        for one in sanctions_of(state):
            yield state.id, one.ruling, one.place, one.person, one.at, of_ruling(state.id, one).model_dump_json()
