"""The log as the projections see it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import groupby, takewhile
from typing import Any, Protocol

from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal, Stored
from domain.journal.mapper import AnyRecorded
from domain.kernel.ids import StreamName
from domain.kernel.personal_text import Sealed
from domain.ports.command_handling import State

__all__ = ["AnyRecorded", "Log", "commands", "open_log", "pages_of", "up_to_a_gap"]


class Log(Protocol):
    """The part of the journal that a projection needs."""

    def read(self, after_position: int, limit: int) -> Sequence[Stored]:
        """The events after that position, in order."""

    def read_bytes(self, after_position: int, limit: int) -> Sequence[Stored]:
        """The same as they are stored, whether they can be read or not: of the envelope the columns alone."""

    def whole(self, stream: StreamName, after_version: int = 0) -> Iterator[Stored]:
        """All of the stream's events after that version, in order."""

    def position(self) -> int:
        """The position of the newest event."""

    def open_boxes(self, boxes: Collection[Sealed]) -> Mapping[str, Any]:
        """The contents of the boxes, by their places: None where a key was destroyed."""

    def state(self, stream: StreamName, *, version: int | None = None) -> State:
        """The stream's state after `version` events."""


def pages_of(log: Log, after: int, last: int, most: int) -> Iterator[Sequence[Stored]]:
    """The events after that position and up to the last, or as many as there are, in pages of `most`. Raises what
    reading the log raises."""
    while after < last and (stored := log.read(after, min(most, last - after))):
        yield stored
        after = stored[-1].position


def up_to_a_gap(stored: Iterable[Stored], after: int) -> Sequence[Stored]:
    """The events that follow that position, up to the first that is missing."""
    dense = takewhile(lambda at: at[0] == at[1].position, enumerate(stored, after + 1))
    return [one for _, one in dense]


def commands(stored: Iterable[Stored]) -> Iterator[Sequence[Stored]]:
    """The events, command by command."""
    return (list(group) for _, group in groupby(stored, lambda one: one.recorded.command))


PATIENCE_SECONDS = 1.0
"""How long a read is tried while the database is away: the runner itself comes again, and sees if it is to stop."""


def open_log(conninfo: str) -> Journal:
    """The journal of a database, to read from."""
    moment = partial(datetime.now, UTC)
    return Journal(conninfo, moment, REGISTRY, FOLDS, cached_events=0, readers=2, patience_seconds=PATIENCE_SECONDS)
