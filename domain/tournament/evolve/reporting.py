"""Effects of filing a report on a tournament (TD-19)."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.envelope import Event, Recorded
from domain.kernel.replacing import replace
from domain.tournament.reporting import events as report_events
from domain.tournament.reporting.state import Filed
from domain.tournament.state import Tournament


def _file_report(state: Tournament, event: report_events.ReportFiled, recorded: Recorded[Any]) -> Tournament:
    by = recorded.actor.person or recorded.actor.key
    filed = Filed(event.tournament_version, event.digest, event.reference, event.note, by, recorded.recorded_at)
    return replace(state, version=recorded.version, filings=(*state.filings, filed))


EVOLVE: Mapping[type[Event], Callable[[Tournament, Any, Recorded[Any]], Tournament]] = {
    report_events.ReportFiled: _file_report
}
