"""Rising whole numbers listed under numbers, in few bytes: what was written once is read where it lies, so that a start
does not take each of them in its hand."""

import sys
from array import array
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson

UNSIGNED = "I"
"""How numbers lie in the bytes: those of versions, matches and entries have no sign, and fit in four bytes."""


class NumberLists:
    """Lists of numbers that were read, one after the other: `ends` says where that of each of the `keys` ends. What was
    added since lies beside it. May be read while it is added to."""

    def __init__(self, keys: Sequence[int] = (), ends: Sequence[int] = (), numbers: Sequence[int] = ()) -> None:
        self._keys = keys
        self._ends = ends
        self._numbers = numbers
        self._since: dict[int, list[int]] = {}

    def add(self, key: int, number: int) -> None:
        """List the number under the key, once."""
        first, last = self._within(key)
        since = self._since.setdefault(key, [])
        if not (_has(self._numbers, number, first, last) or _has(since, number, 0, len(since))):
            insort(since, number)

    def of(self, key: int) -> Sequence[int]:
        """The numbers under that key, in order."""
        first, last = self._within(key)
        written, since = self._numbers[first:last], self._since.get(key, [])
        if not written or not since:
            return written or since[:]
        found = [*written, *since]
        return found if written[-1] < since[0] else sorted(found)

    def arrays(self) -> tuple["array[int]", "array[int]", "array[int]"]:
        """Keys, ends and numbers, with all that was added."""
        keys = sorted({*self._keys, *self._since})
        ends, numbers = array(UNSIGNED), array(UNSIGNED)
        for key in keys:
            numbers.extend(self.of(key))
            ends.append(len(numbers))
        return array(UNSIGNED, keys), ends, numbers

    def _within(self, key: int) -> tuple[int, int]:
        """Between which places what was read lies under that key."""
        place = bisect_left(self._keys, key)
        if place == len(self._keys) or self._keys[place] != key:
            return 0, 0
        return self._ends[place - 1] if place else 0, self._ends[place]


def _has(numbers: Sequence[int], number: int, first: int, last: int) -> bool:
    place = bisect_left(numbers, number, first, last)
    return place < last and numbers[place] == number


def to_bytes(told: object, arrays: Iterable["array[int]"]) -> bytes:
    """The JSON, and after it the arrays as they lie, the smallest byte first; the same on every machine."""
    written = list(arrays)
    head = orjson.dumps([told, [[one.typecode, len(one)] for one in written]])
    return b"".join((head, b"\n", *(_as_little_endian(one).tobytes() for one in written)))


def from_bytes(content: bytes) -> tuple[Any, Iterator["array[int]"]]:
    """The decoded JSON, and the arrays one by one. Raises ValueError where these are not the bytes of any."""
    head, _, rest = content.partition(b"\n")
    told, lengths = orjson.loads(head)
    return told, _arrays(lengths, rest)


def _arrays(lengths: Iterable[tuple[str, int]], rest: bytes) -> Iterator["array[int]"]:
    begin = 0
    for kind, length in lengths:
        read = array(kind)
        end = begin + length * read.itemsize
        if end > len(rest):
            raise ValueError("the bytes end too early")
        read.frombytes(rest[begin:end])
        begin = end
        yield _as_little_endian(read)


def _as_little_endian(one: "array[int]") -> "array[int]":
    """The array with the smallest byte first, or back."""
    if sys.byteorder == "big":
        one = one[:]
        one.byteswap()
    return one
