"""A list of entries, as CSV, entered into a tournament."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from domain.application.bulk import EntryAsked, NewPerson, RowMaker, tried_rows
from domain.application.details import team_names
from domain.application.entry_lines import EntryLine
from domain.application.requests import CommandOrigin
from domain.importing.book import Book
from domain.importing.desk import Desk
from domain.importing.entry_changes import changes, why_refused
from domain.importing.entry_facts import entry_here, entry_said, said_by_id
from domain.importing.errors import ImportStoppedError
from domain.importing.looked_at import Choices, LookedAt
from domain.importing.person_list import PERSONS, questions_about, register
from domain.importing.persons_here import PersonsHere, text_about_person
from domain.importing.said_lines import SaidLine, SaidLines
from domain.importing.whom import Asked, Meant, Register
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.person.details import Details
from domain.tournament.command import Command
from domain.tournament.guards.context import Ratings, settings_of
from domain.tournament.state import Entry, Tournament

ENTRIES = "Entries"
"""The name of a list of entries, unless another is given."""


@dataclass(slots=True)
class EntriesImported:
    """The counts of an import: entered now, of these new persons; entered before, of these changed; and what is shown
    of each line."""

    entered: int = 0
    registered: int = 0
    before: int = 0
    changed: int = 0
    shown: list[LookedAt] = field(default_factory=list, compare=False)


class EntryImport:
    """A list entered into one tournament. Whom it describes is known again as in the list of persons too. `called` is
    what it calls its columns."""

    def __init__(
        self,
        desk: Desk,
        tournament: TournamentId,
        name: str = ENTRIES,
        choices: Choices | None = None,
        called: Mapping[str, str] | None = None,
    ) -> None:
        self.book = Book.at(desk, "entries", name, tournament)
        self.desk = self.book.desk
        self.tournament = tournament
        self._persons = Book.at(self.desk, "persons", PERSONS)
        self._lines = SaidLines(self.book, choices or {}, called or {})

    def find(self, register: Register, lines: Sequence[EntryLine]) -> dict[int, Meant]:
        """The persons meant by lines that describe somebody, by line number. From here on the lines mean the persons
        found."""
        entered = register.called(self._state.entry_of)
        asked = [self._question_about(line) for line in lines if line.request is not None]
        meant = register.meant(asked, entered)
        found = self._lines.find_persons([_key(line) for line in lines if line.request], meant, register.chosen)
        told = zip((line for line in lines if line.request is not None), found, strict=True)
        return {line.number: one for line, one in told if line.new is not None}

    def require_announced(self) -> None:
        """Raises Refused where there is no such tournament."""
        settings_of(self._state)

    def take(self, lines: Sequence[EntryLine], advance: Callable[[int], None] = lambda _: None) -> EntriesImported:
        """Enters who is not entered yet, and takes what the list has changed of others. Raises ImportStoppedError, with
        the line, where one is refused, and what `Journal.execute` raises."""
        lines = list(map(self._as_known, lines))
        done, keys = EntriesImported(), dict.fromkeys(_key(line) for line in lines if line.request is not None)
        here, gone = self._here(lines), self._lines.gone_lines(keys)
        for line in lines:
            try:
                done.shown.append(self._take(line, here, keys, done))
            except Refused as refused:
                raise ImportStoppedError(f"line {line.number}: {refused.detail}") from refused
            advance(1)
        self._lines.note_order(keys)
        done.shown += gone
        return done

    def _as_known(self, line: EntryLine) -> EntryLine:
        """The line with the members of its team as they are known now (REG-1)."""
        if line.request is None or not line.request.members:
            return line
        members = tuple(map(self.desk.known_id, line.request.members))
        return replace(line, request=line.request.model_copy(update={"members": members}))

    def known_entry(self, line: EntryLine) -> Entry | None:
        """The entry of whom the line names, if they are entered, with the name of a team as it was told."""
        person = self._person(line)
        entry = None if person is None else _entry_of(self._state, person)
        return entry and replace(entry, team_name=team_names((entry,), self.desk.log).get(entry.number))

    @property
    def _state(self) -> Tournament:
        return self.desk.tournament_state(self.tournament)

    def _question_about(self, line: EntryLine) -> Asked:
        if line.new is None:
            return Asked(_key(line), Details(name=_key(line)))
        asked = questions_about(self.book, line.new)
        return asked if asked.known else replace(asked, known=self._persons.person(line.new.key))

    def _here(self, lines: Sequence[EntryLine]) -> PersonsHere:
        persons = (self._person(line) for line in lines if line.new is not None)
        return PersonsHere(self.desk, [one for one in persons if one is not None])

    def _person(self, line: EntryLine) -> PersonId | None:
        """The person that the line names, if known already."""
        if line.request is None:
            return None
        if line.new is None:
            return self.desk.known_id(line.request.person)
        return self._lines.person(line.new.key) or self._persons.person(line.new.key)

    def _take(self, line: EntryLine, here: PersonsHere, keys: Collection[str], done: EntriesImported) -> LookedAt:
        name = line.new.details.name if line.new else line.request.person if line.request else ""
        if line.request is None:
            return LookedAt(line.number, name, "left-out")
        person, entry = self._person(line), self.known_entry(line)
        if person is None and self._lines.is_forgotten(_key(line)):
            done.before += 1
            return LookedAt(line.number, name, "before")
        if person is None or entry is None:
            waits = self._enter(line, person, here, keys, done)
            return waits or LookedAt(line.number, name, "taken")
        done.before += 1
        facts = {**(here.facts(person) if line.new else {}), **entry_here(entry)}
        bars = partial(why_refused, self.desk, self.tournament, line, entry)
        shown = self._lines.take(
            self._line_said(line), person, facts, keys, partial(self._change, line, entry, here), bars
        )
        done.changed += shown.becomes == "changed"
        return shown

    def _line_said(self, line: EntryLine) -> SaidLine:
        new = line.new
        said = said_by_id(line) if new is None else text_about_person(new, entry_said(line))
        return SaidLine(line.number, _key(line), new.details.name if new else "", said)

    def _enter(
        self, line: EntryLine, known: PersonId | None, here: PersonsHere, keys: Collection[str], done: EntriesImported
    ) -> LookedAt | None:
        """Enters somebody, who is registered where nobody knows them; what waits of them is told."""
        person = known or self._register_person(line, done)
        self._send(line.request_of(person))
        self._approve(line, self._state.entries[self._state.entry_of[person]])
        done.entered += 1
        if line.new is None:
            self.book.note(_key(line), person, said_by_id(line))
            return None
        if self._persons.person(line.new.key) is None:
            self._persons.note(line.new.key, person)
        if known is None:
            return None
        facts = {**here.facts(person), **entry_said(line)}
        shown = self._lines.take(self._line_said(line), person, facts, keys, partial(here.change, person, line.new))
        return shown if shown.becomes == "conflict" else None

    def _register_person(self, line: EntryLine, done: EntriesImported) -> PersonId:
        if line.new is None:
            raise ValueError(f"line {line.number} describes nobody")
        done.registered += 1
        return register(self.book, line.new, entry_said(line))

    def _approve(self, line: EntryLine, entry: Entry) -> None:
        if line.approval is not None:
            self._send(line.approval_of(entry.number))

    def _change(self, line: EntryLine, entry: Entry, here: PersonsHere, names: Collection[str]) -> None:
        """Makes these facts of somebody who is entered what the list says."""
        if line.new is not None:
            here.change(entry.person, line.new, names)
        for command in changes(line, entry, names):
            self._send(command)

    def _send(self, command: Command) -> None:
        self.desk.tournament(self.tournament, command)

    def try_lines(self, lines: Sequence[EntryLine], ratings: Ratings, now: datetime) -> dict[int, str]:
        """Why lines that enter somebody new would be refused, by their numbers. Nothing is recorded."""
        new = [line for line in lines if line.request is not None and self._is_new(line)]
        makes = RowMaker(CommandOrigin("0" * 64, b"", self.desk.acts_as), ratings)
        rows = [makes.entry(self.tournament, self._entry_request(line)) for line in new]
        outcomes = tried_rows(rows, self.desk.log.state, now)
        told = zip(new, outcomes, strict=True)
        return {line.number: outcome.detail for line, outcome in told if isinstance(outcome, Refused)}

    def _is_new(self, line: EntryLine) -> bool:
        return self.known_entry(line) is None and not self._lines.is_forgotten(_key(line))

    def _entry_request(self, line: EntryLine) -> EntryAsked:
        known = self._person(line)
        person = known or self.desk.draw()
        new = NewPerson(person, line.new.details) if line.new is not None and known is None else None
        return EntryAsked(line.request_of(person), None if line.approval is None else line.approval_of, new)


def _entry_of(state: Tournament, person: PersonId) -> Entry | None:
    number = state.entry_of.get(person)
    return None if number is None else state.entries[number]


def _key(line: EntryLine) -> str:
    """By what the list knows somebody again."""
    if line.new is not None:
        return line.new.key
    return line.request.person if line.request else ""
