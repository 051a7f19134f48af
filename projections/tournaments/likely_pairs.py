"""Which persons are likely one, two by two (REG-4)."""

from collections.abc import Iterator, Sequence

from psycopg import Connection, sql

from domain.kernel.ids import PersonId
from projections.engine.rows import Row, array
from projections.engine.tables import Table
from projections.tournaments.person_facts import likeness

TABLE = Table("likely_pairs", ("first", "second"), ())

_KNOWN = "SELECT id::text, birth_year, names, distinct_from::text[] FROM person_facts WHERE id = ANY(%s::uuid[])"
_NOBODY = (None, array(()), array(()))
_CLEAR = "DELETE FROM likely_pairs WHERE first = ANY(%(ids)s::uuid[]) OR second = ANY(%(ids)s::uuid[])"
_PAIRS = """
SELECT one.id::text, one.names, one.birth_year, other.id::text, other.names, other.birth_year
FROM person_facts AS one
JOIN person_facts AS other ON one.marks && other.marks
    AND (one.id < other.id OR (one.id > other.id AND other.id <> ALL(%(all)s::uuid[])))
WHERE one.id = ANY(%(ids)s::uuid[]) AND (one.birth_year = other.birth_year) IS NOT FALSE
    AND NOT (other.id = ANY(one.distinct_from) OR one.id = ANY(other.distinct_from))
"""
_AT_ONCE = 500


def changed(connection: Connection, facts: Sequence[Row]) -> Sequence[PersonId]:
    """Of whom these rows, which are to be written, tell something else than what stands there, consent apart."""
    found = connection.execute(_KNOWN, ([row[0] for row in facts],))
    known = {id_: (born, array(names), array(distinct)) for id_, born, names, distinct in found}
    told = {str(id_): (born, names, distinct) for id_, born, _, names, _, distinct in facts}
    return [id_ for id_, now in told.items() if known.get(id_, _NOBODY) != now]


def write(connection: Connection, ids: Sequence[PersonId]) -> None:
    """Write the pairs that these persons are in, by what is known now, in place of those that stand there."""
    if not ids:
        return
    connection.execute(_CLEAR, {"ids": list(ids)})
    found = list(_pairs(connection, list(ids)))
    if found:
        TABLE.copy(connection, sql.Identifier(TABLE.name), found)


def _pairs(connection: Connection, ids: list[PersonId]) -> Iterator[Row]:
    for begin in range(0, len(ids), _AT_ONCE):
        rows = connection.execute(_PAIRS, {"ids": ids[begin : begin + _AT_ONCE], "all": ids}).fetchall()
        for one, names, born, other, other_names, other_born in rows:
            if likeness(names, born).is_like(likeness(other_names, other_born)):
                yield min(one, other), max(one, other)
