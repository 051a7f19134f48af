"""What events would make of a state, without recording them: the same fold as the effect."""

from collections.abc import Iterable
from typing import Any

from domain.kernel.envelope import Event, Recorded
from domain.tournament.evolve import evolve
from domain.tournament.guards.context import Context
from domain.tournament.state import Tournament

_NO_COMMAND = "0" * 64


def foreseen(state: Tournament, events: Iterable[Event], context: Context) -> Tournament:
    """The state with the events laid on it, as they would be recorded now."""
    for event in events:
        state = evolve(state, _envelope(state, event, context))
    return state


def _envelope(state: Tournament, event: Event, context: Context) -> Recorded[Any]:
    return Recorded[Any].model_construct(
        stream=state.stream,
        version=state.version + 1,
        topic=event.TOPIC,
        actor=context.actor,
        recorded_at=context.now,
        happened_at=context.now,
        command=_NO_COMMAND,
        event=event,
    )
