"""Wakes all in this process who follow some projections, such as the feeds, each time that these have moved on."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress


class News:
    """Of the projections `made_from`. Made on the loop that its followers wait on; `told` may be called from any
    thread."""

    def __init__(self, made_from: Collection[str]) -> None:
        self._made_from = made_from
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()
        self._listens = False
        self.reached = 0
        """The position that all of them had reached when somebody was last told of it."""

    def begin(self, listen: Callable[[Callable[[Mapping[str, int]], None]], None]) -> None:
        """Listens from the first follower on."""
        if not self._listens:
            self._listens = True
            listen(self.told)

    def told(self, positions: Mapping[str, int]) -> None:
        """How far each projection has come."""
        reached = min(positions.get(name, 0) for name in self._made_from)
        if reached != self.reached:
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._wake, reached)

    async def wait(self, seen: int, seconds: float) -> None:
        """Returns when they are not where they were seen, or after so many seconds."""
        if self.reached == seen:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._event.wait(), seconds)

    def _wake(self, reached: int) -> None:
        self.reached = reached
        self._event.set()
        self._event = asyncio.Event()
