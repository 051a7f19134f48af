"""The keys that close what a browser keeps of a login it has begun: a login begun at one worker goes on at another."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from cryptography.fernet import Fernet, MultiFernet
from psycopg_pool import ConnectionPool
from pydantic import TypeAdapter

from api.http.shared import Found, Shared, Shelf

CLOSING_SECONDS, OPENING_SECONDS = 3_600.0, 7_200.0
"""For how long a key closes, and for how long it opens: who has copied one can use it no longer."""


class LoginKey:
    """May be used from any thread."""

    def __init__(self, pool: "ConnectionPool[Any]") -> None:
        self._shared = Shared(pool, "login-key", TypeAdapter(str))

    def opener(self) -> MultiFernet:
        """A box that closes by the newest key and opens by each; the first worker that finds the newest too old makes
        one."""
        with self._shared.looking() as shelf:
            keys = _in_use(shelf)
        if not _closes(keys):
            with self._shared.alone() as shelf:
                if not _closes(_in_use(shelf)):
                    _renew(shelf)
                keys = _in_use(shelf)
        return MultiFernet([Fernet(key.value) for key in keys])


def _in_use(shelf: Shelf[str]) -> Sequence[Found[str]]:
    """The newest first."""
    return [found for found in reversed([*shelf.all_of().values()]) if found.seconds < OPENING_SECONDS]


def _closes(keys: Sequence[Found[str]]) -> bool:
    return bool(keys) and keys[0].seconds < CLOSING_SECONDS


def _renew(shelf: Shelf[str]) -> None:
    shelf.drop(*(place for place, found in shelf.all_of().items() if found.seconds >= OPENING_SECONDS))
    shelf.keep(str(uuid4()), Fernet.generate_key().decode())
