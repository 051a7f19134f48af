"""What an import and its review make of a tournament."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from domain.kernel.envelope import Event, Recorded
from domain.tournament.imports import events as import_events
from domain.tournament.imports.state import Confirmation, Import
from domain.tournament.state import Tournament


def _declared(state: Tournament, event: import_events.ImportDeclared, recorded: Recorded[Any]) -> Tournament:
    made = Import(event.import_id, event.source, event.in_name_of, recorded.recorded_at)
    return replace(state, version=recorded.version, imported=made)


def _confirmed(state: Tournament, event: import_events.ImportConfirmed, recorded: Recorded[Any]) -> Tournament:
    by = recorded.actor.person or recorded.actor.key
    confirmed = Confirmation(event.tournament_version, by, recorded.recorded_at)
    imported = state.imported and replace(state.imported, confirmed=confirmed)
    return replace(state, version=recorded.version, imported=imported)


EVOLVE: Mapping[type[Event], Callable[[Tournament, Any, Recorded[Any]], Tournament]] = {
    import_events.ImportDeclared: _declared,
    import_events.ImportConfirmed: _confirmed,
}
