"""What readers are shown of a person."""

from domain.ids import PersonId
from domain.values import Value


class PersonView(Value):
    """A person by name; of an erased one nothing is left but the id. `revision` counts the person's events."""

    id: PersonId
    name: str | None
    erased: bool
    revision: int
