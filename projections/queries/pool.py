"""Reading rows from a shared pool of connections."""

from collections.abc import Sequence
from typing import Any, LiteralString

from psycopg import Connection
from psycopg_pool import ConnectionPool

from domain.journal.abandonment import require_wanted

Pool = ConnectionPool[Connection[tuple[Any, ...]]]


class Reader:
    """The base of all readings. May be used from any thread."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def _rows(self, query: LiteralString, **values: object) -> Sequence[tuple[Any, ...]]:
        require_wanted()
        with self._pool.connection() as connection:
            return connection.execute(query, values).fetchall()

    def _row(self, query: LiteralString, **values: object) -> tuple[Any, ...] | None:
        rows = self._rows(query, **values)
        return rows[0] if rows else None
