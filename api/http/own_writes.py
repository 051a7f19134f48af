"""A reader's own commands: the newest position that a session or key has written, so that their next read shows it.

What this process carried out it remembers. Where several serve the API, the position travels in a cookie.
"""

from collections import OrderedDict
from threading import Lock

from starlette.requests import Request
from starlette.responses import Response

from api.http.callers import Caller
from api.http.responses import BEHIND, POSITION
from api.http.sessions.cookies import keep, token_in
from domain.kernel.values import LARGEST_INTEGER

COOKIE = "written"
"""Holds the newest position that its browser or client has written."""
LONGEST_WAIT_SECONDS = 2.0
MOST_KEPT = 10_000
_KEPT_SECONDS = 300


class OwnWrites:
    """The newest position that each key has written and that reads may not show yet. May be used from any thread."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._written: OrderedDict[str, int] = OrderedDict()
        self._shown = 0
        self._lock = Lock()

    def note(self, key: str, position: int) -> None:
        """The key has written at that position. The keys that wrote the longest ago are forgotten first."""
        with self._lock:
            self._written[key] = max(position, self._written.get(key, 0))
            self._written.move_to_end(key)
            while len(self._written) > self._most:
                self._written.popitem(last=False)

    def is_shown(self, position: int) -> None:
        """Reads have come to that position: nobody waits for it any more."""
        with self._lock:
            self._shown = max(self._shown, position)

    def awaited_by(self, key: str, told: int = 0) -> int | None:
        """The position that a read with that key is to show, be it `told` by the reader; None where reads show it."""
        with self._lock:
            newest = max(self._written.get(key, 0), told)
            if newest <= self._shown:
                self._written.pop(key, None)
            return newest if newest > self._shown else None


def told_in(request: Request) -> int:
    """The position in the reader's cookie; 0 for none, and for what is no position."""
    told = token_in(request, COOKIE) or ""
    return int(told) if told.isascii() and told.isdigit() and len(told) < len(str(LARGEST_INTEGER)) else 0


def behind(request: Request) -> dict[str, str]:
    """The header that tells where an answer does not show its reader's own newest command yet."""
    position: int | None = getattr(request.state, "behind", None)
    return {} if position is None else {BEHIND: str(position)}


def remember(request: Request, answer: Response, written: OwnWrites) -> None:
    """Keeps where an accepted command was recorded with the key that sent it, and in a cookie of its sender."""
    caller: Caller | None = getattr(request.state, "caller", None)
    position = answer.headers.get(POSITION)
    if caller is not None and caller.key is not None and position is not None:
        written.note(caller.key.id, int(position))
        keep(answer, request, position, COOKIE, _KEPT_SECONDS)
