"""Effects of settling an item on a tournament (ALL-14)."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.envelope import Event, Recorded
from domain.kernel.replacing import replace
from domain.tournament.reviews import events as review_events
from domain.tournament.reviews.state import ResolvedReview
from domain.tournament.state import Tournament


def _resolve_review(state: Tournament, event: review_events.ReviewResolved, recorded: Recorded[Any]) -> Tournament:
    by = recorded.actor.person or recorded.actor.key
    resolved = ResolvedReview(event.item, by, recorded.recorded_at, event.reason)
    return replace(state, version=recorded.version, reviewed=(*state.reviewed, resolved))


EVOLVE: Mapping[type[Event], Callable[[Tournament, Any, Recorded[Any]], Tournament]] = {
    review_events.ReviewResolved: _resolve_review,
}
