"""Choices for a made-up season: the same on every machine, since each is a digest of its number."""

import hashlib
from collections.abc import Sequence
from itertools import count
from typing import TypeVar

T = TypeVar("T")


class Lots:
    """A series of choices named by `seed`. Good enough to make something up, not to draw a tournament with."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._numbers = count()

    def below(self, end: int) -> int:
        """A whole number from 0 up to, not including, `end`."""
        digest = hashlib.sha256(f"{self._seed}/{next(self._numbers)}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % end

    def one_of(self, choices: Sequence[T]) -> T:
        """One of them."""
        return choices[self.below(len(choices))]

    def two_of(self, choices: Sequence[T]) -> tuple[T, T]:
        """Two different ones, in any order."""
        first = self.below(len(choices))
        second = (first + 1 + self.below(len(choices) - 1)) % len(choices)
        return choices[first], choices[second]
