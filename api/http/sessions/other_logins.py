"""Other ways to log in as anyone who has a key: passkeys, and accounts at the federation's identity provider.

Each is added by somebody who has logged in, stands for the same key, and ends with it.
"""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from api.http.api_keys import digest_of
from api.http.sessions.store import Asking, Found


@dataclass(frozen=True, slots=True)
class OtherLogin:
    """One as its owner is shown of it: a passkey, or else an account."""

    id: str
    is_passkey: bool
    made_at: datetime
    used_at: datetime | None


@dataclass(frozen=True, slots=True)
class Passkey:
    """The proof of a passkey. `mark` is its id, `uses` how often it says that it was used."""

    mark: bytes
    public_key: bytes
    uses: int


def mark_of_account(provider: str, account: str) -> bytes:
    """A mark that tells an account from all others, without saying whose it is."""
    return hashlib.sha256(f"{provider}\n{account}".encode()).digest()


class OtherLogins(Asking):
    """Adds, finds and ends them."""

    def of(self, found: Found) -> Sequence[OtherLogin]:
        """Those of the session's key, the oldest first."""
        rows = self._rows(
            "SELECT id, is_passkey, made_at, used_at FROM public.scoresheet_other_logins(%s)", _digest_in(found)
        )
        return [OtherLogin(*row) for row in rows]

    def add_passkey(self, found: Found, passkey: Passkey) -> bool:
        """False where the session has ended meanwhile, or the passkey is there already."""
        return self._add(found, passkey.mark, passkey.public_key, passkey.uses)

    def add_account(self, found: Found, mark: bytes) -> bool:
        """False where the session has ended meanwhile."""
        return self._add(found, mark, None, 0)

    def passkey(self, mark: bytes) -> Passkey | None:
        """The passkey with that id, if its API key is valid."""
        rows = self._rows("SELECT public_key, uses FROM public.scoresheet_passkey(%s)", mark)
        return Passkey(mark, *rows[0]) if rows else None

    def passkeys_of(self, found: Found) -> Sequence[bytes]:
        """The ids of the passkeys of the session's key."""
        return [bytes(mark) for (mark,) in self._rows("SELECT public.scoresheet_own_passkeys(%s)", _digest_in(found))]

    def log_in(self, mark: bytes, begun_at: datetime, uses: int = 0) -> str | None:
        """The secret of a new session for who has proved to have it; None where there is none, or its last login was
        begun later than this one."""
        token = secrets.token_hex(32)
        shown = (mark, uses, begun_at, secrets.token_hex(8), digest_of(token))
        query = "SELECT public.scoresheet_log_in_otherwise(%s, %s, %s, %s, %s)"
        return token if self._rows(query, *shown)[0][0] else None

    def end(self, found: Found, id_: str) -> bool:
        """Ends that one of the session's key; False where there is none."""
        return bool(self._rows("SELECT public.scoresheet_end_other_login(%s, %s)", _digest_in(found), id_)[0][0])

    def _add(self, found: Found, mark: bytes, public_key: bytes | None, uses: int) -> bool:
        query = "SELECT public.scoresheet_add_login(%s, %s, %s, %s, %s)"
        return bool(self._rows(query, _digest_in(found), secrets.token_hex(8), mark, public_key, uses)[0][0])


def _digest_in(found: Found) -> bytes:
    return bytes.fromhex(found.token)
