"""The federation's own settings, as the events make them. They are in the log and not in the environment, so that the
same history always decides alike."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from domain.federation import events as happened
from domain.federation.events import ReportDays, ResignationLimit
from domain.history import Event, Recorded
from domain.ids import StreamName


@dataclass(frozen=True, slots=True)
class Federation:
    """The state; a person is barred at `resignation_limit` resignations (ALL-8), None: never. A tournament's report is
    due `report_days` after its end (TD-19)."""

    stream: StreamName
    version: int = 0
    resignation_limit: ResignationLimit = 2
    report_days: ReportDays = 14


def initial(stream: StreamName) -> Federation:
    """The settings before anything was settled."""
    return Federation(stream)


def evolve(state: Federation, recorded: Recorded[Any]) -> Federation:
    """The state after one more event."""
    return replace(_EVOLVE[type(recorded.event)](state, recorded.event), version=recorded.version)


def _limit(state: Federation, event: happened.ResignationLimitSet) -> Federation:
    return replace(state, resignation_limit=event.limit)


def _days(state: Federation, event: happened.ReportDaysSet) -> Federation:
    return replace(state, report_days=event.days)


_EVOLVE: Mapping[type[Event], Callable[[Federation, Any], Federation]] = {
    happened.ResignationLimitSet: _limit,
    happened.ReportDaysSet: _days,
}
