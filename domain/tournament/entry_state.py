"""What events make of a tournament's entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from domain.history import Event, Recorded
from domain.tournament import entry_events as happened
from domain.tournament.laying import lay_entry
from domain.tournament.model import Entry, EntryStatus, Offer, PassedOver, Tournament


def _laid(state: Tournament, entry: Entry) -> Tournament:
    return lay_entry(replace(state, version=entry.revision), entry)


def _requested(state: Tournament, event: happened.EntryRequested, recorded: Recorded[Any]) -> Tournament:
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


def _approved(state: Tournament, event: happened.EntryApproved, recorded: Recorded[Any]) -> Tournament:
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


def _colour_given(state: Tournament, event: happened.ColourGiven, recorded: Recorded[Any]) -> Tournament:
    entry = state.entries[event.entry]
    return _laid(state, replace(entry, colour=event.colour, revision=recorded.version))


def _put_on_list(state: Tournament, event: happened.EntryPutOnList, recorded: Recorded[Any]) -> Tournament:
    entry = _settled(state.entries[event.entry], "waiting", event, recorded.version)
    return _laid(state, replace(entry, waits_since=recorded.version))


def _settled(
    entry: Entry, status: EntryStatus, event: happened.EntryApproved | happened.EntryPutOnList, version: int
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


def _refused(state: Tournament, event: happened.EntryRefused, recorded: Recorded[Any]) -> Tournament:
    entry = _gone(state.entries[event.entry], "refused", event, recorded)
    return _laid(state, replace(entry, turned_away=event.turned_away))


def _flight_offered(state: Tournament, event: happened.FlightOffered, recorded: Recorded[Any]) -> Tournament:
    entry = _gone(state.entries[event.entry], "refused", event, recorded)
    return _laid(state, replace(entry, offer=Offer(event.flight)))


def _flight_answered(state: Tournament, event: happened.FlightAnswered, recorded: Recorded[Any]) -> Tournament:
    entry = state.entries[event.entry]
    if entry.offer is None:
        raise ValueError(f"entry {event.entry} was offered no flight")
    offer = replace(entry.offer, accepted=event.accepted)
    return _laid(state, replace(entry, offer=offer, revision=recorded.version))


def _withdrawn(state: Tournament, event: happened.EntryWithdrawn, recorded: Recorded[Any]) -> Tournament:
    return _laid(state, _gone(state.entries[event.entry], "withdrawn", event, recorded))


def _resigned(state: Tournament, event: happened.EntryResigned, recorded: Recorded[Any]) -> Tournament:
    entry = _gone(state.entries[event.entry], "resigned", event, recorded)
    return _laid(state, replace(entry, left_at=recorded.happened_at))


Gone = happened.EntryRefused | happened.FlightOffered | happened.EntryWithdrawn | happened.EntryResigned


def _gone(entry: Entry, status: EntryStatus, event: Gone, recorded: Recorded[Any]) -> Entry:
    return replace(entry, status=status, reason=event.reason, revision=recorded.version, waits_since=None)


EVOLVE: Mapping[type[Event], Callable[[Tournament, Any, Recorded[Any]], Tournament]] = {
    happened.EntryRequested: _requested,
    happened.EntryApproved: _approved,
    happened.ColourGiven: _colour_given,
    happened.EntryPutOnList: _put_on_list,
    happened.EntryRefused: _refused,
    happened.FlightOffered: _flight_offered,
    happened.FlightAnswered: _flight_answered,
    happened.EntryWithdrawn: _withdrawn,
    happened.EntryResigned: _resigned,
}
"""How each event of an entry is laid on the state."""
