"""The gate: every command passes it, in this order, whatever it asks and however it came (TD-1, TD-9, ALL-4).

Whether the tournament is where the command can be sent; who may send it; whether it is a matter of their own; what its
sender saw; its own decision; what becomes of what hangs on results that it changes; what the service does of itself
then; that its sender gains nothing by it; and that every reason it required is in an event. What each command says
of itself is in the registry. Each event is folded once here: what a command comes to is read from the state after it.
"""

from collections.abc import Callable, Mapping

from domain.kernel.replacing import replace
from domain.tournament.command import AllSeenCommand, Command, SeenCommand
from domain.tournament.consequences import choices_of, require_places, with_consequences
from domain.tournament.decisions.entries.reentry import with_former_entries, with_reentries_given_back
from domain.tournament.decisions.entries.waiting_list import with_moved_up, with_places_filled
from domain.tournament.decisions.hall.seating import with_tables
from domain.tournament.decisions.rounds.automatic import with_service
from domain.tournament.decisions.rounds.holding import with_release
from domain.tournament.difference import require_expected
from domain.tournament.guards.conflicts_of_interest import require_no_conflict
from domain.tournament.guards.context import (
    Context,
    Effect,
    Shown,
    effect_of,
    require_seen,
    require_status,
    settings_of,
)
from domain.tournament.guards.own_gain import require_no_gain
from domain.tournament.guards.permissions import (
    directs,
    require,
    require_link_of_none_banned,
    require_may_direct,
    require_no_code,
)
from domain.tournament.guards.seen import require_all_seen
from domain.tournament.newer_analyses import with_newer_analyses
from domain.tournament.registry.commands import COMMANDS, things_seen
from domain.tournament.registry.spec import CommandSpec, nobody
from domain.tournament.state import Status, Tournament


def _with_play(effect: Effect, context: Context) -> Effect:
    effect = with_reentries_given_back(effect, context)
    return with_service(with_places_filled(effect, context), context)


_FOLLOW_UPS: Mapping[Status, Callable[[Effect, Context], Effect]] = {
    "announced": with_moved_up,
    "started": _with_play,
}
"""Work of the service itself in a tournament that now has this status."""


def decide(state: Tournament, command: Command, context: Context) -> Effect:
    """The events that carry the command out on this state, and the state after them. Raises Refused, and then nothing
    of it happens."""
    if command.expected is None:
        return _effect_of_command(state, command, context)
    # As it is previewed, so that a draw that is not recorded is not shown by this either.
    effect = _effect_of_command(state, command, replace(context, secrets=Shown(context.secrets)))
    require_expected(effect, context, command.expected, things_seen(state, command))
    return effect


def _effect_of_command(state: Tournament, command: Command, context: Context) -> Effect:
    spec = COMMANDS[type(command)]
    if spec.during:
        require_status(state, *spec.during)
    own = _require_allowed(state, spec, command, context)
    _require_seen(state, spec, command)
    effect = effect_of(state, spec.decide(state, command, context), context)
    effect = with_former_entries(effect, context)
    effect = with_consequences(effect, choices_of(command), context).without_circle()
    effect = with_newer_analyses(effect, choices_of(command), context)
    follow_up = _FOLLOW_UPS.get(settings_of(effect.after).status)
    if follow_up:
        effect = _with_hall_tables(follow_up(effect, context), context)
        require_places(effect)
    if effect.after.held is not None:
        effect = with_release(effect, context)
    may_gain = context.actor.behind if own else context.actor.persons
    if may_gain:
        require_no_gain(effect, may_gain)
    _require_explained(spec, command, effect)
    return effect


def _with_hall_tables(effect: Effect, context: Context) -> Effect:
    """The effect; where there is a hall, with the tables that are given then (REG-6)."""
    halls = effect.before.hall.rooms or effect.after.hall.rooms
    return with_tables(effect, context) if halls else effect


def _require_explained(spec: CommandSpec, command: Command, effect: Effect) -> None:
    """Each reason that the command gives is in an event: a decision that loses one is wrong."""
    for name in spec.reasons:
        reason = getattr(command, name)
        if reason is not None and all(getattr(event, name, None) != reason for event in effect.events):
            raise ValueError(f"{spec.command.__name__} gives a {name} that stands in no event")


def _require_allowed(state: Tournament, spec: CommandSpec, command: Command, context: Context) -> bool:
    """Requires that its sender may send it, and is not banned from directing where they act as a director [1.2.3].
    Nor may it decide a matter of their own. Gives whether it is their own to do. Anyone who has a role of their own
    acts for themselves, but not who made their key."""
    if not spec.by_code:
        require_no_code(state, context.actor)
    roles = [role for role in spec.permission.roles if context.actor.HOLDS_OFFICES or role.is_played]
    held = [role for role in roles if role.holds(state, command, context)]
    require(bool(held), spec.permission.refusal)
    own = any(role.own for role in held)
    if not own and context.actor.person is not None and directs(state, context.actor):
        require_may_direct(context.actor.person, context)
    require_link_of_none_banned(state, context)
    if spec.decides_for is not nobody and not any(role.marked for role in held):
        judges = context.actor.behind if own else (*spec.judges(state, command), *context.actor.persons)
        require_no_conflict(state, spec.decides_for(state, command), judges)
    return own


def _require_seen(state: Tournament, spec: CommandSpec, command: Command) -> None:
    if isinstance(command, SeenCommand) and spec.revision is not None:
        require_seen(spec.revision(state, command), command.seen)
    if isinstance(command, AllSeenCommand) and command.seen is not None:
        require_all_seen(state, things_seen(state, command), command.seen, previewed=command.expected is not None)
