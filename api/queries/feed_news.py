"""Wakes all who follow feeds in this process, each time that the feeds have moved on."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress

from projections.feeds.projection import FeedTables


class FeedNews:
    """Made on the loop that its followers wait on; `told` may be called from any thread."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()
        self._listens = False
        self.reached = 0
        """The position that the feeds had reached when somebody was last told of it."""

    def begin(self, listen: Callable[[Callable[[Mapping[str, int]], None]], None]) -> None:
        """Listens from the first follower on."""
        if not self._listens:
            self._listens = True
            listen(self.told)

    def told(self, positions: Mapping[str, int]) -> None:
        """How far each projection has come."""
        reached = positions.get(FeedTables.name, 0)
        if reached != self.reached:
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._wake, reached)

    async def wait(self, seen: int, seconds: float) -> None:
        """Returns when the feeds are not where they were seen, or after so many seconds."""
        if self.reached == seen:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._event.wait(), seconds)

    def _wake(self, reached: int) -> None:
        self.reached = reached
        self._event.set()
        self._event = asyncio.Event()
