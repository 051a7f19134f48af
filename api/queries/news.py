"""Wakes all in this process who follow some projections, such as the feeds, each time that these have moved on, and
reads for them together: a hall of followers costs a few threads and one query."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Hashable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar, cast

import anyio

from domain.journal import abandonment

T = TypeVar("T")
THREADS = 4
"""In which followers read; all other readers have theirs."""
MOST_KEPT = 64
APART_SECONDS = 0.003
"""So far apart are followers told of a change, so that a hall that asks again keeps nobody else waiting."""


class News:
    """Of the projections `made_from`. Made on the loop that its followers wait on; `told` may be called from any
    thread."""

    def __init__(self, made_from: Collection[str]) -> None:
        self._made_from = made_from
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()
        self._listens = False
        self._making: dict[Hashable, asyncio.Task[Any]] = {}
        self._next_turn = 0.0
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
        return await self.together(asked, lambda: anyio.to_thread.run_sync(read, limiter=self._threads))

    async def together(self, asked: Hashable, make: Callable[[], Coroutine[Any, Any, T]], keep: float = 0.0) -> T:
        """What is made, once for all who ask for the same at the same time, or within `keep` seconds. Whoever has been
        told how far the projections have come asks for it with `reached`, and gets nothing from before."""
        if asked not in self._making:
            found = self._making[asked] = asyncio.create_task(_for_all(make))
            found.add_done_callback(partial(self._made, asked, keep))
        return cast("T", await asyncio.shield(self._making[asked]))

    def _made(self, asked: Hashable, keep: float, found: "asyncio.Task[Any]") -> None:
        is_kept = len(self._making) <= MOST_KEPT and not found.cancelled() and found.exception() is None
        self._loop.call_later(keep if is_kept else 0.0, self._making.pop, asked)

    async def wait(self, seen: int, seconds: float) -> None:
        """Returns when they are not where they were seen, or after so many seconds."""
        if self.reached == seen and not self.is_over:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._event.wait(), seconds)

    async def turn(self) -> None:
        """Returns once it is the follower's turn to be told: at once, unless others have just been."""
        now = self._loop.time()
        self._next_turn = max(self._next_turn, now) + APART_SECONDS
        await asyncio.sleep(self._next_turn - APART_SECONDS - now)

    def end(self) -> None:
        """All who follow are let go."""
        self.is_over = True
        self._wake(self.reached)

    def _wake(self, reached: int) -> None:
        self.reached = reached
        self._event.set()
        self._event = asyncio.Event()


async def _for_all(make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    with abandonment.wanted_by_others():
        return await make()
