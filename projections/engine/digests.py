"""One digest for each table, the same on every server that has the same rows."""

import hashlib
from collections.abc import Iterator

from psycopg import Connection, sql
from pydantic import BaseModel, ConfigDict

_TABLES = """
SELECT n.nspname::text, c.relname::text FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"
"""
_ROWS = 'COPY (SELECT one::text FROM {} AS one ORDER BY one::text COLLATE "C") TO STDOUT'
_WRITTEN = """
SET LOCAL "TimeZone" TO 'UTC'; SET LOCAL "DateStyle" TO 'ISO'; SET LOCAL "IntervalStyle" TO 'postgres';
SET LOCAL bytea_output TO 'hex'; SET LOCAL extra_float_digits TO 1; SET LOCAL search_path TO pg_catalog
"""

Table = tuple[str, str]
"""A schema, and the name of a table or a view in it."""


class Digest(BaseModel):
    """The number of rows in a table, and the SHA-256 of all of them in the order of their text."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rows: int
    sha256: str


def tables(connection: Connection) -> list[Table]:
    """All tables of the database but the server's own, and those that are no record: backups leave them out."""
    return [(schema, name) for schema, name in connection.execute(_TABLES).fetchall()]


def digest(connection: Connection, table: Table) -> Digest:
    """That of one table. `connection` is in a transaction."""
    connection.execute(_WRITTEN)
    rows, made = 0, hashlib.sha256()
    with connection.cursor().copy(sql.SQL(_ROWS).format(sql.Identifier(*table))) as copied:
        for line in copied:
            rows += 1
            made.update(line)
    return Digest(rows=rows, sha256=made.hexdigest())


def digests(connection: Connection) -> Iterator[tuple[str, Digest]]:
    """Those of all tables, by name."""
    for table in tables(connection):
        yield ".".join(table), digest(connection, table)
