"""The library's application over our log, for whatever works with the library: its repository with `projector`,
its notification log, its projections and tracking. Commands don't come this way: they go through the journal.
"""

from collections.abc import Callable, Iterable

from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import ApplicationRecorder, Mapper
from eventsourcing.utils import Environment, EnvType

from domain.journal.mapper import DomainEvent, JournalMapper
from domain.journal.recorder import JournalRecorder
from domain.journal.states import Fold, lay
from domain.kernel.ids import StreamName
from domain.ports.command_handling import State


class LogApplication(Application[str]):
    """An application of the library's that reads and writes our tables."""

    name = "log"

    def __init__(self, recorder: JournalRecorder, mapper: JournalMapper) -> None:
        self._our_recorder = recorder
        self._our_mapper = mapper
        super().__init__()

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Nothing from the process's environment: it could switch on caching, snapshots or another store."""
        return Environment(name, dict(env or {}))

    def construct_mapper(self) -> Mapper[str]:
        return self._our_mapper

    def construct_recorder(self) -> ApplicationRecorder:
        return self._our_recorder


class Folded:
    """A state under the names the library's repository knows."""

    def __init__(self, stream: StreamName, state: State) -> None:
        self.id: str = stream
        self.state = state

    @property
    def version(self) -> int:
        return self.state.version


def projector(
    stream: StreamName, fold: Fold
) -> Callable[[Folded | None, Iterable[DomainEventProtocol[str]]], Folded | None]:
    """The library's projector function for a stream: None where it has no events."""

    def project(before: Folded | None, events: Iterable[DomainEventProtocol[str]]) -> Folded | None:
        recorded = [event.recorded for event in events if isinstance(event, DomainEvent)]
        state = lay(fold, before.state if before else fold.initial(stream), recorded)
        return Folded(stream, state) if state.version else None

    return project
