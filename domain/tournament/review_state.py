"""What settling an item makes of a tournament (ALL-14)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from domain.history import Event, Recorded
from domain.tournament import review_events as happened
from domain.tournament.model import Tournament
from domain.tournament.review_model import SettledReview


def _settled(state: Tournament, event: happened.ReviewSettled, recorded: Recorded[Any]) -> Tournament:
    by = recorded.actor.person or recorded.actor.key
    settled = SettledReview(event.item, by, recorded.recorded_at, event.reason)
    return replace(state, version=recorded.version, reviewed=(*state.reviewed, settled))


EVOLVE: Mapping[type[Event], Callable[[Tournament, Any, Recorded[Any]], Tournament]] = {
    happened.ReviewSettled: _settled,
}
