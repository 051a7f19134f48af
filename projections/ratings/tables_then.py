"""The tables of ratings as they stood when the log ended at some position: what was played since the earliest match
that a later event has touched, in temporary tables, on top of the lines of now that were played before."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, LiteralString

import psycopg
from psycopg import sql

from projections.engine.log import Log
from projections.engine.rows import Row
from projections.engine.tables import Table
from projections.ratings import lines, standings, totals
from projections.ratings.pools import Pools, pools_at
from projections.ratings.rated_then import RatedThen, rated_then

_NOTHING_OF_NOW = -1

_MAKE = """
SET synchronous_commit = off;
CREATE TEMPORARY TABLE rating_lines (LIKE projected.rating_lines);
CREATE TEMPORARY TABLE ratings (LIKE projected.ratings);
"""
"""Nobody waits for the disk: what is temporary need not be there after a fault, and commands wait for the same disk."""
_THEN = """
WITH lines_then AS NOT MATERIALIZED (
    SELECT * FROM projected.rating_lines WHERE played_at < %(since_then)s
    UNION ALL SELECT * FROM pg_temp.rating_lines
), parts AS NOT MATERIALIZED (
    SELECT tournament, part, earliest >= %(since_then)s AND part > 0 AS is_whole
    FROM projected.rating_parts WHERE latest >= %(since_then)s
), moved AS NOT MATERIALIZED (
    SELECT 1 AS matches, * FROM pg_temp.rating_lines
    UNION ALL SELECT -1, line.* FROM parts CROSS JOIN LATERAL (
        SELECT * FROM projected.rating_lines AS line
        WHERE line.tournament = parts.tournament AND match >= part * %(part)s AND match < (part + 1) * %(part)s
        OFFSET 0
    ) AS line WHERE NOT is_whole AND played_at >= %(since_then)s AND line.tournament = parts.tournament
), totals_then AS NOT MATERIALIZED (
    SELECT tournament, person, pool, sum(change)::bigint AS change FROM (
        SELECT tournament, person, pool, matches, change FROM projected.rating_totals
        UNION ALL SELECT tournament, person, pool, -matches, -change
        FROM parts JOIN projected.rating_subtotals USING (tournament, part) WHERE is_whole
        UNION ALL SELECT tournament, side.person, pool, matches, matches * side.change
        FROM moved CROSS JOIN LATERAL (
            VALUES (winner, winner_after - winner_before), (loser, loser_after - loser_before)
        ) AS side (person, change)
    ) AS changes GROUP BY tournament, person, pool HAVING sum(matches) > 0
)
"""
"""Totals are those of now, less what has been played since, and what had been played then. Of what has been played
since, whole parts of a tournament are taken off by their subtotals, all else line by line. OFFSET 0 keeps the lines of
a part apart, to be found by their numbers: together with others all lines would be looked through. That a line is of
the part's tournament has the planner look at the parts of the tournament asked for, and at no others."""
_NAMES = {
    "projected.rating_lines": "lines_then",
    "projected.rating_totals": "totals_then",
    "projected.ratings": "pg_temp.ratings",
}


class RatingsThen:
    """They are made when they are first read, and again where an event has reached further back since. Not for several
    threads at once."""

    def __init__(self, conninfo: str, log: Log, position: int) -> None:
        self._log = log
        self._position = position
        self._since: int | None = None
        self._pools = Pools()
        self._filled: set[str] = set()
        self._connection = psycopg.connect(conninfo, autocommit=True)
        self._connection.execute(_MAKE)

    def rows(self, query: LiteralString, values: Mapping[str, object]) -> Sequence[tuple[Any, ...]]:
        """The rows that the query finds. Raises what reading the log raises, and psycopg's errors."""
        of_standings = "projected.ratings" in query
        for name, then in _NAMES.items():
            query = query.replace(name, then)
        with rated_then(self._connection, self._position) as found:
            tables = found if found is not None and found.position == self._position else None
            self._bring_up_to_date(tables)
            self._fill(tables, standings.TABLE if of_standings else lines.TABLE)
            bounds = {"since_then": self._since, "part": totals.PART}
            return self._connection.execute(_THEN + query, {**values, **bounds}).fetchall()

    def close(self) -> None:
        """Let go of the tables."""
        self._connection.close()

    def _bring_up_to_date(self, tables: RatedThen | None) -> None:
        since = _NOTHING_OF_NOW if tables is None else tables.since()
        if self._since is None or since < self._since:
            self._pools = pools_at(self._log, self._position) if tables is None else tables.tail(since)
            self._pools.settle()
            self._since, self._filled = since, set()

    def _fill(self, tables: RatedThen | None, table: Table) -> None:
        """The temporary table, where that has not been done."""
        if table.name not in self._filled:
            place = sql.Identifier("pg_temp", table.name)
            rows = lines.rows(self._pools) if table is lines.TABLE else self._standings(tables)
            self._connection.execute(sql.SQL("TRUNCATE {}").format(place))
            table.copy(self._connection, place, rows)
            self._filled.add(table.name)

    def _standings(self, tables: RatedThen | None) -> Iterable[Row]:
        """Where everybody stood: who has none of the lines made again, as before them."""
        before = () if tables is None else tables.brought_by_all(self._since or 0)
        everybody: dict[object, Row] = {row[:2]: row for row in before}
        everybody.update((row[:2], row) for row in standings.rows(self._pools))
        return everybody.values()
