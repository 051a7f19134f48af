"""A list of entries, as CSV, entered into a tournament."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import cast

from domain.application.bulk import EntryAsked, NewPerson, RowMaker, tried_rows
from domain.application.details import team_names
from domain.application.entry_lines import EntryLine
from domain.application.person_lines import NewPerson as NewPersonLine
from domain.application.requests import CommandOrigin
from domain.importing.clerk import COMMAND_LINE, Clerk
from domain.importing.errors import ImportStoppedError
from domain.importing.person_list import register
from domain.importing.steps import person_key
from domain.importing.whom import Meant, Register, unclear
from domain.kernel.ids import PersonId, TournamentId, person_stream
from domain.kernel.refusal import Refused
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


@dataclass(frozen=True, slots=True)
class EntryImport:
    """A list entered into one tournament, in the name of that series of persons: what the list calls somebody is in
    each list of that name the same person, unless they were found in the register (`find`)."""

    clerk: Clerk
    tournament: TournamentId
    found: dict[str, PersonId] = field(default_factory=dict)

    def find(self, register: Register, lines: Sequence[EntryLine]) -> dict[int, Meant]:
        """Whom the lines mean that describe somebody, by their numbers; from here on they stand for who was found."""
        entered = register.called(self._state.entry_of)
        described = [(line.number, line.new) for line in lines if line.new is not None]
        meant = {number: register.meant(new.details, self._own(new), entered) for number, new in described}
        self.found.update({new.key: person for number, new in described if (person := meant[number].person)})
        return meant

    def _own(self, new: NewPersonLine) -> PersonId:
        return self.clerk.id_of(person_key(new.key))

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
        entry = _entry_of(self._state, self._person(line))
        return entry and replace(entry, team_name=team_names((entry,), self.clerk.log).get(entry.number))

    @property
    def _state(self) -> Tournament:
        return self.clerk.tournament_state(self.tournament)

    def _person(self, line: EntryLine) -> PersonId:
        if line.new is not None:
            return self.found.get(line.new.key) or self._own(line.new)
        return cast("PersonId", line.request and line.request.person)

    def _take(self, line: EntryLine, done: EntriesImported) -> None:
        known = self.known(line)
        if known is not None:
            done.before += 1
            done.changed += self._go_on(line, known)
            return
        person = self._person(line)
        if line.new is not None and person == self._own(line.new):
            _, before = register(self.clerk, line.number, line.new)
            done.registered += not before
        self._send(f"entry {person}", line.request_of(person))
        self._approve(line, self._state.entries[self._state.entry_of[person]])
        done.entered += 1

    def _approve(self, line: EntryLine, entry: Entry) -> None:
        if line.approval is not None:
            self._send(f"approval {entry.person}", line.approved_as(entry.number))

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
        command = GiveColour(entry=entry.number, colour=colour)
        self._send(f"colour {entry.number} {entry.revision}", command)
        return True

    def _send(self, key: str, command: Command) -> None:
        self.clerk.tournament(self.tournament, f"{self.tournament} {key}", command)

    def tried(self, lines: Sequence[EntryLine], ratings: Ratings, now: datetime) -> dict[int, str]:
        """Why lines that enter somebody new would be refused, by their numbers. Nothing is recorded."""
        new = [line for line in lines if line.request is not None and self.known(line) is None]
        makes = RowMaker(CommandOrigin("0" * 64, b"", COMMAND_LINE), ratings)
        rows = [makes.entry(self.tournament, self._asked(line)) for line in new]
        outcomes = tried_rows(rows, self.clerk.log.state, now)
        told = zip(new, outcomes, strict=True)
        return {line.number: outcome.detail for line, outcome in told if isinstance(outcome, Refused)}

    def _asked(self, line: EntryLine) -> EntryAsked:
        person = self._person(line)
        registered = self.clerk.log.state(person_stream(person)).version > 0
        new = None if line.new is None or registered else NewPerson(person, line.new.details)
        return EntryAsked(line.request_of(person), None if line.approval is None else line.approved_as, new)


def without_unclear(lines: Sequence[EntryLine], found: Mapping[int, Meant]) -> list[EntryLine]:
    """The lines, of which those are wrong too of whom it is still to be chosen who is meant."""
    wrong = {number: unclear(one) for number, one in found.items() if one.is_unclear}
    return [EntryLine(one.number, problem=wrong[one.number]) if one.number in wrong else one for one in lines]


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
            return f"entry {entry.number} was entered with another {name}; withdraw it, or take the line out"
    return None
