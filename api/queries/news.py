"""Wakes all in this process who follow some projections, such as the feeds, each time that these have moved on, and
reads for them together: a hall of followers costs a few threads and one query."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Hashable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, TypeVar, cast

import anyio

from domain.journal import abandonment

T = TypeVar("T")
THREADS = 4
"""In which followers read; all other readers have theirs."""
PLACES = 2
"""For pages that many ask for, of which so many are made at once: whatever else is asked for has the others."""
MOST_KEPT = 256
FOLLOWERS_A_SECOND = 100


class News:
    """Of the projections `made_from`. Made on the loop that its followers wait on; `told` may be called from any
    thread."""

    def __init__(self, made_from: Collection[str], followers_a_second: int = FOLLOWERS_A_SECOND) -> None:
        self._made_from = made_from
        self._apart = 1 / followers_a_second
        self._loop = asyncio.get_running_loop()
        self._bell = Bell()
        self.listens = False
        self._making: dict[Hashable, asyncio.Task[Any]] = {}
        self._watched: dict[Hashable, Watched] = {}
        self._turns, self._last_turn = asyncio.Lock(), 0.0
        self.places = anyio.CapacityLimiter(PLACES)
        self._threads = anyio.CapacityLimiter(THREADS)
        self.is_over = False
        """Whether the service is to end, and all streams with it."""
        self.reached = 0
        """The position that all of them had reached when somebody was last told of it."""
        self._tellings = 0
        self._answers: tuple[Hashable, dict[Hashable, Any]] = None, {}

    def begin(self, listen: Callable[[Callable[[Mapping[str, int]], None]], None]) -> None:
        """Listens from the first follower on."""
        if not self.listens:
            self.listens = True
            listen(self.told)

    @property
    def edition(self) -> Hashable:
        """The edition: all that is made from now on shows at least what those who watch have been told."""
        return self.reached, self._tellings

    def answers(self, seconds: float) -> dict[Hashable, Any]:
        """The answers for those who ask again, so that others need not read it: of this edition, and for so long."""
        now = (self.edition, self._loop.time() // seconds)
        if self._answers[0] != now:
            self._answers = now, {}
        return self._answers[1]

    def told(self, positions: Mapping[str, int]) -> None:
        """The position of each projection."""
        reached = min(positions.get(name, 0) for name in self._made_from)
        if reached != self.reached:
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._wake, reached)

    async def read(self, asked: Hashable, read: Callable[[], T]) -> T:
        """The reading, made once for all who ask for the same at the same time."""
        return await self.together(asked, lambda: anyio.to_thread.run_sync(read, limiter=self._threads))

    async def together(self, asked: Hashable, make: Callable[[], Coroutine[Any, Any, T]], keep: float = 0.0) -> T:
        """The value, made once for all who ask for the same at the same time, or within `keep` seconds. Anyone who has
        been told of a change asks for it with the `edition`, and gets nothing from before."""
        if asked not in self._making:
            found = self._making[asked] = asyncio.create_task(_for_all(make))
            found.add_done_callback(partial(self._keep_made, asked, keep))
        return cast("T", await asyncio.shield(self._making[asked]))

    def kept(self, asked: Hashable) -> object | None:
        """The value that was made and is kept; None: nothing is."""
        found = self._making.get(asked)
        return None if found is None or not found.done() or found.cancelled() or found.exception() else found.result()

    def _keep_made(self, asked: Hashable, keep: float, found: "asyncio.Task[Any]") -> None:
        is_kept = len(self._making) <= MOST_KEPT and not found.cancelled() and found.exception() is None
        self._loop.call_later(keep if is_kept else 0.0, self._making.pop, asked, None)

    async def wait(self, seen: int, seconds: float | None) -> None:
        """Returns when they are not where they were seen, or after so many seconds."""
        if self.reached == seen and not self.is_over:
            await self._bell.wait(seconds)

    @asynccontextmanager
    async def watching(self, what: Hashable, read: Callable[[], object]) -> AsyncIterator["Watched"]:
        """The reading; within it, another each time that they have moved on: once for all who watch the same."""
        watched = self._watched.get(what)
        if watched is None or watched.is_over:
            watched = self._watched[what] = Watched()
            watched.reading = asyncio.create_task(_for_all(partial(self._watch, watched, read)))
        watched.followers += 1
        try:
            yield watched
        finally:
            watched.followers -= 1
            if not watched.followers:
                watched.reading.cancel()
                if self._watched.get(what) is watched:
                    del self._watched[what]

    async def _watch(self, watched: "Watched", read: Callable[[], object]) -> None:
        try:
            while not self.is_over:
                seen = self.reached
                now = await anyio.to_thread.run_sync(read, limiter=self._threads)
                self._tellings += now != watched.now  # the tables may be ahead of what has been told of them
                watched.tell(now)
                await self.wait(seen, None)
        finally:
            watched.end()

    async def turn(self) -> None:
        """Returns once it is the follower's turn to be told: at once, unless others have just been. Anyone who has left
        meanwhile keeps nobody waiting."""
        async with self._turns:
            if not self.is_over:
                await asyncio.sleep(self._last_turn + self._apart - self._loop.time())
            self._last_turn = self._loop.time()

    def stir(self) -> None:
        """Those who watch read again: what they watch hangs on more than the tables. Called on the loop."""
        self._tellings += 1
        self._bell.ring()

    def end(self) -> None:
        """All who follow are let go."""
        self.is_over = True
        self._wake(self.reached)

    def _wake(self, reached: int) -> None:
        self.reached = reached
        self._bell.ring()


async def _for_all(make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    with abandonment.wanted_by_others():
        return await make()


class Bell:
    """Wakes all who wait now."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def ring(self) -> None:
        self._event.set()
        self._event = asyncio.Event()

    async def wait(self, seconds: float | None) -> None:
        """Returns when it rings, or after so many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._event.wait(), seconds)


class Watched:
    """Something that many watch, as it was last read."""

    reading: "asyncio.Task[None]"

    def __init__(self) -> None:
        self.followers = 0
        self.is_over = False
        """Whether it is read no more: the service is to end, or it could not be read."""
        self.now: object = None
        self._bell = Bell()

    def tell(self, now: object) -> None:
        """Wakes those who watch, where it has become something else."""
        if now != self.now:
            self.now = now
            self._bell.ring()

    def end(self) -> None:
        """Lets go of those who watch."""
        self.is_over = True
        self._bell.ring()

    async def wait(self, seen: object, seconds: float) -> None:
        """Returns when it has been read and is not what was seen, or after so many seconds."""
        if self.now in (None, seen) and not self.is_over:
            await self._bell.wait(seconds)
