"""The lines of C2SP's forms: a number, or a hash, each in its one spelling."""

from domain.evidence.base64_text import from_base64
from domain.evidence.merkle import HASH_BYTES, Hash

_MOST_DIGITS = 20


def number_in(text: str) -> int:
    """The number that the text says, decimal and without zeros before it. Raises `ValueError`."""
    if not (text.isascii() and text.isdigit() and str(int(text[:_MOST_DIGITS])) == text):
        raise ValueError(f"not a number: {text[:40]!r}")
    return int(text)


def hash_in(text: str) -> Hash:
    """The hash that the text says in base64. Raises `ValueError`."""
    found = from_base64(text)
    if len(found) != HASH_BYTES:
        raise ValueError(f"not a hash: {text[:80]!r}")
    return found
