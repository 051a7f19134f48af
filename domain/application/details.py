"""Names and contacts of persons and names of teams, out of the boxes in which states hold them."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Protocol

from domain.kernel.ids import EntryNumber, PersonId
from domain.kernel.personal_text import PersonalText, Sealed
from domain.person.details import Details
from domain.person.state import Person


class Named(Protocol):
    """An entry, which may be a team's."""

    @property
    def number(self) -> EntryNumber:
        """Which it is."""

    @property
    def team_name(self) -> PersonalText | None:
        """The team's name, or the box with it."""


class Opens(Protocol):
    """The opener of boxes: the journal."""

    def open_boxes(self, boxes: Collection[Sealed]) -> Mapping[str, Any]:
        """The contents of the boxes, by their places; None where a key was destroyed."""


def details_of(persons: Iterable[Person], journal: Opens) -> Mapping[PersonId, Details]:
    """The details of these persons; the erased are left out. Raises `Corrupt`, `Unavailable`."""
    boxes = {person.id: person.details for person in persons if isinstance(person.details, Sealed)}
    opened = journal.open_boxes(list(boxes.values())) if boxes else {}
    known = {person: opened[box.bound_to] for person, box in boxes.items()}
    return {person: Details.model_validate(details) for person, details in known.items() if details is not None}


def team_names(entries: Iterable[Named], journal: Opens) -> Mapping[EntryNumber, str]:
    """The names of the teams among these entries; those with somebody erased are left out. Raises likewise."""
    told = {entry.number: entry.team_name for entry in entries if entry.team_name is not None}
    boxes = [name for name in told.values() if isinstance(name, Sealed)]
    opened = journal.open_boxes(boxes) if boxes else {}
    names = {entry: opened[name.bound_to] if isinstance(name, Sealed) else name for entry, name in told.items()}
    return {entry: name for entry, name in names.items() if name is not None}
