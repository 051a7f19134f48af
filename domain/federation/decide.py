"""What can be asked of the federation's settings."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.errors import Refused
from domain.federation.events import ReportDays, ReportDaysSet, ResignationLimit, ResignationLimitSet
from domain.federation.state import Federation
from domain.history import Actor, Event
from domain.problems import NOT_ALLOWED, STALE
from domain.values import Reason, Value


class Command(Value):
    """Anything that can be asked of it. `seen` is the version of the settings that its sender looked at."""

    seen: int | None = None


class NewResignationLimit(Value):
    """With how many resignations a person is barred (ALL-8); None: with none."""

    limit: ResignationLimit
    reason: Reason


class SetResignationLimit(NewResignationLimit, Command):
    """ALL-8."""


class NewReportDays(Value):
    """How many days after its end a tournament's report is due (TD-19)."""

    days: ReportDays
    reason: Reason


class SetReportDays(NewReportDays, Command):
    """TD-19."""


def decide(state: Federation, command: Command, actor: Actor) -> tuple[Event, ...]:
    """The events that carry the command out. Raises Refused, and then nothing of it happens."""
    if actor.role != "administrator":
        raise Refused(NOT_ALLOWED, "Administrators settle this.")
    if command.seen is not None and command.seen != state.version:
        raise Refused(STALE, f"The settings are at revision {state.version} now.", revision=state.version)
    return _DECIDE[type(command)](command)


def _limit(command: SetResignationLimit) -> tuple[Event, ...]:
    return (ResignationLimitSet(limit=command.limit, reason=command.reason),)


def _days(command: SetReportDays) -> tuple[Event, ...]:
    return (ReportDaysSet(days=command.days, reason=command.reason),)


_DECIDE: Mapping[type[Command], Callable[[Any], tuple[Event, ...]]] = {
    SetResignationLimit: _limit,
    SetReportDays: _days,
}
