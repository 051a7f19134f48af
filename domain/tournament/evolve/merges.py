"""Effects of the merging of records on a tournament: it is read as if its persons had never had more than one (REG-1).

Such a tournament is kept twice: as it is known, and as it was recorded, under the ids of the records. What is known is
made of what was recorded, so that taking a merge back leaves nothing of it behind (REG-3).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any

from rpds import HashTrieMap, HashTrieSet

from domain.kernel.envelope import Event, Recorded
from domain.kernel.ids import PersonId
from domain.kernel.merges import Merges, under_known_ids, with_merge, without_merge
from domain.kernel.renaming import rename_id
from domain.kernel.replacing import replace
from domain.tournament.derived.propagation import lay_entry, lay_match
from domain.tournament.entries.events import EntryEvent
from domain.tournament.merges import events as merge_events
from domain.tournament.state import Tournament


def _merge_record(state: Tournament, event: merge_events.RecordMerged, recorded: Recorded[Any]) -> Tournament:
    return _with_merges(_revise_entries(state.as_recorded, event.entries, recorded), with_merge(state.merged, event))


def _split_record(state: Tournament, event: merge_events.RecordSplit, recorded: Recorded[Any]) -> Tournament:
    apart = _belonging(state.as_recorded, event)
    return _with_merges(
        _revise_entries(apart, (*event.entries, *event.entered_since), recorded), without_merge(state.merged, event)
    )


def of_record(apart: Tournament, recorded: Recorded[Any]) -> Recorded[Any]:
    """The event as shown under the ids of the records that its entry was made for (REG-3)."""
    entry = apart.entries.get(recorded.event.entry) if isinstance(recorded.event, EntryEvent) else None
    persons = () if entry is None else entry.persons
    for record in (one for one, _ in apart.merged if one in persons):
        recorded = rename_id(recorded, apart.known_id(record), record)
    return recorded


def _with_merges(apart: Tournament, merged: Merges) -> Tournament:
    """The tournament as it is known with these records merged."""
    apart = replace(apart, merged=merged, apart=None)
    state = under_known_ids(apart, merged)
    settings = state.settings and replace(state.settings, directors=tuple(dict.fromkeys(state.settings.directors)))
    served = _last_served(apart.served, merged)
    state = replace(state, settings=settings, served=served, merged=merged, apart=apart if merged else None)
    return _index_persons(state, apart.entry_of)


def _last_served(served: HashTrieMap[PersonId, datetime], merged: Merges) -> HashTrieMap[PersonId, datetime]:
    """The last service of each person, under any of their records."""
    last = dict[PersonId, datetime]()
    for record, at in served.items():
        person = under_known_ids(record, merged)
        last[person] = max(at, last.get(person, at))
    return HashTrieMap(last)


def _index_persons(state: Tournament, persons: Collection[PersonId]) -> Tournament:
    """The state in which each of the persons is found by their newest entry."""
    entry_of = state.entry_of
    for person in {state.known_id(one) for one in persons}:
        numbers = [one for one in state.entries_of(person) if person not in state.entries[one].unasked]
        entry_of = entry_of.insert(person, numbers[-1]) if numbers else entry_of.discard(person)
    return replace(state, entry_of=entry_of)


def _belonging(apart: Tournament, event: merge_events.RecordSplit) -> Tournament:
    """The tournament in which the entries made since the merge are the record's."""
    entries = apart.entries
    for number in (one for one in event.entered_since if one in entries):
        for person in entries[number].persons:
            if apart.known_id(person) == event.merged_into:
                entries = entries.insert(number, rename_id(entries[number], person, event.record))
    return _index_persons(replace(apart, entries=entries, merged=()), (event.record, event.merged_into))


def _revise_entries(state: Tournament, entries: Collection[int], recorded: Recorded[Any]) -> Tournament:
    """The state with new revisions of these entries and their matches, for they are somebody else's."""
    state = replace(state, version=recorded.version, laid=HashTrieSet())
    for number in (one for one in entries if one in state.entries):
        state = lay_entry(state, replace(state.entries[number], revision=recorded.version))
    for _, match in sorted(state.matches.items()):
        if not set(entries).isdisjoint(match.as_played[0]):
            state = lay_match(state, replace(match, revision=recorded.version))
    return state


EVOLVE: Mapping[type[Event], Callable[[Tournament, Any, Recorded[Any]], Tournament]] = {
    merge_events.RecordMerged: _merge_record,
    merge_events.RecordSplit: _split_record,
}
"""The function that applies each event of merging."""
