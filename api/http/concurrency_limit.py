"""How many requests of one caller are worked on at once, so that one caller can't take all threads."""

from collections import Counter

from starlette.types import ASGIApp, Receive, Scope, Send

from api.http.problems import TOO_MANY_REQUESTS, Problem
from api.http.responses import RETRY_SECONDS

MOST_AT_ONCE = 100
"""Of one caller's requests: more than any well-meaning client sends, 32 at once under one key included."""

_PLACE = "scoresheet.place"
_LEAVING = {"Retry-After": RETRY_SECONDS, "Connection": "close"}


class RequestPlace:
    """A request's place among those of its caller, from when the caller is known until the request is answered."""

    def __init__(self, present: Counter[str], most: int) -> None:
        self._present = present
        self._most = most
        self._caller: str | None = None

    def take(self, caller: str) -> None:
        """Raises Problem (429) where the caller has too many requests already."""
        if self._present[caller] >= self._most:
            detail = f"At most {self._most} requests of one caller are worked on at once."
            raise Problem(TOO_MANY_REQUESTS, detail, _LEAVING)
        self._present[caller] += 1
        self._caller = caller

    def leave(self) -> None:
        """The request is answered, or was given up."""
        if self._caller is None:
            return
        self._present[self._caller] -= 1
        if not self._present[self._caller]:
            del self._present[self._caller]


class ConcurrencyLimit:
    """Gives each request to `app` a place to take; plain ASGI, on the one thread of the loop."""

    def __init__(self, app: ASGIApp, most: int = MOST_AT_ONCE) -> None:
        self._app = app
        self._most = most
        self._present = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        place = RequestPlace(self._present, self._most)
        scope[_PLACE] = place
        try:
            await self._app(scope, receive, send)
        finally:
            place.leave()


def take_place(scope: Scope, key: str | None) -> None:
    """Counts the request to its API key, or without one to its address; before anything that takes long, its body
    included. Raises Problem (429)."""
    place: RequestPlace = scope[_PLACE]
    client = scope.get("client")
    place.take(f"key {key}" if key else f"address {client[0] if client else ''}")
