"""A list of persons, as CSV, registered."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from domain.application.person_lines import NewPerson, PersonLine
from domain.importing.book import Book
from domain.importing.desk import Desk
from domain.importing.errors import ImportStoppedError
from domain.importing.whom import Asked, Meant, Register
from domain.kernel import canonical_json
from domain.kernel.canonical_json import JSON
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused

PERSONS = "Persons"
"""The name of a list of persons or entries, unless another is given."""


@dataclass(slots=True)
class PersonsImported:
    """How many were registered now, and how many had been."""

    registered: int = 0
    before: int = 0


def asked_of(book: Book, new: NewPerson) -> Asked:
    """What is asked of somebody who a list describes."""
    name = new.details.name
    return Asked(name, new.details, book.person(new.key), "" if new.key == name else new.key)


def register_new(book: Book, line: int, new: NewPerson, meant: Meant | None) -> tuple[PersonId, bool]:
    """The id of whom a line describes, and whether they were known before. Raises ImportStoppedError where they were
    imported otherwise before, or are refused."""
    said, known = said_of(new), book.person(new.key)
    if known is not None and book.said(new.key) not in (None, said):
        raise ImportStoppedError(
            f"line {line}: the list says something else about {new.details.name} than before; correct it in the"
            " register, and remove the line"
        )
    same_as = book.person(meant.same_as) if meant and meant.same_as else None
    person = known or (meant.person if meant else None) or same_as
    try:
        if person is not None:
            book.note(new.key, person, said)
            return person, True
        return _registered(book, new, said), False
    except Refused as refused:
        raise ImportStoppedError(f"line {line}: {refused.detail}") from refused


def said_of(new: NewPerson) -> str:
    """All that a list says of a person, as a text."""
    details = new.details.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    opening: dict[str, JSON] = {}
    if new.opening is not None:
        opening = new.opening.model_dump(mode="json", exclude={"reason"}, exclude_none=True)
    return canonical_json.encode({"details": details, "opening": opening}).decode()


def _registered(book: Book, new: NewPerson, said: str) -> PersonId:
    person = book.register(new.key, new.details, said)
    if new.opening is not None:
        book.desk.person(person, new.opening)
    return person


class PersonImport:
    """A list of persons, who are registered. The list of the same name knows them again."""

    def __init__(self, desk: Desk, name: str = PERSONS) -> None:
        self.book = Book.at(desk, "persons", name)
        self._meant: Mapping[int, Meant] = {}

    def find(self, register: Register, lines: Iterable[PersonLine]) -> dict[int, Meant]:
        """Who the lines mean, by their numbers; from here on they stand for who was found."""
        described = [(line.number, line.new) for line in lines if line.new is not None]
        found = register.meant([asked_of(self.book, new) for _, new in described], {})
        self._meant = {number: one for (number, _), one in zip(described, found, strict=True)}
        return dict(self._meant)

    def known(self, new: NewPerson) -> PersonId | None:
        """Who the person is, who the list named before."""
        return self.book.person(new.key)

    def take(self, lines: Sequence[PersonLine], advance: Callable[[int], None] = lambda _: None) -> PersonsImported:
        """Registers those who are not registered yet. Raises ImportStoppedError, with the line, where somebody was
        imported otherwise before, or is refused."""
        done = PersonsImported()
        for line in lines:
            if line.new is not None:
                _, before = register_new(self.book, line.number, line.new, self._meant.get(line.number))
                done.before += before
                done.registered += not before
            advance(1)
        return done
