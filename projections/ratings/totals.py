"""What each player's ratings changed by over each tournament (OPN-1)."""

from collections.abc import Sequence

from psycopg import Connection

from projections.engine.tables import Table

TABLE = Table("rating_totals", ("tournament", "person", "pool"), ("matches", "change"))

# Works by difference: what the lines brought in say, less what the lines they replace said.
_MOVE = """
WITH moved (tournament, person, pool, matches, change) AS (
    SELECT tournament, winner, pool, 1, winner_after - winner_before FROM incoming_rating_lines
    UNION ALL SELECT tournament, loser, pool, 1, loser_after - loser_before FROM incoming_rating_lines
    UNION ALL SELECT tournament, former.winner, former.pool, -1, former.winner_before - former.winner_after
        FROM incoming_rating_lines JOIN rating_lines AS former USING (tournament, match)
    UNION ALL SELECT tournament, former.loser, former.pool, -1, former.loser_before - former.loser_after
        FROM incoming_rating_lines JOIN rating_lines AS former USING (tournament, match)
    UNION ALL SELECT tournament, winner, pool, -1, winner_before - winner_after
        FROM rating_lines JOIN unnest(%(tournaments)s::uuid[], %(numbers)s::bigint[]) AS removed (tournament, match)
        USING (tournament, match)
    UNION ALL SELECT tournament, loser, pool, -1, loser_before - loser_after
        FROM rating_lines JOIN unnest(%(tournaments)s::uuid[], %(numbers)s::bigint[]) AS removed (tournament, match)
        USING (tournament, match)
)
INSERT INTO rating_totals AS total (tournament, person, pool, matches, change)
SELECT tournament, person, pool, sum(matches), sum(change) FROM moved
GROUP BY tournament, person, pool HAVING sum(matches) <> 0 OR sum(change) <> 0
ON CONFLICT (tournament, person, pool)
DO UPDATE SET matches = total.matches + excluded.matches, change = total.change + excluded.change
"""
_TIDY = "DELETE FROM rating_totals WHERE matches = 0"


def move(connection: Connection, removed: Sequence[tuple[str, int]]) -> None:
    """Bring the totals in line with the lines that were brought in, and not yet laid over, and those to be removed."""
    tournaments = [tournament for tournament, _ in removed]
    connection.execute(_MOVE, {"tournaments": tournaments, "numbers": [number for _, number in removed]})


def tidy(connection: Connection) -> None:
    """Take out who has no rated match in a tournament any more."""
    connection.execute(_TIDY)
