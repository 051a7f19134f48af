"""What a command would do, without recording it: decided and laid as it would be, by the same code.

A draw that is not recorded is never shown (ALL-2): commands that draw can't be tried.
"""

from dataclasses import dataclass, replace

from domain.tournament.decide import decide
from domain.tournament.difference import Difference, difference_of
from domain.tournament.guards.context import Context, Unseen
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.registry.commands import decided_on
from domain.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Tried:
    """What a command would do: the states before and after it, and what is different."""

    before: Tournament
    after: Tournament
    outcome: Difference


def preview(state: Tournament, command: lifecycle_commands.Command, context: Context) -> Tried:
    """The command, tried on this state. Raises Refused where it would be refused, or would draw."""
    effect = decide(state, command, replace(context, secrets=Unseen()))
    return Tried(state, effect.after, difference_of(effect, context, decided_on(state, command)))
