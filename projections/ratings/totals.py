"""Each player's rating change over each tournament (OPN-1), and over each part of a long one."""

from collections.abc import Sequence

from psycopg import Connection

from projections.engine.tables import Table

TABLE = Table("rating_totals", ("tournament", "person", "pool"), ("matches", "change"))
SUBTOTALS = Table("rating_subtotals", ("tournament", "part", "person", "pool"), ("matches", "change"))
PART = 2_000
"""So many numbers of matches make a part."""

# Works by difference: what the lines brought in say, less what the lines they replace said.
_MOVE = """
WITH moved (tournament, match, person, pool, matches, change) AS (
    SELECT tournament, match, winner, pool, 1, winner_after - winner_before FROM incoming_rating_lines
    UNION ALL SELECT tournament, match, loser, pool, 1, loser_after - loser_before FROM incoming_rating_lines
    UNION ALL SELECT tournament, match, former.winner, former.pool, -1, former.winner_before - former.winner_after
        FROM incoming_rating_lines JOIN rating_lines AS former USING (tournament, match)
    UNION ALL SELECT tournament, match, former.loser, former.pool, -1, former.loser_before - former.loser_after
        FROM incoming_rating_lines JOIN rating_lines AS former USING (tournament, match)
    UNION ALL SELECT tournament, match, winner, pool, -1, winner_before - winner_after
        FROM rating_lines JOIN unnest(%(tournaments)s::uuid[], %(numbers)s::bigint[]) AS removed (tournament, match)
        USING (tournament, match)
    UNION ALL SELECT tournament, match, loser, pool, -1, loser_before - loser_after
        FROM rating_lines JOIN unnest(%(tournaments)s::uuid[], %(numbers)s::bigint[]) AS removed (tournament, match)
        USING (tournament, match)
), in_parts AS (
    INSERT INTO rating_subtotals AS total (tournament, part, person, pool, matches, change)
    SELECT tournament, part, person, pool, sum(matches), sum(change)
    FROM (SELECT *, match / %(part)s AS part FROM moved) AS parted WHERE part > 0
    GROUP BY tournament, part, person, pool HAVING sum(matches) <> 0 OR sum(change) <> 0
    ON CONFLICT (tournament, part, person, pool)
    DO UPDATE SET matches = total.matches + excluded.matches, change = total.change + excluded.change
)
INSERT INTO rating_totals AS total (tournament, person, pool, matches, change)
SELECT tournament, person, pool, sum(matches), sum(change) FROM moved
GROUP BY tournament, person, pool HAVING sum(matches) <> 0 OR sum(change) <> 0
ON CONFLICT (tournament, person, pool)
DO UPDATE SET matches = total.matches + excluded.matches, change = total.change + excluded.change
"""
_TIDY = "DELETE FROM rating_totals WHERE matches = 0"
_TIDY_PARTS = "DELETE FROM rating_subtotals WHERE matches = 0"


def move(connection: Connection, removed: Sequence[tuple[str, int]]) -> None:
    """Bring the totals in line with the lines that were brought in, and not yet laid over, and those to be removed."""
    tournaments = [tournament for tournament, _ in removed]
    numbers = [number for _, number in removed]
    connection.execute(_MOVE, {"tournaments": tournaments, "numbers": numbers, "part": PART})


def tidy(connection: Connection) -> None:
    """Take out who has no rated match in a tournament any more."""
    connection.execute(_TIDY)
    connection.execute(_TIDY_PARTS)
