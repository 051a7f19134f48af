"""The gate: every command passes it, in this order, whatever it asks and however it came (TD-1, TD-9, ALL-4).

Whether the tournament is where the command can be sent; who may send it; whether it is a matter of their own; what its
sender saw; its own decision; and what the format does of itself. What each command says of itself is in the registry.
"""

from dataclasses import replace

from domain.tournament.difference import require_outcome
from domain.tournament.guards.conflicts_of_interest import require_no_conflict
from domain.tournament.guards.context import Context, Events, Unseen, require_seen, require_status
from domain.tournament.guards.permissions import require
from domain.tournament.lifecycle.commands import Command, SeenCommand
from domain.tournament.registry.commands import COMMANDS
from domain.tournament.registry.spec import CommandSpec
from domain.tournament.rounds.automatic import with_service
from domain.tournament.rounds.default_times import with_default_times
from domain.tournament.state import Tournament


def decide(state: Tournament, command: Command, context: Context) -> Events:
    """The events that carry the command out on this state. Raises Refused, and then nothing of it happens."""
    if command.expected is not None:
        # As it is previewed, so that a draw that is not recorded is not shown by this either.
        shown = _decided(state, command, replace(context, secrets=Unseen()))
        require_outcome(state, shown, context, command.expected)
    return _decided(state, command, context)


def _decided(state: Tournament, command: Command, context: Context) -> Events:
    spec = COMMANDS[type(command)]
    if spec.during:
        require_status(state, *spec.during)
    _require_allowed(state, spec, command, context)
    _require_seen(state, spec, command)
    return with_default_times(state, with_service(state, spec.decide(state, command, context), context), context)


def _require_allowed(state: Tournament, spec: CommandSpec, command: Command, context: Context) -> None:
    """Who may send it, and that it is no matter of their own. Whoever has a role of their own acts for themselves."""
    held = [role for role in spec.permission.roles if role.holds(state, command, context)]
    require(bool(held), spec.permission.refusal)
    if not any(role.own for role in held):
        judges = (*spec.judges(state, command), context.actor.person)
        require_no_conflict(state, spec.decides_for(state, command), judges)


def _require_seen(state: Tournament, spec: CommandSpec, command: Command) -> None:
    if isinstance(command, SeenCommand) and spec.revision is not None:
        require_seen(spec.revision(state, command), command.seen)
