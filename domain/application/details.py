"""Names and contacts of persons, out of the boxes in which their states hold them."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Protocol

from domain.kernel.ids import PersonId
from domain.kernel.personal_text import Sealed
from domain.person.details import Details
from domain.person.state import Person


class Opens(Protocol):
    """What opens boxes: the journal."""

    def opened(self, boxes: Collection[Sealed]) -> Mapping[str, Any]:
        """What is in the boxes, by their places: None where a key was destroyed."""


def details_of(persons: Iterable[Person], journal: Opens) -> Mapping[PersonId, Details]:
    """What is known of these persons; the erased are left out. Raises `Corrupt`, `Unavailable`."""
    boxes = {person.id: person.details for person in persons if isinstance(person.details, Sealed)}
    opened = journal.opened(list(boxes.values())) if boxes else {}
    known = {person: opened[box.bound_to] for person, box in boxes.items()}
    return {person: Details.model_validate(details) for person, details in known.items() if details is not None}
