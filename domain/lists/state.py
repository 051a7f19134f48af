"""Lists that are kept elsewhere, as the events tell of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from typing import Any

from rpds import HashTrieMap

from domain.kernel.envelope import Event, Recorded
from domain.kernel.ids import ClubId, ListId, MatchNumber, PersonId, StreamName, TournamentId
from domain.kernel.personal_text import PersonalText, Sealed
from domain.kernel.replacing import replace
from domain.lists import events as list_events
from domain.lists.events import KnownKind, SaidMatch, SaidText
from domain.lists.reading import Reading


@dataclass(frozen=True, slots=True)
class KnownList:
    """A list that was imported; `number` counts the lists in the order in which they were opened."""

    id: ListId
    kind: KnownKind
    name: str
    tournament: TournamentId | None
    number: int


@dataclass(frozen=True, slots=True)
class Lists:
    """All lists, by their id and by their kind and name; those of entries by their tournament and name."""

    stream: StreamName
    version: int = 0
    by_name: HashTrieMap[tuple[KnownKind, str], KnownList] = field(default_factory=HashTrieMap)
    of_entries: HashTrieMap[tuple[TournamentId, str], KnownList] = field(default_factory=HashTrieMap)
    by_id: HashTrieMap[ListId, KnownList] = field(default_factory=HashTrieMap)

    def every(self) -> Sequence[KnownList]:
        """All of them, the oldest first."""
        return sorted(self.by_id.values(), key=lambda one: one.number)


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """The person that a name of the list means, and what else the list gave of them; both texts may be in boxes. `at`
    is when that was recorded."""

    person: PersonId
    name: PersonalText
    said: str | Sealed | None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ListState:
    """One list: who its names mean, in the order in which they were recorded; what each line said when it was last
    imported, by the number of its match; and what was changed on both sides and waits, by the same number (None: the
    list does not have the line any more), or by the person. `listed` are the names that it had last, in their order, by
    their numbers; None: that is not known. `owner` is the club that looks after it; None: the federation's office.
    `imported_at` and `imported_by` are when an import last changed something, and who imported it; `reading` is how it
    is read."""

    stream: StreamName
    version: int = 0
    names: HashTrieMap[int, NamedPerson] = field(default_factory=HashTrieMap)
    lines: HashTrieMap[MatchNumber, SaidMatch] = field(default_factory=HashTrieMap)
    conflicts: HashTrieMap[MatchNumber, SaidMatch | None] = field(default_factory=HashTrieMap)
    listed: tuple[int, ...] | None = None
    person_conflicts: HashTrieMap[PersonId, SaidText] = field(default_factory=HashTrieMap)
    owner: ClubId | None = None
    imported_at: datetime | None = None
    imported_by: PersonId | None = None
    reading: Reading = field(default_factory=Reading)


def initial_lists(stream: StreamName) -> Lists:
    """The state before there was a list."""
    return Lists(stream)


def evolve_lists(state: Lists, recorded: Recorded[Any]) -> Lists:
    """The state after one more event."""
    return replace(_EVOLVE_LISTS[type(recorded.event)](state, recorded.event), version=recorded.version)


def _add_list(state: Lists, opened: list_events.ListOpened) -> Lists:
    known = KnownList(opened.list, opened.kind, opened.name, opened.tournament, len(state.by_id) + 1)
    by_name = state.by_name.insert((known.kind, known.name), known)
    return replace(state, by_name=by_name, by_id=state.by_id.insert(known.id, known))


def _entries_opened(state: Lists, opened: list_events.EntryListOpened) -> Lists:
    known = KnownList(opened.list, "entries", opened.name, opened.tournament, len(state.by_id) + 1)
    of_entries = state.of_entries.insert((opened.tournament, opened.name), known)
    return replace(state, of_entries=of_entries, by_id=state.by_id.insert(known.id, known))


def initial(stream: StreamName) -> ListState:
    """The state before anything of the list was recorded."""
    return ListState(stream)


def evolve(state: ListState, recorded: Recorded[Any]) -> ListState:
    """The state after one more event."""
    if not isinstance(recorded.event, list_events.ListHandedOn):
        state = replace(state, imported_at=recorded.recorded_at, imported_by=recorded.actor.person)
    return replace(_EVOLVE[type(recorded.event)](state, recorded.event), version=recorded.version)


def _add_name(state: ListState, event: list_events.PersonNamed) -> ListState:
    named = NamedPerson(event.person, event.name, event.said, state.imported_at)
    names = state.names.insert(len(state.names) + 1, named)
    waiting = state.person_conflicts if event.said is None else state.person_conflicts.discard(event.person)
    return replace(state, names=names, person_conflicts=waiting)


def _add_lines(state: ListState, event: list_events.LinesSaid) -> ListState:
    lines = reduce(lambda known, line: known.insert(line.match, line), event.lines, state.lines)
    return _without_conflicts(replace(state, lines=lines), *(line.match for line in event.lines))


def _remove_lines(state: ListState, event: list_events.LinesGone) -> ListState:
    lines = reduce(lambda known, match: known.discard(match), event.matches, state.lines)
    return _without_conflicts(replace(state, lines=lines), *event.matches)


def _conflict_found(state: ListState, event: list_events.ConflictFound) -> ListState:
    return replace(state, conflicts=state.conflicts.insert(event.match, event.says))


def _conflict_settled(state: ListState, event: list_events.ConflictSettled) -> ListState:
    return _without_conflicts(state, event.match)


def _names_listed(state: ListState, event: list_events.NamesListed) -> ListState:
    return replace(state, listed=event.names)


def _person_conflict_found(state: ListState, event: list_events.PersonConflictFound) -> ListState:
    return replace(state, person_conflicts=state.person_conflicts.insert(event.person, event.says))


def _person_conflict_settled(state: ListState, event: list_events.PersonConflictSettled) -> ListState:
    return replace(state, person_conflicts=state.person_conflicts.discard(event.person))


def _change_owner(state: ListState, event: list_events.ListHandedOn) -> ListState:
    return replace(state, owner=event.club)


def _reading_kept(state: ListState, event: list_events.ReadingKept) -> ListState:
    return replace(state, reading=event.reading)


def _without_conflicts(state: ListState, *matches: MatchNumber) -> ListState:
    """Without what waited of these matches."""
    return replace(state, conflicts=reduce(lambda left, match: left.discard(match), matches, state.conflicts))


_EVOLVE_LISTS: Mapping[type[Event], Callable[[Lists, Any], Lists]] = {
    list_events.ListOpened: _add_list,
    list_events.EntryListOpened: _entries_opened,
}
_EVOLVE: Mapping[type[Event], Callable[[ListState, Any], ListState]] = {
    list_events.PersonNamed: _add_name,
    list_events.LinesSaid: _add_lines,
    list_events.LinesGone: _remove_lines,
    list_events.ConflictFound: _conflict_found,
    list_events.ConflictSettled: _conflict_settled,
    list_events.NamesListed: _names_listed,
    list_events.PersonConflictFound: _person_conflict_found,
    list_events.PersonConflictSettled: _person_conflict_settled,
    list_events.ListHandedOn: _change_owner,
    list_events.ReadingKept: _reading_kept,
}
