"""How many requests of one caller are worked on at once, so that no caller keeps others out.

Reads of each kind of caller have threads of their own, and so has looking up a key that is not known: however many
come without a key, commands and anyone who has a key find theirs. One address, or one key, has half of those threads at
most. An answer that is a stream counts as a stream of its address from its beginning on, and as a request no more.
"""

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field

from anyio import CapacityLimiter, WouldBlock
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.http.limits import Limits, address_of
from api.http.problems import TOO_MANY_REQUESTS, Problem
from api.http.responses import RETRY_SECONDS, problem_answer
from domain.journal import abandonment

THREADS = {"anonymous": 32, "keyed": 24, "staff": 24, "lookup": 8}
"""For reads at once, and keys looked up, of all threads there are; commands have the others."""
HEAVY_THREADS = {"anonymous": 1, "keyed": 1, "staff": 2, "lookup": 8}
"""The same where each read may take long. More at once are not answered sooner, since one interpreter works for all of
them, and what else is to be done on the machine waits longer."""
WAITING = 64
"""Readers of each of these that may wait for a position at once, in threads of their own."""

GONE = "scoresheet.gone"
"""Where the server says in a request's scope how to ask whether its sender has left."""
_PLACE = "scoresheet.place"
_LEAVING = {"Retry-After": RETRY_SECONDS, "Connection": "close"}
_STREAM = b"text/event-stream"


@dataclass(slots=True)
class Present:
    """The requests that one caller has open, and the threads of which they have no more."""

    threads: CapacityLimiter
    open: Counter[str] = field(default_factory=Counter)


class Crowd:
    """All callers who have something open, by name; `threads` says how many there are for each kind of them."""

    def __init__(self, limits: Limits, threads: Mapping[str, int]) -> None:
        self.limits = limits
        self.threads = {kind: CapacityLimiter(most) for kind, most in threads.items()}
        self.waiting = {kind: CapacityLimiter(WAITING) for kind in threads}
        self._most = {kind: max(1, most // 2) for kind, most in threads.items()}
        self._present: dict[str, Present] = {}

    def of(self, caller: str, kind: str) -> Present:
        """The requests that the caller has open."""
        if caller not in self._present:
            self._present[caller] = Present(CapacityLimiter(self._most[kind]))
        return self._present[caller]

    def forget(self, caller: str) -> None:
        """Lets go of a caller who has nothing open."""
        if not +self._present[caller].open:
            del self._present[caller]


@dataclass(slots=True, eq=False)
class RequestPlace:
    """A request's place among those of its caller, from when the caller is known until the request is answered."""

    crowd: Crowd
    address: str
    kind: str = "anonymous"
    caller: str = ""
    """Whose it is: an API key's, or without one its address's."""
    _counted: str = ""
    _threads: list[CapacityLimiter] = field(default_factory=list)

    @contextmanager
    def waiting(self) -> Iterator[bool]:
        """Within it the request has one of the places in which readers of its kind wait for a position; False where
        there is none left. A place is taken at once: of two who see the last one, one gets it."""
        places = self.crowd.waiting[self.kind]
        try:
            places.acquire_on_behalf_of_nowait(self)
        except WouldBlock:
            yield False
            return
        try:
            yield True
        finally:
            places.release_on_behalf_of(self)

    def take(self, key: str | None = None, kind: str = "anonymous") -> None:
        """Counts the request to its API key, or without one to its address, and to its kind of caller. Raises Problem
        (429)."""
        self.leave()
        limits = self.crowd.limits
        if key is None:
            self._count(f"address {self.address}", kind, "requests", limits.address_requests)
        else:
            self._count(f"key {key}", kind, "requests", limits.key_requests)

    def become_stream(self) -> None:
        """Counts the request as a stream of its address from here on. Raises Problem (429)."""
        self.leave()
        self._count(f"address {self.address}", "anonymous", "streams", self.crowd.limits.address_streams)

    async def take_thread(self) -> None:
        """Waits until the caller may have a thread, and keeps it until the answer begins. Raises Abandoned."""
        if self._threads:
            return
        for limiter in (self.crowd.of(self.caller, self.kind).threads, self.crowd.threads[self.kind]):
            await limiter.acquire_on_behalf_of(self)
            self._threads.append(limiter)
        abandonment.require_wanted()

    @asynccontextmanager
    async def before_the_key_is_known(self) -> AsyncIterator[None]:
        """Within it the request is one that looks up a key from its address, and has a thread. Raises Problem (429)."""
        self.leave()
        self._count(f"lookups of {self.address}", "lookup", "requests", self.crowd.limits.address_requests)
        try:
            await self.take_thread()
            yield
        finally:
            self.leave()

    def leave_thread(self) -> None:
        """The answer is made: who reads it slowly keeps nobody waiting."""
        while self._threads:
            self._threads.pop().release_on_behalf_of(self)

    def leave(self) -> None:
        """The request is answered, or was given up."""
        self.leave_thread()
        if self._counted:
            self.crowd.of(self.caller, self.kind).open[self._counted] -= 1
            self._counted = ""
            self.crowd.forget(self.caller)

    def _count(self, caller: str, kind: str, what: str, most: int) -> None:
        present = self.crowd.of(caller, kind)
        if present.open[what] >= most:
            raise Problem(TOO_MANY_REQUESTS, f"At most {most} {what} of one caller are open at once.", _LEAVING)
        present.open[what] += 1
        self.caller, self.kind, self._counted = caller, kind, what


class ConcurrencyLimit:
    """Gives each request to `app` a place to take; plain ASGI, on the one thread of the loop."""

    def __init__(self, app: ASGIApp, limits: Limits, threads: Mapping[str, int]) -> None:
        self._app = app
        self._crowd = Crowd(limits, threads)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        place = RequestPlace(self._crowd, address_of(client[0] if client else ""))
        scope[_PLACE] = place
        abandonment.given_up_when(scope.get(GONE))

        try:
            await self._app(scope, receive, _counting_streams(place, scope, receive, send))
        except Exception as error:
            if not _has_left(error):
                raise
        finally:
            place.leave()


def _has_left(error: BaseException | None) -> bool:
    """Whether it is no more than that the sender has left in the midst of the answer, which needs nobody's eyes."""
    if isinstance(error, BaseExceptionGroup):
        return all(_has_left(one) for one in error.exceptions)
    return isinstance(error, abandonment.Abandoned) or (error is not None and _has_left(error.__cause__))


def _counting_streams(place: RequestPlace, scope: Scope, receive: Receive, send: Send) -> Send:
    """Sends what is to be sent, a stream as long as its address has a place for it; else the problem, which ends the
    connection and so the stream that nobody reads."""
    refused = False

    async def counting(message: Message) -> None:
        nonlocal refused
        if message["type"] == "http.response.start":
            place.leave_thread()
        if message["type"] == "http.response.start" and _is_stream(message):
            try:
                place.become_stream()
            except Problem as problem:
                refused = True
                answer = problem_answer(problem.kind, problem.detail, problem.facts, problem.headers)
                await answer(scope, receive, send)
        if not refused:
            await send(message)

    return counting


def _is_stream(message: Message) -> bool:
    return any(name == b"content-type" and value.startswith(_STREAM) for name, value in message["headers"])


def is_placed(scope: Scope) -> bool:
    """Whether the request has come so far that it has a place to take."""
    return _PLACE in scope


def place_of(scope: Scope) -> RequestPlace:
    """The place of a request, to be taken before anything that takes long, its body included."""
    place: RequestPlace = scope[_PLACE]
    return place
