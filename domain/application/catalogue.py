"""The content of this service's log: every kind of event, and how each kind of stream is folded."""

from typing import Any

from domain.access import events as access_events
from domain.access import state as access_state
from domain.application.upcasts import UPCASTS
from domain.clubs import events as club_events
from domain.clubs import state as club_state
from domain.federation import events as federation_events
from domain.federation import state as federation_state
from domain.journal.registry import Registry
from domain.journal.states import Closing, Fold
from domain.kernel.families import Family
from domain.lists import events as list_events
from domain.lists import state as list_state
from domain.person import events as person_events
from domain.person import state as person_state
from domain.series import events as series_events
from domain.series import state as series_state
from domain.tournament.derived.outcome_digest import outcome_digest, recorded_digest
from domain.tournament.events import EVENTS as TOURNAMENT_EVENTS
from domain.tournament.evolve import tournament as evolve
from domain.tournament.lifecycle import events as lifecycle_events
from domain.webhooks import events as webhook_events
from domain.webhooks import state as webhook_state

EVENTS = (
    *person_events.EVENTS,
    *TOURNAMENT_EVENTS,
    *series_events.EVENTS,
    *federation_events.EVENTS,
    *access_events.EVENTS,
    *club_events.EVENTS,
    *webhook_events.EVENTS,
    *list_events.EVENTS,
)

FAMILIES: tuple[Family[Any], ...] = lifecycle_events.FAMILIES
"""The objects in events that are named by kind and version."""

REGISTRY = Registry(EVENTS, UPCASTS)

FOLDS = {
    "person": Fold(person_state.initial, person_state.evolve),
    "series": Fold(series_state.initial, series_state.evolve),
    "federation": Fold(federation_state.initial, federation_state.evolve),
    "clubs": Fold(club_state.initial, club_state.evolve),
    "webhooks": Fold(webhook_state.initial, webhook_state.evolve),
    "lists": Fold(list_state.initial_lists, list_state.evolve_lists),
    "list": Fold(list_state.initial, list_state.evolve),
    "access": Fold(access_state.initial, access_state.evolve),
    "tournament": Fold(
        evolve.initial,
        evolve.evolve,
        Closing(lifecycle_events.TournamentCompleted.TOPIC, recorded_digest, outcome_digest),
    ),
}
