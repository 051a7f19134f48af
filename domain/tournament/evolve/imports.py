"""Effects of an import and its review on a tournament."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.envelope import Event, Recorded
from domain.kernel.replacing import replace
from domain.tournament.imports import events as import_events
from domain.tournament.imports.state import Confirmation, Import, Recorder
from domain.tournament.state import Tournament


def _declare_import(state: Tournament, event: import_events.ImportDeclared, recorded: Recorded[Any]) -> Tournament:
    made = Import(event.import_id, event.source, event.in_name_of, recorded.recorded_at, (event.in_name_of,))
    return replace(state, version=recorded.version, imported=made)


def _continue_import(state: Tournament, event: import_events.ImportContinued, recorded: Recorded[Any]) -> Tournament:
    imported = state.imported and replace(state.imported, source=event.source, in_name_of=event.in_name_of)
    return replace(state, version=recorded.version, imported=imported)


def _confirm_import(state: Tournament, event: import_events.ImportConfirmed, recorded: Recorded[Any]) -> Tournament:
    by = recorded.actor.person or recorded.actor.key
    confirmed = Confirmation(event.tournament_version, by, recorded.recorded_at)
    imported = state.imported and replace(state.imported, confirmed=confirmed, recorded_by=())
    return replace(state, version=recorded.version, imported=imported)


def with_recorders(before: Tournament, after: Tournament, recorded: Recorded[Any]) -> Tournament:
    """The state after an event, which keeps who has changed a match of an import (TD-9)."""
    if after.imported is None or after.matches is before.matches:
        return after
    known = after.imported.recorded_by
    new = tuple(one for one in _recorders(after.imported, recorded) if one not in known)
    return replace(after, imported=replace(after.imported, recorded_by=(*known, *new))) if new else after


def _recorders(imported: Import, recorded: Recorded[Any]) -> tuple[Recorder, ...]:
    """Persons who may have done it. An import acts for the person in whose name it is made, a key for nobody for
    anybody, and the service for nobody."""
    actor = recorded.actor
    if import_events.is_import_key(actor.key):
        return (imported.in_name_of,)
    return () if actor.role == "service" else actor.persons or (None,)


EVOLVE: Mapping[type[Event], Callable[[Tournament, Any, Recorded[Any]], Tournament]] = {
    import_events.ImportDeclared: _declare_import,
    import_events.ImportContinued: _continue_import,
    import_events.ImportConfirmed: _confirm_import,
}
