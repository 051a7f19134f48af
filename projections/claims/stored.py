"""Claims as the live tables hold them."""

from collections.abc import Iterator, Mapping

from psycopg import Connection, sql

from domain.kernel.ids import TournamentId
from projections.claims.claims import Claim
from projections.engine import generations

_POSITIONS = "SELECT name, position FROM projections WHERE is_live"
_ROWS_OF = """
SELECT {columns} FROM {table} WHERE %(of)s::uuid IS NULL OR {first}::text = %(of)s::text ORDER BY {key}
"""
_ROWS = 1_000


def positions(connection: Connection) -> Mapping[str, int]:
    """The position up to which each projection's live tables have followed the log."""
    return dict(connection.execute(_POSITIONS).fetchall())


def stored_rows(connection: Connection, claim: Claim, tournament: TournamentId | None = None) -> Iterator[bytes]:
    """The rows of a claim, or those of one tournament, read bit by bit; `connection` is to see one moment of the
    database."""
    with connection.cursor(name="rows_of_a_claim") as cursor:
        cursor.itersize = _ROWS
        statement = sql.SQL(_ROWS_OF).format(
            columns=sql.SQL(", ").join(map(sql.Identifier, claim.columns)),
            table=sql.Identifier(generations.PROJECTED, claim.table.name),
            key=sql.SQL(", ").join(map(sql.Identifier, claim.table.key)),
            first=sql.Identifier(claim.table.key[0]),
        )
        cursor.execute(statement, {"of": tournament})
        yield from map(claim.row_line, cursor)
