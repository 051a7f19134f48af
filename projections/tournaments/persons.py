"""The persons by name."""

import unicodedata

from domain.person.details import Details
from domain.person.state import Person
from projections.engine.rows import Row
from projections.engine.tables import Table

TABLE = Table("persons", ("id",), ("name", "sorting", "erased", "resignations", "unconfirmed", "revision"))

LONGEST_SORTING = 200
"""In characters, as names are; some characters stand for many, and pages go on from this text."""


def row(person: Person, details: Details | None) -> Row:
    """One person: contact and note are not shown anywhere."""
    name = details.name if details else None
    key = sorting(name or "")[:LONGEST_SORTING]
    unconfirmed = sum(not one.confirmed for one in person.resignations)
    return person.id, name, key, person.status == "erased", len(person.resignations), unconfirmed, person.version


def sorting(text: str) -> str:
    """The text without case and accents, to search and to order by."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c))
