"""Random bytes that follow from a test, in place of the operating system's."""

import hashlib
import threading
from itertools import count
from uuid import UUID


class Draws:
    """Hands out other bytes each time, the same in each run of the same test."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.begin("before the first test")

    def begin(self, seed: str) -> None:
        """What is handed out from now on follows from the seed."""
        self._seed, self._numbers = seed, count()

    def urandom(self, size: int) -> bytes:
        """So many bytes, at most 64."""
        with self._lock:
            return hashlib.sha512(f"{self._seed} {next(self._numbers)}".encode()).digest()[:size]

    def uuid(self) -> str:
        """The id of something new, as a service draws one."""
        return str(UUID(bytes=self.urandom(16), version=4))


DRAWS = Draws()
"""Those of the process that runs the tests."""
