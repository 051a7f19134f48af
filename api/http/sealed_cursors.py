"""Cursors as they go out: sealed, for the place that one holds may be the name or the id of a person.

A link to a page outlives what the page showed. Whoever keeps one learns nothing of somebody who is erased or withheld.
The same place is sealed alike each time, so that a page that has not changed is known again by its ETag.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cached_property

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from api.http.sessions.store import Asking


class SealedCursors(Asking):
    """Seals and opens them with the key that the database drew. May be used from any thread."""

    @cached_property
    def _cipher(self) -> AESSIV:
        return AESSIV(self._rows("SELECT public.scoresheet_cursor_key()")[0][0])

    def seal(self, cursor: str) -> str:
        """The cursor as it goes out."""
        return _text(self._cipher.encrypt(_bytes(cursor), None))

    def open(self, shown: str) -> str:
        """The cursor of what was shown; what was never sealed is read as it is."""
        try:
            return _text(self._cipher.decrypt(_bytes(shown), None))
        except (InvalidTag, ValueError):
            return shown


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode((text + "=" * (-len(text) % 4)).encode("ascii"))


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")
