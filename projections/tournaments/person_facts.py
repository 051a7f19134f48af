"""What is known of persons, as far as it decides who sees their name, and who is likely to be the same (REG-4)."""

from domain.person.details import Details
from domain.person.likeness import Likeness
from domain.person.state import Person
from projections.engine.rows import Row, array
from projections.engine.tables import Table

TABLE = Table("person_facts", ("id",), ("birth_year", "publication_consent", "names", "marks", "ids", "distinct_from"))


def row(person: Person, details: Details | None) -> Row:
    """One person; of an erased one nothing is left."""
    likeness = Likeness.of(details) if details and person.status != "merged" else Likeness((), None)
    names = array(" ".join(name) for name in likeness.names)
    known = (likeness.birth_year, person.publication_consent)
    return person.id, *known, names, array(likeness.marks), array(likeness.ids), array(sorted(person.distinct_from))
