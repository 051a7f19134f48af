"""A list of entries, as CSV, entered into a tournament."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from domain.application.bulk import EntryAsked, NewPerson, RowMaker, tried_rows
from domain.application.details import team_names
from domain.application.entry_lines import EntryLine
from domain.application.requests import CommandOrigin
from domain.importing.book import Book
from domain.importing.desk import Desk
from domain.importing.errors import ImportStoppedError
from domain.importing.person_list import PERSONS, asked_of, register_new
from domain.importing.whom import Meant, Register
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.tournament.entries.commands import GiveColour
from domain.tournament.guards.context import Ratings, settings_of
from domain.tournament.lifecycle.commands import Command
from domain.tournament.state import Entry, Tournament


@dataclass(slots=True)
class EntriesImported:
    """How many were entered now, of whom so many are new persons; how many had been; of how many of these the colour
    was changed."""

    entered: int = 0
    registered: int = 0
    before: int = 0
    changed: int = 0


class EntryImport:
    """A list entered into one tournament. Whom it describes is known again as in the list of persons of that name."""

    def __init__(self, desk: Desk, tournament: TournamentId, name: str = PERSONS) -> None:
        self.book = Book.at(desk, "persons", name)
        self.desk = self.book.desk
        self.tournament = tournament
        self._meant: dict[str, Meant] = {}

    def find(self, register: Register, lines: Sequence[EntryLine]) -> dict[int, Meant]:
        """Who the lines mean that describe somebody, by their numbers; from here on they stand for who was found."""
        entered = register.called(self._state.entry_of)
        described = [(line.number, line.new) for line in lines if line.new is not None]
        found = register.meant([asked_of(self.book, new) for _, new in described], entered)
        self._meant = {new.key: one for (_, new), one in zip(described, found, strict=True)}
        return {number: one for (number, _), one in zip(described, found, strict=True)}

    def require_announced(self) -> None:
        """Raises Refused where there is no such tournament."""
        settings_of(self._state)

    def take(self, lines: Sequence[EntryLine], advance: Callable[[int], None] = lambda _: None) -> EntriesImported:
        """Enters who is not entered yet; interrupted, it goes on the next time. Raises ImportStoppedError, with the
        line, where one is refused or was entered otherwise before, and what `Journal.execute` raises."""
        done = EntriesImported()
        for line in lines:
            if line.request is not None:
                try:
                    self._take(line, done)
                except Refused as refused:
                    raise ImportStoppedError(f"line {line.number}: {refused.detail}") from refused
            advance(1)
        return done

    def known(self, line: EntryLine) -> Entry | None:
        """The entry of whom the line names, if they are entered, with the name of a team as it was told."""
        person = self._person(line)
        entry = None if person is None else _entry_of(self._state, person)
        return entry and replace(entry, team_name=team_names((entry,), self.desk.log).get(entry.number))

    @property
    def _state(self) -> Tournament:
        return self.desk.tournament_state(self.tournament)

    def _person(self, line: EntryLine) -> PersonId | None:
        """Who is known already of those who lines name."""
        if line.new is None:
            return self.desk.known_as(line.request.person) if line.request else None
        meant = self._meant.get(line.new.key)
        return self.book.person(line.new.key) or (meant.person if meant else None)

    def _take(self, line: EntryLine, done: EntriesImported) -> None:
        known = self.known(line)
        if known is not None:
            done.before += 1
            done.changed += self._go_on(line, known)
            return
        person = self._known_or_registered(line, done)
        self._send(line.request_of(person))
        self._approve(line, self._state.entries[self._state.entry_of[person]])
        done.entered += 1

    def _known_or_registered(self, line: EntryLine, done: EntriesImported) -> PersonId:
        if line.new is None:
            return cast("PersonId", self._person(line))
        person, before = register_new(self.book, line.number, line.new, self._meant.get(line.new.key))
        done.registered += not before
        return person

    def _approve(self, line: EntryLine, entry: Entry) -> None:
        if line.approval is not None:
            self._send(line.approved_as(entry.number))

    def _go_on(self, line: EntryLine, entry: Entry) -> bool:
        """What an interrupted import left, and a colour that the list has otherwise now: whether that is so."""
        problem = _differing(line, entry)
        if problem:
            raise ImportStoppedError(f"line {line.number}: {problem}")
        if entry.status == "requested":
            self._approve(line, entry)
        colour = line.approval.colour if line.approval else None
        if entry.status != "approved" or colour is None or colour == entry.colour:
            return False
        self._send(GiveColour(entry=entry.number, colour=colour))
        return True

    def _send(self, command: Command) -> None:
        self.desk.tournament(self.tournament, command)

    def tried(self, lines: Sequence[EntryLine], ratings: Ratings, now: datetime) -> dict[int, str]:
        """Why lines that enter somebody new would be refused, by their numbers. Nothing is recorded."""
        new = [line for line in lines if line.request is not None and self.known(line) is None]
        makes = RowMaker(CommandOrigin("0" * 64, b"", self.desk.acts_as), ratings)
        rows = [makes.entry(self.tournament, self._asked(line)) for line in new]
        outcomes = tried_rows(rows, self.desk.log.state, now)
        told = zip(new, outcomes, strict=True)
        return {line.number: outcome.detail for line, outcome in told if isinstance(outcome, Refused)}

    def _asked(self, line: EntryLine) -> EntryAsked:
        known = self._person(line)
        person = known or self.desk.draw()
        new = NewPerson(person, line.new.details) if line.new is not None and known is None else None
        return EntryAsked(line.request_of(person), None if line.approval is None else line.approved_as, new)


def _entry_of(state: Tournament, person: PersonId) -> Entry | None:
    number = state.entry_of.get(person)
    return None if number is None else state.entries[number]


def why_refused(line: EntryLine, entry: Entry | None, problems: Mapping[int, str]) -> str | None:
    """Why the line is refused; None: it is not. `entry` is whose entry there is, `problems` why others are refused."""
    return line.problem or problems.get(line.number) or (_differing(line, entry) if entry else None)


def _differing(line: EntryLine, entry: Entry) -> str | None:
    """What of somebody who is entered the list has otherwise, where that can't be taken from it."""
    request = line.request_of(entry.person)
    said = {"members": (request.members, entry.members), "team_name": (request.team_name, entry.team_name)}
    said["club"] = (request.club, entry.club)
    for name, (there, here) in said.items():
        if there and there != here:
            return f"entry {entry.number} was made with another {name}; withdraw it, or remove the line"
    return None
