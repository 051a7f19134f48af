"""What can be asked of the federation's settings."""

from domain.errors import Refused
from domain.federation.events import ResignationLimit, ResignationLimitSet
from domain.federation.state import Federation
from domain.history import Actor, Event
from domain.problems import NOT_ALLOWED, STALE
from domain.values import Reason, Value


class NewResignationLimit(Value):
    """With how many resignations a person is barred (ALL-8); None: with none."""

    limit: ResignationLimit
    reason: Reason


class SetResignationLimit(NewResignationLimit):
    """ALL-8. `seen` is the version of the settings that its sender looked at."""

    seen: int | None = None


def decide(state: Federation, command: SetResignationLimit, actor: Actor) -> tuple[Event, ...]:
    """The events that carry the command out. Raises Refused, and then nothing of it happens."""
    if actor.role != "administrator":
        raise Refused(NOT_ALLOWED, "Administrators settle this.")
    if command.seen is not None and command.seen != state.version:
        raise Refused(STALE, f"The settings are at revision {state.version} now.", revision=state.version)
    return (ResignationLimitSet(limit=command.limit, reason=command.reason),)
