"""Effects of a command, without recording it: decided and applied by the same code.

A draw that is not recorded is never shown (ALL-2): commands that draw can't be tried.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domain.kernel.entry_keys import matches_in
from domain.kernel.envelope import Recorded
from domain.kernel.replacing import replace
from domain.tournament.command import Command
from domain.tournament.decide import decide
from domain.tournament.decisions.rulings.giving import seen_of_new_ruling
from domain.tournament.difference import Difference, difference_of
from domain.tournament.guards.context import Context, Effect, Unseen
from domain.tournament.registry.commands import things_seen
from domain.tournament.rulings.events import RulingGiven
from domain.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Tried:
    """A command as tried: the states before and after it, the differences, and the matches that it touches, directly or
    not."""

    before: Tournament
    after: Tournament
    outcome: Difference
    matches: frozenset[int]

    @staticmethod
    def of(effect: Effect, outcome: Difference) -> "Tried":
        """The effect of its events."""
        matches = frozenset(matches_in(effect.laid))
        return Tried(effect.before, effect.after, outcome, matches)


def preview(state: Tournament, command: Command, context: Context) -> Tried:
    """The command, tried on this state. Raises Refused where it would be refused, or would draw."""
    effect = decide(state, command, replace(context, secrets=Unseen()))
    return Tried.of(effect, difference_of(effect, context.actor, context.now, things_seen(state, command)))


def seen_when_ruling(before: Tournament, given: RulingGiven, recorded: Sequence[Recorded[Any]]) -> Tried:
    """The preview of a ruling that its giver saw, with its digest; `recorded` are the events of its command, as they
    were recorded on the state `before`."""
    effect = Effect.of_recorded(before, recorded)
    on = seen_of_new_ruling(before, given.about, given.remedies)
    return Tried.of(effect, difference_of(effect, recorded[0].actor, recorded[0].recorded_at, on))
