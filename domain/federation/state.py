"""The federation's own settings, as the events make them. They are in the log and not in the environment, so that the
same history always decides alike."""

from dataclasses import dataclass
from typing import Any

from domain.federation.events import ResignationLimit
from domain.history import Recorded
from domain.ids import StreamName


@dataclass(frozen=True, slots=True)
class Federation:
    """The state; a person is barred at `resignation_limit` resignations (ALL-8), None: never."""

    stream: StreamName
    version: int = 0
    resignation_limit: ResignationLimit = 2


def initial(stream: StreamName) -> Federation:
    """The settings before anything was settled."""
    return Federation(stream)


def evolve(state: Federation, recorded: Recorded[Any]) -> Federation:
    """The state after one more event."""
    return Federation(state.stream, recorded.version, recorded.event.limit)
