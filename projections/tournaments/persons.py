"""The persons by name."""

from domain.person.details import Details
from domain.person.state import Person
from projections.engine.rows import Row, array
from projections.engine.tables import Table
from projections.tournaments.sorting import LONGEST_SORTING, sorting, trigrams, words_of

COUNTED = ("resignations", "unconfirmed", "merged_into", "revision")
TABLE = Table("persons", ("id",), ("name", "sorting", "trigrams", "erased", *COUNTED))


def row(person: Person, details: Details | None) -> Row:
    """One person, or one record of theirs: contact and note are not shown anywhere."""
    name = details.name if details else None
    key = sorting(name or "")[:LONGEST_SORTING]
    return person.id, name, key, array(trigrams(words_of(key))), person.status == "erased", *person_row(person)


def person_row(person: Person) -> Row:
    """Current text of a person but for what is known of them."""
    unconfirmed = sum(not one.confirmed for one in person.resignations)
    return len(person.resignations), unconfirmed, person.merged_into, person.revision
