"""The record of one list: the persons its names mean, and its text of each match when it was last imported."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from domain.importing.desk import Desk
from domain.importing.earlier_ids import earlier_person, earlier_tournament
from domain.kernel.ids import LISTS, ListId, PersonId, TournamentId, list_stream
from domain.kernel.personal_text import PersonalText, Sealed
from domain.kernel.replacing import replace
from domain.lists.events import EntryListOpened, KnownKind, ListOpened, NamesListed, PersonNamed, SaidMatch
from domain.lists.state import KnownList, Lists, ListState
from domain.person.commands import RegisterPerson
from domain.tournament.imports.events import Origin, import_key


@dataclass(slots=True)
class Book:
    """The list of that kind and name, at a desk; `entered` is the tournament that a list of entries is for. Names of
    persons who were erased are known no more."""

    desk: Desk
    kind: KnownKind
    name: str
    id: ListId
    entered: TournamentId | None = None
    _persons: dict[str, PersonId] = field(default_factory=dict)
    _said: dict[str, str] = field(default_factory=dict)
    _numbers: dict[str, int] = field(default_factory=dict)
    _forgotten: dict[PersonId, int] = field(default_factory=dict)

    @staticmethod
    def at(desk: Desk, kind: KnownKind, name: str, entered: TournamentId | None = None) -> "Book":
        """The list of that kind and name; one that is not known has an id that is drawn."""
        known = _known_list(desk, kind, name, entered)
        id_ = known.id if known else desk.draw()
        book = Book(desk.acting_as(import_key(id_)), kind, name, id_, entered)
        if known is not None:
            book._learn_names(book._state)
        return book

    def desk_of(self, source: str, person: PersonId | None) -> Desk:
        """The desk of an import from there, in that person's name."""
        return replace(self.desk, origin=Origin(import_id=import_key(self.id), source=source, in_name_of=person))

    @property
    def known(self) -> KnownList | None:
        """The list, where it was opened."""
        return _known_list(self.desk, self.kind, self.name, self.entered)

    @property
    def version(self) -> int:
        """The number of the list's events."""
        return self._state.version

    @property
    def lines(self) -> Mapping[int, SaidMatch]:
        """The last text of each line, by the number of its match."""
        return {} if self.known is None else self._state.lines

    @property
    def conflicts(self) -> Mapping[int, SaidMatch | None]:
        """The lines changed on both sides that wait, by the number of the match, as the list had them."""
        return {} if self.known is None else self._state.conflicts

    @property
    def person_conflicts(self) -> Mapping[PersonId, str | None]:
        """The persons of whom both sides have changed something, and who wait: what the list said then."""
        waiting = {} if self.known is None else dict(self._state.person_conflicts.items())
        boxes = [said for said in waiting.values() if isinstance(said, Sealed)]
        texts = self.desk.log.open_boxes(boxes) if boxes else {}
        return {self.desk.known_id(person): _text(waiting[person], texts) for person in sorted(waiting)}

    def waiting_as(self, person: PersonId) -> list[PersonId]:
        """The ids under which the person waits, whose record may have been merged since."""
        return [one for one in sorted(self._state.person_conflicts) if self.desk.known_id(one) == person]

    @property
    def tournament(self) -> TournamentId | None:
        """Its tournament, where there is one."""
        if self.known is not None:
            return self.known.tournament
        if self.kind == "entries":
            return self.entered
        earlier = earlier_tournament(self.kind, self.name)
        return earlier if earlier and self.desk.tournament_state(earlier).settings else None

    def open(self) -> KnownList:
        """The list; one that is not known is opened. Of matches and report files it has a tournament of its own."""
        if self.known is None:
            self.desk.tell(LISTS, self._opening())
        return cast("KnownList", self.known)

    def _opening(self) -> ListOpened | EntryListOpened:
        if self.kind == "entries":
            return EntryListOpened(list=self.id, name=self.name, tournament=self.entered or "")
        tournament = None if self.kind == "persons" else self.tournament or self.desk.draw()
        return ListOpened(list=self.id, kind=self.kind, name=self.name, tournament=tournament)

    def person(self, written: str) -> PersonId | None:
        """The person that the list means by this text, under their present id; None once erased."""
        person = self._persons.get(written)
        if person is None and self.kind != "entries":
            person = earlier_person(self.kind, self.name, written)
        if person is None:
            return None
        known = self.desk.known_id(person)
        return known if self.desk.is_registered(known) else None

    def names(self) -> Mapping[PersonId, str]:
        """The first name that the list has used for each person, as far as known."""
        named = reversed(self._persons.items())
        return {self.desk.known_id(person): written for written, person in named}

    def other_text(self, written: str, person: PersonId | None = None, now: Collection[str] = ()) -> str | None:
        """The other text of the list about the person it means by that. A new name of that person takes the text of an
        earlier one that the list does not have `now`."""
        if written in self._said or person is None:
            return self._said.get(written)
        others = (name for name in reversed(self._said) if name not in now and self.person(name) == person)
        return next((self._said[name] for name in others), None)

    @property
    def forgotten(self) -> Mapping[int, PersonId]:
        """Those of its persons who were erased, by the number that they have."""
        return {number: self.desk.known_id(person) for person, number in self._forgotten.items()}

    def known_before_erasures(self) -> frozenset[PersonId]:
        """Those who the list had named before any of its persons was erased."""
        erased = (self.desk.person_state(person).erased_at for person in self._forgotten)
        first = min((at for at in erased if at is not None), default=None)
        named = self._state.names.values() if first else ()
        return frozenset(self.desk.known_id(one.person) for one in named if one.at and first and one.at < first)

    def listed_names(self) -> list[tuple[int, str | None]]:
        """The names that the list had when it was imported last, in their order, each with its number; None: it is that
        of somebody who was erased. Of a list of earlier days it is the order in which they were recorded."""
        written = {number: name for name, number in self._numbers.items()}
        order = (
            self._order_recorded({*written, *self._forgotten.values()}) if self.told_order is None else self.told_order
        )
        return [(number, written.get(number)) for number in order]

    def _order_recorded(self, numbers: Collection[int]) -> Sequence[int]:
        """The same in the order in which they were recorded. Those of whom a list of persons has said nothing are known
        to it from entries alone."""
        names, is_of_persons = self._state.names, self.kind in ("persons", "entries")
        return [number for number in sorted(numbers) if not is_of_persons or names[number].said is not None]

    @property
    def told_order(self) -> tuple[int, ...] | None:
        """The numbers of the names that the list had when it was imported last; None: that was not recorded."""
        return None if self.known is None else self._state.listed

    def note_order(self, lines: Iterable[str | int]) -> None:
        """Records which names the list has, in their order, unless that is as before: each as it is written, or by its
        number, where it is that of somebody who was erased."""
        numbers = tuple(line if isinstance(line, int) else self._numbers[line] for line in lines)
        if self.known is not None and numbers != self._state.listed:
            self.desk.tell(list_stream(self.id), NamesListed(names=numbers))

    def note(self, written: str, person: PersonId, said: str | None = None, *, again: bool = False) -> None:
        """Records that the list means that person by that name, unless it is recorded; or `again`."""
        if not again and self._persons.get(written) == person and (said is None or self._said.get(written) == said):
            return
        event = PersonNamed(person=person, name=written, said=said)
        self.open()
        number = len(self._state.names) + 1
        self.desk.tell(list_stream(self.id), event, about=lambda _: (person,))
        self._learn(written, person, said, number)

    def register(self, written: str, command: RegisterPerson, said: str | None = None) -> PersonId:
        """Registers somebody new who the list means by that name; their id, which is drawn. Raises Refused."""
        person = self.desk.draw()
        self.desk.person(person, command)
        self.note(written, person, said)
        return person

    @property
    def _state(self) -> ListState:
        return cast("ListState", self.desk.log.state(list_stream(self.id)))

    def _learn_names(self, state: ListState) -> None:
        named = sorted(state.names.items())
        boxes = [box for _, one in named for box in (one.name, one.said) if isinstance(box, Sealed)]
        texts = self.desk.log.open_boxes(boxes) if boxes else {}
        for number, one in named:
            written = _text(one.name, texts)
            if written is None:
                self._forgotten.setdefault(one.person, number)
            else:
                self._learn(written, one.person, _text(one.said, texts), number)

    def _learn(self, written: str, person: PersonId, said: str | None, number: int) -> None:
        self._persons[written] = person
        self._numbers.setdefault(written, number)
        if said is not None:
            self._said[written] = said


def _known_list(desk: Desk, kind: KnownKind, name: str, entered: TournamentId | None) -> KnownList | None:
    lists = cast("Lists", desk.log.state(LISTS))
    return lists.of_entries.get((entered, name)) if entered else lists.by_name.get((kind, name))


def _text(text: PersonalText | str | None, texts: Mapping[str, str]) -> str | None:
    return texts[text.bound_to] if isinstance(text, Sealed) else text
