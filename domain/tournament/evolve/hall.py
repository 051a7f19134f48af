"""Effects of events on the hall, and on where matches are played."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.envelope import Event, Recorded
from domain.kernel.replacing import replace
from domain.tournament.derived.propagation import lay_entry, lay_match
from domain.tournament.hall import events as hall_events
from domain.tournament.hall.state import Hall
from domain.tournament.state import Tournament


def _arrange_hall(state: Tournament, event: hall_events.HallArranged, recorded: Recorded[Any]) -> Tournament:
    hall = Hall(event.rooms, event.keeps_tables, recorded.version, event.shared_with)
    return replace(state, version=recorded.version, hall=hall)


def _fix_table(state: Tournament, event: hall_events.FixedTableSet, recorded: Recorded[Any]) -> Tournament:
    state, entry = replace(state, version=recorded.version), state.entries.get(event.entry)
    if entry is None:
        return state
    return lay_entry(state, replace(entry, fixed_table=event.table, revision=recorded.version))


def _assign_tables(state: Tournament, event: hall_events.TablesAssigned, recorded: Recorded[Any]) -> Tournament:
    state = replace(state, version=recorded.version)
    for one in event.matches:
        state = _at_table(state, one.match, one.table, recorded.version)
    return state


def _move_match(state: Tournament, event: hall_events.MatchMoved, recorded: Recorded[Any]) -> Tournament:
    return _at_table(replace(state, version=recorded.version), event.match, event.table, recorded.version)


def _at_table(state: Tournament, number: int, table: int | None, version: int) -> Tournament:
    match = state.matches.get(number)
    return state if match is None else lay_match(state, replace(match, table=table, revision=version))


EVOLVE: Mapping[type[Event], Callable[[Tournament, Any, Recorded[Any]], Tournament]] = {
    hall_events.HallArranged: _arrange_hall,
    hall_events.FixedTableSet: _fix_table,
    hall_events.TablesAssigned: _assign_tables,
    hall_events.MatchMoved: _move_match,
}
