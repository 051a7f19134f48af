"""Wakes all in this process who follow some projections, such as the feeds, each time that these have moved on, and
reads for them together: a hall of followers costs a few threads and one query."""

import asyncio
from collections.abc import Callable, Collection, Hashable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar, cast

import anyio

T = TypeVar("T")
THREADS = 4
"""In which followers read; all other readers have theirs."""


class News:
    """Of the projections `made_from`. Made on the loop that its followers wait on; `told` may be called from any
    thread."""

    def __init__(self, made_from: Collection[str]) -> None:
        self._made_from = made_from
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()
        self._listens = False
        self._reading: dict[Hashable, asyncio.Task[Any]] = {}
        self._threads = anyio.CapacityLimiter(THREADS)
        self.is_over = False
        """Whether the service is to end, and all streams with it."""
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

    async def read(self, asked: Hashable, read: Callable[[], T]) -> T:
        """What is read, once for all who ask for the same at the same time."""
        if asked not in self._reading:
            found = asyncio.create_task(anyio.to_thread.run_sync(read, limiter=self._threads))
            self._reading[asked] = found
            found.add_done_callback(partial(self._read, asked))
        return cast("T", await asyncio.shield(self._reading[asked]))

    def _read(self, asked: Hashable, _: object) -> None:
        del self._reading[asked]

    async def wait(self, seen: int, seconds: float) -> None:
        """Returns when they are not where they were seen, or after so many seconds."""
        if self.reached == seen and not self.is_over:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._event.wait(), seconds)

    def end(self) -> None:
        """All who follow are let go."""
        self.is_over = True
        self._wake(self.reached)

    def _wake(self, reached: int) -> None:
        self.reached = reached
        self._event.set()
        self._event = asyncio.Event()
