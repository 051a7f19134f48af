"""What events make of a state, without recording them: the same fold as when they are recorded."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from domain.kernel.envelope import Event, Recorded, unrecorded
from domain.kernel.refusal import Refused
from domain.problems.matches import CIRCULAR_DEPENDENCY
from domain.tournament.evolve import evolve
from domain.tournament.guards.context import Context, Events
from domain.tournament.rulings.events import RulingSuspended
from domain.tournament.state import Tournament


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
        return self._then(partial(_envelope, event=event, context=context) for event in events)

    def _then(self, envelopes: Iterable[Callable[[Tournament], Recorded[Any]]]) -> "Effect":
        state, events, laid = self.after, list(self.events), set(self.laid)
        for envelope in envelopes:
            recorded = envelope(state)
            state = evolve(state, recorded)
            events.append(recorded.event)
            laid.update(state.laid)
        return Effect(self.before, state, tuple(events), frozenset(laid))

    @staticmethod
    def recorded(before: Tournament, recorded: Iterable[Recorded[Any]]) -> "Effect":
        """What the events that were recorded next on that state made of it."""
        return Effect(before, before)._then(partial(_as_recorded, one) for one in recorded)

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


def without_rulings(state: Tournament, context: Context) -> Tournament:
    """As it would be if none of the rulings in force had been given, and nothing followed from that."""
    rulings = sorted(number for number, ruling in state.directing.rulings.items() if ruling.in_force)
    return foreseen(state, (RulingSuspended(ruling=number) for number in rulings), context)


def _as_recorded(recorded: Recorded[Any], _: Tournament) -> Recorded[Any]:
    return recorded


def _envelope(state: Tournament, event: Event, context: Context) -> Recorded[Any]:
    return unrecorded(event, state.stream, state.version + 1, context.actor, context.now)
