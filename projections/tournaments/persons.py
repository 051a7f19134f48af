"""The persons by name."""

from domain.person.details import Details
from domain.person.state import Person
from projections.engine.rows import Row, array
from projections.engine.tables import Table
from projections.tournaments.sorting import LONGEST_SORTING, sorting, trigrams, words_of

TABLE = Table(
    "persons",
    ("id",),
    ("name", "sorting", "trigrams", "erased", "resignations", "unconfirmed", "merged_into", "revision"),
)


def row(person: Person, details: Details | None) -> Row:
    """One person, or one record of theirs: contact and note are not shown anywhere."""
    name = details.name if details else None
    key = sorting(name or "")[:LONGEST_SORTING]
    unconfirmed = sum(not one.confirmed for one in person.resignations)
    counts = (len(person.resignations), unconfirmed, person.merged_into, person.version)
    return person.id, name, key, array(trigrams(words_of(key))), person.status == "erased", *counts
