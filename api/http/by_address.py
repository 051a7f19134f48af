"""How often something comes from one address, where anybody may send it."""

from collections import deque
from collections.abc import Callable
from threading import Lock

_QUARTER_SECONDS = 900.0
_MOST_ADDRESSES = 10_000


class ByAddress:
    """Counts what comes from each address. May be used from any thread."""

    def __init__(self, seconds: Callable[[], float], most: int) -> None:
        self._seconds, self._most, self._lock = seconds, most, Lock()
        self._sent: dict[str, deque[float]] = {}

    def is_too_often(self, address: str) -> bool:
        """Counts one more from there; True where there were the most already within a quarter of an hour."""
        now = self._seconds()
        with self._lock:
            if len(self._sent) >= _MOST_ADDRESSES:
                self._sent = {one: when for one, when in self._sent.items() if when[-1] > now - _QUARTER_SECONDS}
            sent = self._sent.setdefault(address, deque(maxlen=self._most))
            if len(sent) == self._most and sent[0] > now - _QUARTER_SECONDS:
                return True
            sent.append(now)
            return False
