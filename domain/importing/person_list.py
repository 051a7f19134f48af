"""A list of persons, as CSV, registered."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from domain.application.person_lines import NewPerson, PersonLine
from domain.importing.book import Book
from domain.importing.desk import Desk
from domain.importing.errors import ImportStoppedError
from domain.importing.looked_at import Choices, LookedAt
from domain.importing.persons_here import PersonsHere, text_about_person
from domain.importing.said_lines import SaidLine, SaidLines
from domain.importing.three_ways import Facts
from domain.importing.whom import Asked, Meant, Register
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused

PERSONS = "Persons"
"""The name of a list of persons or entries, unless another is given."""


@dataclass(slots=True)
class PersonsImported:
    """The counts of an import: registered now, registered before, and of these changed; and what is shown of each
    line."""

    registered: int = 0
    before: int = 0
    changed: int = 0
    shown: list[LookedAt] = field(default_factory=list, compare=False)


def questions_about(book: Book, new: NewPerson) -> Asked:
    """The question about somebody who a list describes."""
    name = new.details.name
    return Asked(name, new.details, book.person(new.key), "" if new.key == name else new.key)


class PersonImport:
    """A list of persons, who are registered. The list of the same name knows them again. `called` is what it calls its
    columns."""

    def __init__(
        self,
        desk: Desk,
        name: str = PERSONS,
        choices: Choices | None = None,
        called: Mapping[str, str] | None = None,
    ) -> None:
        self.book = Book.at(desk, "persons", name)
        self._lines = SaidLines(self.book, choices or {}, called or {})

    def find(self, register: Register, lines: Iterable[PersonLine]) -> dict[int, Meant]:
        """The persons meant by the lines, by line number. From here on the lines mean the persons found."""
        described = [(line.number, line.new) for line in lines if line.new is not None]
        meant = register.meant([questions_about(self.book, new) for _, new in described], {})
        found = self._lines.find_persons([new.key for _, new in described], meant, register.chosen)
        return {number: one for (number, _), one in zip(described, found, strict=True)}

    def known_person(self, new: NewPerson) -> PersonId | None:
        """The id of a person who is already known."""
        return self._lines.person(new.key)

    def take(self, lines: Sequence[PersonLine], advance: Callable[[int], None] = lambda _: None) -> PersonsImported:
        """Registers those who are not registered yet, and takes what the list has changed of others. Raises
        ImportStoppedError, with the line, where somebody is refused."""
        done, said = PersonsImported(), [line.new for line in lines if line.new is not None]
        keys = dict.fromkeys(new.key for new in said)
        persons = (self._lines.person(key) for key in keys)
        here = PersonsHere(self.book.desk, [one for one in persons if one is not None])
        gone = self._lines.gone_lines(keys)
        for line in lines:
            done.shown.append(self._take(line, here, keys, done))
            advance(1)
        self._lines.note_order(keys)
        done.shown += gone
        return done

    def _take(self, line: PersonLine, here: PersonsHere, keys: Collection[str], done: PersonsImported) -> LookedAt:
        new = line.new
        if new is None:
            return LookedAt(line.number, line.name, "left-out")
        try:
            return self._take_new(line.number, new, here, keys, done)
        except Refused as refused:
            raise ImportStoppedError(f"line {line.number}: {refused.detail}") from refused

    def _take_new(
        self, number: int, new: NewPerson, here: PersonsHere, keys: Collection[str], done: PersonsImported
    ) -> LookedAt:
        name, person = new.details.name, self._lines.person(new.key)
        if person is None and not self._lines.is_forgotten(new.key):
            register(self.book, new)
            done.registered += 1
            return LookedAt(number, name, "taken")
        done.before += 1
        if person is None:
            return LookedAt(number, name, "before")
        line = SaidLine(number, new.key, name, text_about_person(new))
        shown = self._lines.take(line, person, here.facts(person), keys, partial(here.change, person, new))
        done.changed += shown.becomes == "changed"
        return shown


def register(book: Book, new: NewPerson, entry: Facts | None = None) -> PersonId:
    """Registers somebody new, with what they bring along. Raises Refused."""
    person = book.register(new.key, new.details, text_about_person(new, entry))
    if new.opening is not None:
        book.desk.person(person, new.opening)
    return person
