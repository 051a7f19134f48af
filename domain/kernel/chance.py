"""The generator every draw comes from (ALL-2), specified step by step in `chance.md`.

A draw's key is derived from a sealed secret and from what is drawn; its words are HMAC-SHA-256 in counter mode.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Annotated, Protocol, TypeVar

from pydantic import StringConstraints

from domain.kernel import canonical_json
from domain.kernel.canonical_json import JSON

SECRET_BYTES = 32
_WORDS = 2**64

Commitment = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""The SHA-256 of a secret, in hexadecimal digits."""

Secret = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""A revealed secret, in hexadecimal digits."""

T = TypeVar("T")


class Secrets(Protocol):
    """The sealed secrets. They lie outside the log, where nobody on the staff can read them."""

    def commit(self) -> Commitment:
        """Seals a fresh secret away, and answers its commitment."""

    def secret(self, commitment: Commitment) -> bytes:
        """The secret behind a commitment."""


def commitment_to(secret: bytes) -> Commitment:
    """The commitment to a secret of 32 bytes, published before the first draw. Raises ValueError for another size."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return hashlib.sha256(secret).hexdigest()


def draw_key(
    secret: bytes,
    *,
    tournament: str,
    stage: str,
    purpose: str,
    round_: int,
    attempt: int,
    drawn_from: JSON,
    outside: str | None = None,
) -> bytes:
    """The 32 bytes a draw's words come from. `drawn_from` is the effective state, in its canonical order; with a value
    from `outside` the key is that of version 2 of the specification."""
    drawn: dict[str, JSON] = {
        "attempt": attempt,
        "purpose": purpose,
        "round": round_,
        "stage": stage,
        "state": drawn_from,
        "tournament": tournament,
    }
    if outside is not None:
        drawn |= {"outside": outside, "version": 2}
    return hmac.digest(secret, canonical_json.encode(drawn), "sha256")


class Chance:
    """The choices one draw makes, one after the other. `key` has 32 bytes; the same key makes the same choices."""

    def __init__(self, key: bytes) -> None:
        self._words = _words_of(key)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each as likely (rejection sampling). `bound` is 1 to 2^64."""
        if not 1 <= bound <= _WORDS:
            raise ValueError(f"a bound is 1 to 2^64, not {bound}")
        limit = _WORDS - _WORDS % bound
        return next(word for word in self._words if word < limit) % bound

    def take(self, items: list[T]) -> T:
        """One of the items, each as likely, which leaves the list; the others keep their order."""
        return items.pop(self.below(len(items)))

    def random_order(self, items: Sequence[T]) -> list[T]:
        """The items in an order, each as likely (Fisher-Yates, from the end)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def _words_of(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        for start in range(0, len(block), 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1
