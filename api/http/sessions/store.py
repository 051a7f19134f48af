"""Sessions: each stands for an API key in one browser, from a login until it is ended, unused for twelve hours, seven
days old, or its key is.

What the browser keeps are 256 random bits; stored is their SHA-256, as with keys.
"""

import hashlib
import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, LiteralString

import psycopg
from psycopg_pool import ConnectionPool

from api.http.api_keys import COLUMNS, Key, digest_of, parts_of

LINK_MINUTES = 10
"""For how long a link logs in, once."""
LINK = r"^[0-9a-f]{64}$"
SPOKEN = r"^[2-9A-HJ-NP-Za-hj-np-z -]{12,40}$"
"""The code of a player's own link, as somebody may have written it down who was told it."""
_LETTERS, _SPOKEN_LETTERS, _GROUP = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ", 12, 4

_TOKEN = re.compile(LINK)
_NOTED_EVERY = timedelta(minutes=5)
_FIND = f"""
SELECT s.id, now() - s.used_at, s.by_mail, {", ".join(f"k.{name}" for name in COLUMNS.split(", "))}
FROM public.scoresheet_any_session(%s) AS s, public.scoresheet_api_key(s.key) AS k
"""  # noqa: S608 -- our own names
_MAKE_LINK = """
INSERT INTO public.login_links (digest, key, is_for_loopback, expires_at)
    SELECT %s, k.id, %s, now() + %s FROM public.api_keys k
    WHERE k.id = %s AND public.scoresheet_is_valid(k)
"""


def new_spoken() -> str:
    """A code for a player's own link, of 60 random bits and short enough to be read out: K7QF-3MXD-9TRA."""
    drawn = "".join(secrets.choice(_LETTERS) for _ in range(_SPOKEN_LETTERS))
    return "-".join(drawn[at : at + _GROUP] for at in range(0, _SPOKEN_LETTERS, _GROUP))


def code_of(spoken: str) -> str:
    """The digest of the link's code, however the code was written down."""
    letters = "".join(one for one in spoken.upper() if one in _LETTERS)
    return hashlib.sha256(letters.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Session:
    """A session without its secret, and the id of the key that it stands for; a link in a mail may have begun it."""

    id: str
    key: str
    began_at: datetime
    used_at: datetime
    by_mail: bool


@dataclass(frozen=True, slots=True)
class Found:
    """The session that a browser has shown, with its key; `token` is its secret."""

    id: str
    key: Key
    token: str = field(repr=False)


def make_link(
    connection: psycopg.Connection[Any], key_id: str, lasts: timedelta, *, is_for_loopback: bool = False
) -> str:
    """The code of a new link that logs in once, as anyone who has that key; from this machine alone where it
    `is_for_loopback`. `connection` is the owner's. Raises ValueError where there is no such key that is valid."""
    code = secrets.token_hex(32)
    made = connection.execute(_MAKE_LINK, (digest_of(code), is_for_loopback, lasts, key_id))
    if made.rowcount != 1:
        raise ValueError(f"there is no key {key_id!r} that is valid")
    return code


class Asking:
    """Asks the database through a pool of connections. May be used from any thread."""

    def __init__(self, pool: "ConnectionPool[Any]") -> None:
        self._pool = pool

    def _rows(self, query: str, *values: object) -> list[Any]:
        with self._pool.connection() as connection:
            rows: list[Any] = connection.execute(query.encode(), values).fetchall()
        return rows


def _as_player(key: Key) -> Key:
    """The key as it is used by a session that a link in a mail has begun: its person plays, whatever else they are.
    Anyone who reads the mail could have begun it."""
    return replace(key, role="player", by_mail=True)


class Sessions(Asking):
    """Begins, finds and ends sessions."""

    def begin(self, shown: str) -> str | None:
        """The secret of a new session for anyone who shows this key; None where it is none that is valid."""
        return self._begin("SELECT public.scoresheet_begin_session(%s, %s, %s, %s)", *parts_of(shown))

    def log_in(self, code: str, *, is_on_loopback: bool) -> str | None:
        """The secret of a new session for anyone who shows this link, which is used up; None where it is none."""
        query: LiteralString = "SELECT public.scoresheet_log_in_by_link(%s, %s, %s, %s)"
        return self._begin(query, bytes.fromhex(code), is_on_loopback) if _TOKEN.fullmatch(code) else None

    def is_first(self, code: str) -> bool:
        """Whether the link of the first start with this code is still good."""
        return bool(self._rows("SELECT public.scoresheet_first_link(%s)", bytes.fromhex(code))[0][0])

    def awaits_first(self) -> bool:
        """Whether nobody has had an administrator's key yet."""
        return bool(self._rows("SELECT public.scoresheet_awaits_first()")[0][0])

    def find(self, token: str) -> Found | None:
        """The session with this secret, if it goes on; that it is used is noted every few minutes, and of its key on
        which day."""
        if not _TOKEN.fullmatch(token):
            return None
        rows = self._rows(_FIND, bytes.fromhex(token))
        if not rows:
            return None
        id_, unused_for, by_mail, *columns = rows[0]
        if unused_for > _NOTED_EVERY:
            with suppress(psycopg.Error):  # Where nothing can be written, pages are read all the same.
                self._rows("SELECT public.scoresheet_note_session_use(%s)", bytes.fromhex(token))
        key = _as_player(Key(*columns)) if by_mail else Key(*columns)
        if key.last_used != datetime.now(UTC).date():
            with suppress(psycopg.Error):
                self._rows("SELECT public.scoresheet_note_key_use(%s)", key.id)
        return Found(id_, key, token)

    def is_fresh(self, found: Found) -> bool:
        """Whether it makes other ways in: one that began long ago may be a browser that was left open."""
        query = "SELECT EXISTS (SELECT FROM public.scoresheet_fresh_session(%s))"
        return bool(self._rows(query, bytes.fromhex(found.token))[0][0])

    def of(self, found: Found) -> Sequence[Session]:
        """All sessions of anyone who has that one, the oldest first."""
        rows = self._rows(
            "SELECT id, key, began_at, used_at, by_mail FROM public.scoresheet_sessions(%s)", bytes.fromhex(found.token)
        )
        return [Session(*row) for row in rows]

    def end(self, found: Found, id_: str) -> bool:
        """Ends that session of anyone who has this one; False where there is none."""
        return bool(self._rows("SELECT public.scoresheet_end_session(%s, %s)", bytes.fromhex(found.token), id_)[0][0])

    def _begin(self, query: LiteralString, *shown: object) -> str | None:
        token = secrets.token_hex(32)
        begun = self._rows(query, *shown, secrets.token_hex(8), digest_of(token))[0][0]
        return token if begun else None
