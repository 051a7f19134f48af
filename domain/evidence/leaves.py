"""Leaf records: what the log's tree holds of each event. A short record, not the event: events may be withheld and
large, and the tree may be public, since nobody can guess an event from its digest (each holds 16 random bytes).

The leaf of an event has the index `position - 1`.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from domain.evidence.merkle import Hash, leaf_hash
from domain.kernel import canonical_json

_DIGEST = re.compile(r"[0-9a-f]{64}")
_PLAIN = re.compile(rb'{"digest":"([0-9a-f]{64})","stream":"([a-z0-9-]+)","version":([1-9][0-9]{0,14})}')
"""A record in its one spelling, of a stream whose name needs no escapes: nearly every one."""


class MalformedLeafError(ValueError):
    """Bytes that are no leaf record."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf record: the stream and the version of an event, and the SHA-256 of its stored bytes, in hexadecimal
    digits."""

    stream: str
    version: int
    digest: str

    @property
    def entry(self) -> bytes:
        """The record as it is hashed: canonical JSON, its keys in the order of the alphabet."""
        return f'{{"digest":"{self.digest}","stream":{_quote(self.stream)},"version":{self.version}}}'.encode()

    @property
    def hash(self) -> Hash:
        """The hash of the leaf."""
        return leaf_hash(self.entry)


def leaf_of(stream: str, version: int, state: bytes) -> Leaf:
    """The record of an event whose stored bytes are `state`."""
    return Leaf(stream, version, hashlib.sha256(state).hexdigest())


def leaf_hashes(events: Iterable[tuple[str, int, bytes]]) -> list[Hash]:
    """The hashes of the leaves of events, each given by stream, version and stored bytes; the quick way for many."""
    sha256, named = hashlib.sha256, _Named()
    return [
        sha256(f'\0{{"digest":"{sha256(state).hexdigest()}{named[stream]}{version}}}'.encode()).digest()
        for stream, version, state in events
    ]


class _Named(dict[str, str]):
    """The part between the digest and the version in records of a stream, worked out once for each."""

    def __missing__(self, stream: str) -> str:
        self[stream] = between = f'","stream":{_quote(stream)},"version":'
        return between


@lru_cache(maxsize=4096)
def _quote(text: str) -> str:
    return canonical_json.encode(text).decode()


def parse_leaf(entry: bytes) -> Leaf:
    """The record in these bytes. Raises `MalformedLeafError` where they are not exactly one."""
    if plain := _PLAIN.fullmatch(entry):
        digest, stream, version = plain.groups()
        return Leaf(stream.decode(), int(version), digest.decode())
    try:
        fields = canonical_json.decode(entry)
    except ValueError as problem:
        raise MalformedLeafError(f"A leaf record is not JSON: {problem}") from problem
    match fields:
        case {"digest": str(digest), "stream": str(stream), "version": int(version)} if (
            _DIGEST.fullmatch(digest) and version is not True and version > 0
        ):
            leaf = Leaf(stream, version, digest)
        case _:
            raise MalformedLeafError(f"Not a leaf record: {entry[:200]!r}")
    if leaf.entry != entry:
        raise MalformedLeafError(f"Not a leaf record in canonical JSON: {entry[:200]!r}")
    return leaf
