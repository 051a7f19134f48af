"""The opening ratings (ELO-1)."""

from collections.abc import Iterator

from psycopg import Connection

from projections.engine.tables import Table

TABLE = Table("rating_openings", ("pool", "person"), ("rating", "experience"))

_LOAD = "SELECT pool, person::text, rating, experience FROM rating_openings ORDER BY pool, person"


def load(connection: Connection) -> Iterator[tuple[str, str, int, int]]:
    """All of them: pool, person, micropoints, experience."""
    return iter(connection.execute(_LOAD))
