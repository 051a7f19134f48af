"""The tables of ratings as they stood when the log ended at some position: what was played since the earliest match
that a later event has touched, in temporary tables, on top of the lines of now that were played before."""

from collections.abc import Mapping, Sequence
from typing import Any, LiteralString

import psycopg
from psycopg import sql

from projections.engine.log import Log
from projections.engine.rows import Row
from projections.ratings import lines, standings
from projections.ratings.pools import Pools, pools_at
from projections.ratings.rated_then import RatedThen, rated_then

_NOTHING_OF_NOW = -1
_TABLES = (lines.TABLE, standings.TABLE)

_THEN = """
WITH lines_then AS NOT MATERIALIZED (
    SELECT * FROM projected.rating_lines WHERE played_at < %(since_then)s
    UNION ALL SELECT * FROM pg_temp.rating_lines
), totals_then AS NOT MATERIALIZED (
    SELECT tournament, person, pool, sum(change)::bigint AS change FROM (
        SELECT tournament, winner AS person, pool, winner_after - winner_before AS change FROM lines_then
        UNION ALL SELECT tournament, loser, pool, loser_after - loser_before FROM lines_then
    ) AS changes GROUP BY tournament, person, pool
)
"""
_NAMES = {
    "projected.rating_lines": "lines_then",
    "projected.rating_totals": "totals_then",
    "projected.ratings": "pg_temp.ratings",
}


class RatingsThen:
    """They are made when they are first read, and anew where an event has reached further back since. Not for several
    threads at once."""

    def __init__(self, conninfo: str, log: Log, position: int) -> None:
        self._log = log
        self._position = position
        self._since: int | None = None
        self._connection = psycopg.connect(conninfo, autocommit=True)

    def rows(self, query: LiteralString, values: Mapping[str, object]) -> Sequence[tuple[Any, ...]]:
        """What the query finds. Raises what reading the log raises, and psycopg's errors."""
        for name, then in _NAMES.items():
            query = query.replace(name, then)
        with rated_then(self._connection, self._position) as tables:
            self._bring_up_to_date(tables if tables is not None and tables.position == self._position else None)
            return self._connection.execute(_THEN + query, {**values, "since_then": self._since}).fetchall()

    def close(self) -> None:
        """Let go of the tables."""
        self._connection.close()

    def _bring_up_to_date(self, tables: RatedThen | None) -> None:
        since = _NOTHING_OF_NOW if tables is None else tables.since()
        if self._since is None:
            self._make()
        if self._since is None or since < self._since:
            pools = pools_at(self._log, self._position) if tables is None else tables.tail(since)
            self._fill(pools, [] if tables is None else tables.brought_by_all(since))
            self._since = since

    def _make(self) -> None:
        self._connection.execute("SET search_path TO pg_temp, public")
        for table in _TABLES:
            self._connection.execute(sql.SQL(table.definition))
            table.prepare(self._connection)

    def _fill(self, pools: Pools, before: Sequence[Row]) -> None:
        """With the lines of these pools, and where everybody stands: who has none of them, as before."""
        pools.settle()
        for table in _TABLES:
            self._connection.execute(sql.SQL("TRUNCATE {}").format(sql.Identifier(table.name)))
        everybody = {row[:2]: row for row in before}
        everybody.update((row[:2], row) for row in standings.rows(pools))
        standings.TABLE.upsert(self._connection, list(everybody.values()))
        lines.TABLE.upsert(self._connection, list(lines.rows(pools)))
