"""What this service's log holds: every kind of event, and how each kind of stream is folded."""

from domain.journal.registry import Registry, Upcast
from domain.journal.states import Fold
from domain.person import events as person_events
from domain.person import state as person_state
from domain.tournament import events as tournament_events
from domain.tournament import state as tournament_state

UPCASTS: dict[str, Upcast] = {}
"""Kinds that are no longer written, by topic: what each became."""

REGISTRY = Registry((*person_events.EVENTS, *tournament_events.EVENTS), UPCASTS)

FOLDS = {
    "person": Fold(person_state.initial, person_state.evolve),
    "tournament": Fold(tournament_state.initial, tournament_state.evolve),
}
