"""The library's application over our log: the journal reads by its recorder, its mapper and its notification log.

Commands don't come this way: the writer appends them in groups.
"""

from eventsourcing.application import Application
from eventsourcing.utils import Environment, EnvType

from domain.journal.mapper import JournalMapper
from domain.journal.recorder import JournalRecorder
from domain.kernel.values import LARGEST_INTEGER


class LogApplication(Application[str]):
    """An application of the library's that reads and writes our tables."""

    name = "log"
    log_section_size = LARGEST_INTEGER
    """Each reader bounds its own pages."""
    recorder: JournalRecorder
    mapper: JournalMapper

    def __init__(self, recorder: JournalRecorder, mapper: JournalMapper) -> None:
        self._our_recorder = recorder
        self._our_mapper = mapper
        super().__init__()

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Nothing from the process's environment: it could switch on caching, snapshots or another store."""
        return Environment(name, dict(env or {}))

    def construct_mapper(self) -> JournalMapper:
        return self._our_mapper

    def construct_recorder(self) -> JournalRecorder:
        return self._our_recorder
