"""What filing a report makes of a tournament (TD-19)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from domain.history import Event, Recorded
from domain.tournament import report_events as happened
from domain.tournament.model import Tournament
from domain.tournament.report_model import Filed


def _filed(state: Tournament, event: happened.ReportFiled, recorded: Recorded[Any]) -> Tournament:
    by = recorded.actor.person or recorded.actor.key
    filed = Filed(event.version, event.digest, event.reference, event.note, by, recorded.recorded_at)
    return replace(state, version=recorded.version, filings=(*state.filings, filed))


EVOLVE: Mapping[type[Event], Callable[[Tournament, Any, Recorded[Any]], Tournament]] = {happened.ReportFiled: _filed}
