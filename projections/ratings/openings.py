"""The opening ratings (ELO-1)."""

from collections.abc import Iterator, Mapping

from psycopg import Connection

from domain.kernel.ids import PersonId
from domain.person.state import OpeningRating
from projections.engine.tables import Table

TABLE = Table("rating_openings", ("pool", "person"), ("rating", "experience"))

_LOAD = "SELECT pool, person::text, rating, experience FROM rating_openings ORDER BY pool, person"


_CLOSE = """
DELETE FROM rating_openings AS one USING unnest(%s::text[], %s::uuid[]) AS closed (pool, person)
WHERE one.pool = closed.pool AND one.person = closed.person
"""


def write(connection: Connection, openings: Mapping[tuple[str, PersonId], OpeningRating | None]) -> None:
    """Write them, by pool and person; None takes one out."""
    held = [(*key, one.rating, one.experience) for key, one in sorted(openings.items()) if one is not None]
    closed = [key for key, one in sorted(openings.items()) if one is None]
    TABLE.upsert(connection, held)
    if closed:
        connection.execute(_CLOSE, ([pool for pool, _ in closed], [person for _, person in closed]))


def load(connection: Connection) -> Iterator[tuple[str, str, int, int]]:
    """All of them: pool, person, micropoints, experience."""
    return iter(connection.execute(_LOAD))
