"""The states used most recently, within bounds."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from domain.kernel.ids import StreamName
from domain.ports.command_handling import State

T = TypeVar("T")


class Recent(Generic[T]):
    """Something of each of the streams used most recently: of as many as have `most_events` events together, counted by
    `events_of` (and always of the newest one). Not for several threads at once."""

    def __init__(self, most_events: int, events_of: Callable[[T], int]) -> None:
        self._most_events = most_events
        self._events_of = events_of
        self._kept: OrderedDict[StreamName, T] = OrderedDict()
        self._events = 0

    def get(self, stream: StreamName) -> T | None:
        """The state kept of the stream, which counts as used now."""
        kept = self._kept.get(stream)
        if kept is not None:
            self._kept.move_to_end(stream)
        return kept

    def put(self, stream: StreamName, one: T) -> None:
        """Keep this of the stream from now on."""
        self.drop(stream)
        self._kept[stream] = one
        self._events += self._weight(one)
        while self._events > self._most_events and len(self._kept) > 1:
            self.drop(next(iter(self._kept)))

    def drop(self, stream: StreamName) -> None:
        """Keep nothing of the stream."""
        kept = self._kept.pop(stream, None)
        if kept is not None:
            self._events -= self._weight(kept)

    def clear(self) -> None:
        """Keep nothing."""
        self._kept.clear()
        self._events = 0

    def _weight(self, one: T) -> int:
        return self._events_of(one) + 1


_LARGEST_SHARE = 4


def recent_states(most_events: int) -> Recent[State]:
    """States of streams, each counted by its events, but as a quarter of `most_events` at most: one that is longer
    would be read again after each other one that is used."""
    largest = most_events // _LARGEST_SHARE
    return Recent(most_events, lambda state: min(state.version, largest))
