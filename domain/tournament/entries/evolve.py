"""What events make of a tournament's entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from domain.kernel.envelope import Event, Recorded
from domain.tournament.derived.propagation import lay_entry
from domain.tournament.entries import events as entry_events
from domain.tournament.state import Entry, EntryStatus, Offer, PassedOver, Tournament


def _laid(state: Tournament, entry: Entry) -> Tournament:
    return lay_entry(replace(state, version=entry.revision), entry)


def _requested(state: Tournament, event: entry_events.EntryRequested, recorded: Recorded[Any]) -> Tournament:
    asked_before = state.entries.get(event.entry)
    entry = Entry(
        event.entry,
        event.person,
        "requested",
        recorded.version,
        entrant=asked_before is not None and asked_before.entrant,
        members=event.members,
        team=event.team,
        credited=event.credits,
        admission=event.admission,
    )
    entry_of = state.entry_of
    for person in entry.persons:
        entry_of = entry_of.insert(person, event.entry)
    return replace(_laid(state, entry), entry_of=entry_of)


def _approved(state: Tournament, event: entry_events.EntryApproved, recorded: Recorded[Any]) -> Tournament:
    before = state.entries[event.entry]
    entry = _settled(before, "approved", event, recorded.version)
    if before.waits_since is not None:
        state = _passed_over(state, before.waits_since, PassedOver(entry.number, recorded.recorded_at))
    return _laid(state, replace(entry, entrant=True))


def _passed_over(state: Tournament, since: int, passed: PassedOver) -> Tournament:
    """The state, in which whoever has waited longer than since that version was passed over."""
    entries = state.entries
    for number, entry in state.entries.items():
        if entry.waits_since is not None and entry.waits_since < since:
            entries = entries.insert(number, replace(entry, passed_over=(*entry.passed_over, passed)))
    return replace(state, entries=entries)


def _colour_given(state: Tournament, event: entry_events.ColourGiven, recorded: Recorded[Any]) -> Tournament:
    entry = state.entries[event.entry]
    return _laid(state, replace(entry, colour=event.colour, revision=recorded.version))


def _put_on_list(state: Tournament, event: entry_events.EntryPutOnList, recorded: Recorded[Any]) -> Tournament:
    entry = _settled(state.entries[event.entry], "waiting", event, recorded.version)
    return _laid(state, replace(entry, waits_since=recorded.version))


def _settled(
    entry: Entry, status: EntryStatus, event: entry_events.EntryApproved | entry_events.EntryPutOnList, version: int
) -> Entry:
    return replace(
        entry,
        status=status,
        revision=version,
        colour=event.colour or entry.colour,
        admission=event.admission or entry.admission,
        waits_since=None,
        turned_away=None,
    )


def _refused(state: Tournament, event: entry_events.EntryRefused, recorded: Recorded[Any]) -> Tournament:
    entry = _gone(state.entries[event.entry], "refused", event, recorded)
    return _laid(state, replace(entry, turned_away=event.turned_away))


def _flight_offered(state: Tournament, event: entry_events.FlightOffered, recorded: Recorded[Any]) -> Tournament:
    entry = _gone(state.entries[event.entry], "refused", event, recorded)
    return _laid(state, replace(entry, offer=Offer(event.flight)))


def _flight_answered(state: Tournament, event: entry_events.FlightAnswered, recorded: Recorded[Any]) -> Tournament:
    entry = state.entries[event.entry]
    if entry.offer is None:
        raise ValueError(f"entry {event.entry} was offered no flight")
    offer = replace(entry.offer, accepted=event.accepted)
    return _laid(state, replace(entry, offer=offer, revision=recorded.version))


def _withdrawn(state: Tournament, event: entry_events.EntryWithdrawn, recorded: Recorded[Any]) -> Tournament:
    return _laid(state, _gone(state.entries[event.entry], "withdrawn", event, recorded))


def _resigned(state: Tournament, event: entry_events.EntryResigned, recorded: Recorded[Any]) -> Tournament:
    entry = _gone(state.entries[event.entry], "resigned", event, recorded)
    return _laid(state, replace(entry, left_at=recorded.happened_at))


Gone = entry_events.EntryRefused | entry_events.FlightOffered | entry_events.EntryWithdrawn | entry_events.EntryResigned


def _gone(entry: Entry, status: EntryStatus, event: Gone, recorded: Recorded[Any]) -> Entry:
    return replace(entry, status=status, reason=event.reason, revision=recorded.version, waits_since=None)


EVOLVE: Mapping[type[Event], Callable[[Tournament, Any, Recorded[Any]], Tournament]] = {
    entry_events.EntryRequested: _requested,
    entry_events.EntryApproved: _approved,
    entry_events.ColourGiven: _colour_given,
    entry_events.EntryPutOnList: _put_on_list,
    entry_events.EntryRefused: _refused,
    entry_events.FlightOffered: _flight_offered,
    entry_events.FlightAnswered: _flight_answered,
    entry_events.EntryWithdrawn: _withdrawn,
    entry_events.EntryResigned: _resigned,
}
"""How each event of an entry is laid on the state."""
