"""The value from outside that an announced source gives (ALL-2): recorded, of dice witnessed, before the first draw.

Nothing is fetched: anyone who looks at a beacon's round sees whether the value is right, and a witness has seen the
dice.
"""

from domain.kernel.outside_source import Dice, OutsideSource
from domain.kernel.refusal import Refused
from domain.problems.rounds import (
    OUTSIDE_NOT_ANNOUNCED,
    OUTSIDE_SOURCE_PAST,
    OUTSIDE_VALUE_AWAITED,
    OUTSIDE_VALUE_EARLY,
    OUTSIDE_VALUE_FINAL,
    OUTSIDE_VALUE_WRONG,
)
from domain.tournament.derived.outside_value import value_awaited
from domain.tournament.guards.context import Context, Events, settings_of
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds import events as round_events
from domain.tournament.state import Tournament


def require_source(source: OutsideSource | None, context: Context) -> None:
    """It is announced before its value exists, and the persons it names are registered."""
    if source is None:
        return
    if source.due_at <= context.now:
        raise Refused(
            OUTSIDE_SOURCE_PAST, f"The source's moment {source.due_at.isoformat()} has passed.", now=context.now
        )
    if isinstance(source, Dice):
        for person in (source.thrower, source.witness):
            context.person(person)


def require_value(state: Tournament) -> None:
    """Raises Refused where a source was announced whose value is still to come."""
    if value_awaited(state):
        raise Refused(OUTSIDE_VALUE_AWAITED, "The value of the announced source is not recorded, or not witnessed.")


def record(state: Tournament, command: round_commands.RecordOutsideValue, context: Context) -> Events:
    """The value, once it exists; again in place of a slip, as long as nobody has witnessed it or drawn with it."""
    source = _source(state)
    if context.now < source.due_at:
        raise Refused(OUTSIDE_VALUE_EARLY, f"The source only gives its value at {source.due_at.isoformat()}.")
    _require_unsettled(state)
    if not source.gives(command.value):
        raise Refused(OUTSIDE_VALUE_WRONG, f"A source of kind {source.kind} gives no such value.")
    return (round_events.OutsideValueRecorded(value=command.value),)


def witness(state: Tournament, command: round_commands.WitnessOutsideValue, context: Context) -> Events:
    """The announced witness says what was thrown; it counts where it is what was recorded by somebody else."""
    _source(state)
    _require_unsettled(state)
    recorded = state.rounds.outside
    if recorded is None:
        raise Refused(OUTSIDE_VALUE_AWAITED, "No recorded value is waiting for a witness.")
    if recorded.value != command.value or not set(recorded.by).isdisjoint(context.actor.persons):
        detail = "The value recorded is another one, or was recorded by the witness."
        raise Refused(OUTSIDE_VALUE_WRONG, detail)
    return (round_events.OutsideValueWitnessed(value=command.value),)


def _source(state: Tournament) -> OutsideSource:
    source = settings_of(state).outside_source
    if source is None:
        raise Refused(OUTSIDE_NOT_ANNOUNCED, "The tournament was announced without an outside source.")
    return source


def _require_unsettled(state: Tournament) -> None:
    if state.rounds.outside is not None and (state.rounds.outside.witnessed or state.drawn):
        raise Refused(OUTSIDE_VALUE_FINAL, "The value was already witnessed or used in a draw.")
