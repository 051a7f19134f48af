"""Writing rows in bulk: copied into a temporary table, then laid over what is there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from psycopg import Connection, sql

from projections.engine.rows import Row

_FEW = 20  # rows for which a temporary table does not pay

_DEFINITIONS = {file.stem: file.read_text("utf-8") for file in sorted(Path(__file__).parents[1].glob("*/*.sql"))}


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a read model, made by `<name>.sql` beside its file. `key` are the first of its columns."""

    name: str
    key: tuple[str, ...]
    values: tuple[str, ...]

    @property
    def definition(self) -> str:
        """The statements that make the table."""
        return _DEFINITIONS[self.name]

    @property
    def incoming(self) -> sql.Identifier:
        """The session's temporary table of rows to be written."""
        return sql.Identifier(f"incoming_{self.name}")

    def bring_in(self, connection: Connection, rows: Iterable[Row]) -> None:
        """Copy the rows into the temporary table; they stay there until the transaction ends. Most sessions need few
        such tables, so each is made when it is first needed."""
        made = sql.SQL("CREATE TEMPORARY TABLE IF NOT EXISTS {} (LIKE {}) ON COMMIT DELETE ROWS")
        connection.execute(made.format(self.incoming, sql.Identifier(self.name)))
        self.copy(connection, self.incoming, rows)

    def copy(self, connection: Connection, into: sql.Identifier, rows: Iterable[Row]) -> None:
        """Copy the rows into a table with the same columns."""
        columns = _names((*self.key, *self.values))
        statement = sql.SQL("COPY {} ({}) FROM STDIN").format(into, columns)
        with connection.cursor().copy(statement) as copy:
            for row in rows:
                copy.write_row(row)

    def upsert(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Write the rows, each in place of the one with its key. No two of them may have the same key."""
        if len(rows) > _FEW:
            self.bring_in(connection, rows)
            self.lay_over(connection)
        elif rows:
            connection.cursor().executemany(_upsertion(self), rows)

    def lay_over(self, connection: Connection) -> None:
        """Write what was brought in."""
        columns = _names((*self.key, *self.values))
        source = sql.SQL("SELECT {} FROM {}").format(columns, self.incoming)
        connection.execute(self.write_from(source))

    def write_from(self, source: sql.Composed) -> sql.Composed:
        """The statement that writes what the source gives, each row in place of the one with its key."""
        return sql.SQL(
            "INSERT INTO {table} ({columns}) {source} ON CONFLICT ({key}) DO UPDATE SET ({values}) = ROW ({excluded})"
        ).format(
            table=sql.Identifier(self.name),
            columns=_names((*self.key, *self.values)),
            source=source,
            key=_names(self.key),
            values=_names(self.values),
            excluded=sql.SQL(", ").join(sql.Identifier("excluded", value) for value in self.values),
        )


@cache
def _upsertion(table: Table) -> bytes:
    """The statement that writes a row; it is put together once, for that takes longer than to fill it in."""
    places = sql.SQL(", ").join(sql.Placeholder() for _ in (*table.key, *table.values))
    return table.write_from(sql.SQL("VALUES ({})").format(places)).as_bytes()


def _names(columns: Sequence[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))
