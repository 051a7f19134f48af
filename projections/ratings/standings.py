"""Where each player is in each pool."""

from collections.abc import Iterator, Sequence

from psycopg import Connection

from domain.kernel.ids import PersonId
from domain.rating.lines import Standing
from projections.engine.rows import Row
from projections.engine.tables import Table
from projections.ratings.pools import Pools, as_match

TABLE = Table("ratings", ("pool", "person"), ("rating", "experience", "change", "tournament", "match"))

_REMOVE = "DELETE FROM ratings WHERE pool = %s AND person = ANY(%s::uuid[])"


def row(pool: str, person: PersonId, standing: Standing) -> Row:
    """One player's standing."""
    last = standing.last_match
    tournament, number = (None, None) if last is None else as_match(last)
    return pool, person, standing.rating, standing.experience, standing.rating_change, tournament, number


def rows(pools: Pools) -> Iterator[Row]:
    """Everyone in each pool."""
    for name, pool in pools.pools.items():
        for player in {*pool.ledger.players(), *pool.openings}:
            if pool.is_shown(player):
                yield row(name, player, pool.ledger.current(player))


def remove(connection: Connection, pool: str, persons: Sequence[PersonId]) -> None:
    """Take these players out of the pool."""
    connection.execute(_REMOVE, (pool, list(persons)))
