"""Winners of tournaments."""

from collections.abc import Iterable, Iterator, Sequence

from psycopg import Connection

from domain.person.state import Person
from projections.engine.rows import Row
from projections.engine.tables import Table

TABLE = Table("wins", ("record", "tournament"), ("person", "series", "season"))

_CLEAR = "DELETE FROM wins WHERE record = ANY(%s::uuid[])"


def write(connection: Connection, persons: Sequence[Person]) -> None:
    """Write these persons' wins in place of those that are there."""
    if not persons:
        return
    connection.execute(_CLEAR, ([person.id for person in persons],))
    TABLE.upsert(connection, list(rows(persons)))


def rows(persons: Iterable[Person]) -> Iterator[Row]:
    """These persons' wins."""
    return (
        (one.id, win.tournament, one.merged_into or one.id, win.series, win.season)
        for one in persons
        for win in one.wins
    )
