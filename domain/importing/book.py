"""What is recorded of one list: who its names mean, and what it said of each match when it was last imported."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from domain.importing.desk import Desk
from domain.importing.earlier_ids import earlier_person, earlier_tournament
from domain.kernel.ids import LISTS, ListId, PersonId, TournamentId, list_stream
from domain.kernel.personal_text import PersonalText, Sealed
from domain.kernel.replacing import replace
from domain.lists.events import ListKind, ListOpened, PersonNamed, SaidMatch
from domain.lists.state import KnownList, Lists, ListState
from domain.person.commands import RegisterPerson
from domain.tournament.imports.events import Origin, import_key


@dataclass(slots=True)
class Book:
    """The list of that kind and name, at a desk. Names of persons who were
    erased are known no more."""

    desk: Desk
    kind: ListKind
    name: str
    id: ListId
    _persons: dict[str, PersonId] = field(default_factory=dict)
    _said: dict[str, str] = field(default_factory=dict)

    @staticmethod
    def at(desk: Desk, kind: ListKind, name: str) -> "Book":
        """The list of that kind and name; one that is not known has an id that is drawn."""
        known = cast("Lists", desk.log.state(LISTS)).by_name.get((kind, name))
        id_ = known.id if known else desk.draw()
        book = Book(desk.acting_as(import_key(id_)), kind, name, id_)
        if known is not None:
            book._read(book._state)
        return book

    def desk_of(self, source: str, person: PersonId | None) -> Desk:
        """The desk of an import from there, in that person's name."""
        return replace(self.desk, origin=Origin(import_id=import_key(self.id), source=source, in_name_of=person))

    @property
    def known(self) -> KnownList | None:
        """The list, where it was opened."""
        lists = cast("Lists", self.desk.log.state(LISTS))
        return lists.by_name.get((self.kind, self.name))

    @property
    def version(self) -> int:
        """How many events of the list there are."""
        return self._state.version

    @property
    def lines(self) -> Mapping[int, SaidMatch]:
        """What each line said last, by the number of its match."""
        return {} if self.known is None else self._state.lines

    @property
    def conflicts(self) -> Mapping[int, SaidMatch | None]:
        """What was changed on both sides and waits, by the number of the match: what the list said then."""
        return {} if self.known is None else self._state.conflicts

    @property
    def tournament(self) -> TournamentId | None:
        """Its tournament, where there is one."""
        if self.known is not None:
            return self.known.tournament
        earlier = earlier_tournament(self.kind, self.name)
        return earlier if earlier and self.desk.tournament_state(earlier).settings else None

    def open(self) -> KnownList:
        """The list; one that is not known is opened, with a tournament unless it is of persons."""
        if self.known is None:
            tournament = None if self.kind == "persons" else self.tournament or self.desk.draw()
            opened = ListOpened(list=self.id, kind=self.kind, name=self.name, tournament=tournament)
            self.desk.tell(LISTS, opened)
        return cast("KnownList", self.known)

    def person(self, written: str) -> PersonId | None:
        """Who the list means by what it writes: the person as they are known now, unless they were erased."""
        person = self._persons.get(written) or earlier_person(self.kind, self.name, written)
        known = self.desk.known_as(person)
        return known if self.desk.is_registered(known) else None

    def names(self) -> Mapping[PersonId, str]:
        """What the list has called its persons first, as far as that is known."""
        named = reversed(self._persons.items())
        return {self.desk.known_as(person): written for written, person in named}

    def said(self, written: str) -> str | None:
        """What else the list said of whom it means by that."""
        return self._said.get(written)

    def note(self, written: str, person: PersonId, said: str | None = None) -> None:
        """Records that the list means that person by that name, unless it is recorded."""
        if self._persons.get(written) == person and (said is None or self._said.get(written) == said):
            return
        event = PersonNamed(person=person, name=written, said=said)
        self.open()
        self.desk.tell(list_stream(self.id), event, about=lambda _: (person,))
        self._learn(written, person, said)

    def register(self, written: str, command: RegisterPerson, said: str | None = None) -> PersonId:
        """Registers somebody new who the list means by that name; their id, which is drawn. Raises Refused."""
        person = self.desk.draw()
        self.desk.person(person, command)
        self.note(written, person, said)
        return person

    @property
    def _state(self) -> ListState:
        return cast("ListState", self.desk.log.state(list_stream(self.id)))

    def _read(self, state: ListState) -> None:
        named = [one for _, one in sorted(state.names.items())]
        boxes = [box for one in named for box in (one.name, one.said) if isinstance(box, Sealed)]
        texts = self.desk.log.opened(boxes) if boxes else {}
        for one in named:
            written = _text(one.name, texts)
            if written is not None:
                self._learn(written, one.person, _text(one.said, texts))

    def _learn(self, written: str, person: PersonId, said: str | None) -> None:
        self._persons[written] = person
        if said is not None:
            self._said[written] = said


def _text(text: PersonalText | str | None, texts: Mapping[str, str]) -> str | None:
    return texts[text.bound_to] if isinstance(text, Sealed) else text
