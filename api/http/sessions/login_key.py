"""The key that closes what a browser keeps of a login it has begun: a login begun at one worker goes on at another."""

from typing import Any

from cryptography.fernet import Fernet
from psycopg_pool import ConnectionPool
from pydantic import TypeAdapter

from api.http.shared import Shared, Shelf

_PLACE = "now"
_USED_SECONDS = 3_600.0
"""How often it is noted that it is used: what nobody uses for a day is forgotten."""


class LoginKey:
    """May be used from any thread."""

    def __init__(self, pool: "ConnectionPool[Any]") -> None:
        self._shared = Shared(pool, "login-key", TypeAdapter(str))

    def opener(self) -> Fernet:
        """What closes and opens by it; the first worker that asks makes it."""
        with self._shared.looking() as shelf:
            key = _found(shelf)
        if key is None:
            with self._shared.alone() as shelf:
                key = _found(shelf)
                if key is None:
                    key = Fernet.generate_key().decode()
                    shelf.keep(_PLACE, key)
        return Fernet(key)


def _found(shelf: Shelf[str]) -> str | None:
    found = shelf.of(_PLACE)
    if found is not None and found.seconds > _USED_SECONDS:
        shelf.touch(_PLACE)
    return found.value if found else None
