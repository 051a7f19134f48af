"""Names and passwords, by which somebody logs in as anyone who has a key. Each is set by somebody who has logged in."""

import secrets
from threading import BoundedSemaphore

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from api.http.api_keys import digest_of
from api.http.sessions.store import Asking, Found

FEWEST_LETTERS, MOST_LETTERS = 10, 200
MOST_TRIES = 10
"""So often a name is tried in a quarter of an hour, with whatever password."""
_MEMORY_KIB, _PASSES = 19_456, 2
_AT_ONCE = BoundedSemaphore(2)
"""Each takes 19 MB and a good part of a core."""
_NOBODYS = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
"""What a password is compared with where nobody has the name, so that it takes as long."""


class TriedTooOftenError(Exception):
    """The name was tried too often: it is let in again after a quarter of an hour."""


def hash_of(password: str) -> str:
    """Argon2id of it with a new salt, in the form that says how it was made (RFC 9106)."""
    made = Argon2id(salt=secrets.token_bytes(16), length=32, iterations=_PASSES, lanes=1, memory_cost=_MEMORY_KIB)
    with _AT_ONCE:
        return made.derive_phc_encoded(password.encode())


def fits(password: str, hash_: str) -> bool:
    """Whether the hash was made of that password."""
    with _AT_ONCE:
        try:
            Argon2id.verify_phc_encoded(password.encode(), hash_)
        except InvalidKey:
            return False
    return True


def slow_digest(text: str, salt: bytes) -> bytes:
    """Argon2id of it with that salt of 16 bytes: always the same, and as slow to guess as a password."""
    made = Argon2id(salt=salt, length=32, iterations=_PASSES, lanes=1, memory_cost=_MEMORY_KIB)
    with _AT_ONCE:
        return made.derive(text.encode())


def name_as_kept(name: str) -> str:
    """A name as it is compared: whatever its case, without blanks around it."""
    return name.strip().casefold()


class Passwords(Asking):
    """Sets and tries them. May be used from any thread."""

    def log_in(self, name: str, password: str) -> str | None:
        """The secret of a new session for anyone who knows the password of that name; None for anyone who does not.
        Raises TriedTooOftenError."""
        kept, token = name_as_kept(name), secrets.token_hex(32)
        rows = self._rows("SELECT hash FROM public.scoresheet_try_password(%s, %s)", kept, MOST_TRIES)
        if not rows:
            raise TriedTooOftenError
        known = rows[0][0]
        if not fits(password, known or _NOBODYS) or known is None:
            return None
        shown = (kept, known, secrets.token_hex(8), digest_of(token))
        begun = self._rows("SELECT public.scoresheet_log_in_by_password(%s, %s, %s, %s)", *shown)
        return token if begun[0][0] else None

    def set(self, found: Found, name: str, password: str) -> bool:
        """Gives the session's key that name and password. False where the name is somebody else's, or the session has
        ended."""
        shown = (bytes.fromhex(found.token), name_as_kept(name), hash_of(password))
        return bool(self._rows("SELECT public.scoresheet_set_password(%s, %s, %s)", *shown)[0][0])

    def name_of(self, found: Found) -> str | None:
        """The name of the session's key; None where it has no password."""
        name: str | None = self._rows("SELECT public.scoresheet_password_name(%s)", bytes.fromhex(found.token))[0][0]
        return name
