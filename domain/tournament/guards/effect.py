"""What events make of a state, without recording them: the same fold as when they are recorded."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from domain.kernel.envelope import Event, Recorded
from domain.kernel.refusal import Refused
from domain.problems.matches import CIRCULAR_DEPENDENCY
from domain.tournament.evolve import evolve
from domain.tournament.guards.context import Context, Events
from domain.tournament.state import Tournament

_NO_COMMAND = "0" * 64
_NO_SALT = "0" * 32


@dataclass(frozen=True, slots=True)
class Effect:
    """Events decided on a state, and the state after them, each folded once. `laid` are the matches that they have
    laid, directly or not, and minus the entries."""

    before: Tournament
    after: Tournament
    events: Events = ()
    laid: frozenset[int] = frozenset()

    def then(self, events: Iterable[Event], context: Context) -> "Effect":
        """With more events, as they would be recorded now."""
        state, more, laid = self.after, tuple(events), set(self.laid)
        for event in more:
            state = evolve(state, _envelope(state, event, context))
            laid.update(state.laid)
        return Effect(self.before, state, (*self.events, *more), frozenset(laid))

    def without_circle(self) -> "Effect":
        """Itself. Raises Refused where what has happened makes something depend on its own result (ALL-4)."""
        found = self.after.rounds.circular
        if found is None or found.version <= self.before.version:
            return self
        kind, number = found.made
        detail = f"Circular dependency: {kind} {number} would depend on its own result."
        raise Refused(CIRCULAR_DEPENDENCY, detail, kind=kind, number=number)

    @property
    def matches(self) -> list[int]:
        """The matches that were there before and were laid, by number."""
        return sorted(number for number in self.laid if number in self.before.matches)

    @property
    def entries(self) -> list[int]:
        """The entries that were laid, by number."""
        return sorted(-number for number in self.laid if number < 0)


def effect_of(state: Tournament, events: Iterable[Event], context: Context) -> Effect:
    """What events decided on this state make of it."""
    return Effect(state, state).then(events, context)


def foreseen(state: Tournament, events: Iterable[Event], context: Context) -> Tournament:
    """The state with the events laid on it, as they would be recorded now."""
    return effect_of(state, events, context).after


def _envelope(state: Tournament, event: Event, context: Context) -> Recorded[Any]:
    return Recorded[Any].model_construct(
        stream=state.stream,
        version=state.version + 1,
        topic=event.TOPIC,
        actor=context.actor,
        recorded_at=context.now,
        happened_at=context.now,
        command=_NO_COMMAND,
        salt=_NO_SALT,
        event=event,
    )
