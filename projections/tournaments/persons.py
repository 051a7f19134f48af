"""The persons by name."""

import unicodedata

from psycopg import Connection

from domain.kernel.ids import PersonId
from domain.person.state import Person
from projections.engine.rows import Row
from projections.engine.tables import Table

TABLE = Table("persons", ("id",), ("name", "sorting", "erased", "resignations", "revision"))

LONGEST_SORTING = 200
"""In characters, as names are; some characters stand for many, and pages go on from this text."""

_ERASED = "SELECT id::text FROM persons WHERE erased"


def row(person: Person) -> Row:
    """One person: contact and note are not shown anywhere."""
    name = person.details.name if person.details else None
    key = sorting(name or "")[:LONGEST_SORTING]
    return person.id, name, key, person.status == "erased", len(person.resignations), person.version


def sorting(text: str) -> str:
    """The text without case and accents, to search and to order by."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c))


def erased(connection: Connection) -> set[PersonId]:
    """Who was erased."""
    return {row[0] for row in connection.execute(_ERASED)}
