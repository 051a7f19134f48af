"""States worked out from a stream's first events, kept in the database so that these are not read again.

It holds what events hold, texts in their boxes, and no key. It says which program has made it, and with which event it
ends: what another program has made, or what now ends with another event, is never read.
"""

import hashlib
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from domain.journal.connections import Connections
from domain.kernel.ids import StreamName

EVERY = 5_000
"""Versions between two of which something is kept, while a stream has no more than sixteen times as many."""

CLOSED_FROM = 1_000
"""From which version on something is kept of a stream that was closed: a shorter one is as soon read from the log."""

_SPANS = 16
_FASTEST = 1
_NEWEST = """
SELECT k.content FROM public.kept k JOIN public.events e USING (stream, version)
WHERE stream = %b AND what = %b AND version > %b AND version <= %b AND program = %b AND last_event = sha256(e.state)
ORDER BY version DESC LIMIT 1
"""
_ALL = """
SELECT k.stream, k.version, k.program = %b, k.last_event IS NOT DISTINCT FROM sha256(e.state)
FROM public.kept k LEFT JOIN public.events e USING (stream, version) WHERE k.what = %b ORDER BY stream, version
"""
_HAS = "SELECT true FROM public.kept WHERE stream = %b AND what = %b AND version = %b AND program = %b"
_KEEP = "SELECT public.scoresheet_keep(%b, %b, %b, %b, %b)"
_DUE = """
SELECT stream, version, topic = ANY(%b) FROM public.events
WHERE position > %b AND position <= %b AND (version %% %b = 0 OR version >= %b AND topic = ANY(%b)) ORDER BY position
"""
_CLOSED = "SELECT stream, version FROM public.events WHERE topic = ANY(%b) ORDER BY stream, version"


@cache
def program_of(*packages: str) -> str:
    """A digest of the text of these packages: anyone who has another one may work it out otherwise."""
    digest = hashlib.sha256()
    for package in packages:
        for file in sorted(_folder(package).rglob("*.py")):
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ValueError(f"{package} is no package")
    return Path(spec.submodule_search_locations[0])


def is_kept(version: int) -> bool:
    """Whether something is kept at that version: they lie further apart the longer the stream is, for what is kept
    grows with it."""
    apart = EVERY
    while apart * _SPANS < version:
        apart *= 2
    return version % apart == 0


class Row(NamedTuple):
    """The stored copy of a version: whether this program has made it, and whether the log has the event it ends
    with."""

    stream: StreamName
    version: int
    is_own: bool
    is_in_log: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """The stored copies of one kind, `what`, by this program. Raises `Unavailable` where the database can't be
    reached."""

    connections: Connections
    what: str
    program: str

    def newest(self, stream: StreamName, after: int, upto: int) -> bytes | None:
        """The content kept of the newest version after the one and not beyond the other."""
        found = self._rows(_NEWEST, (stream, self.what, after, upto, self.program))
        with suppress(zlib.error):  # what can't be read is made again
            return zlib.decompress(found[0][0]) if found else None
        return None

    def rows(self) -> list[Row]:
        """All that is kept of that kind, by whatever program, stream by stream in the order of versions."""
        found = self._rows(_ALL, (self.program, self.what))
        return [Row(StreamName(stream), version, own, in_log) for stream, version, own, in_log in found]

    def has(self, stream: StreamName, version: int) -> bool:
        """Whether something is kept of that version."""
        return bool(self._rows(_HAS, (stream, self.what, version, self.program)))

    def keep(self, stream: StreamName, version: int, content: bytes) -> None:
        """Keep this of that version, in place of what another program has kept of the stream."""
        self._rows(_KEEP, (stream, self.what, version, self.program, zlib.compress(content, _FASTEST)))

    def due(self, after: int, upto: int, closing: Sequence[str] = ()) -> list[tuple[StreamName, int]]:
        """The versions that were recorded after the one position and up to the other, of which something is kept: at
        every so many, and where an event of the topics `closing` has closed a long stream."""
        topics = list(closing)
        found = self._rows(_DUE, (topics, after, upto, EVERY, CLOSED_FROM, topics))
        return [(StreamName(stream), version) for stream, version, closed in found if closed or is_kept(version)]

    def closed_versions(self, closing: Sequence[str]) -> list[tuple[StreamName, int]]:
        """The versions at which an event of these topics has closed a stream, stream by stream in their order."""
        found = self._rows(_CLOSED, (list(closing),))
        return [(StreamName(stream), version) for stream, version in found]

    def _rows(self, query: str, arguments: Sequence[object]) -> list[tuple[Any, ...]]:
        return self.connections.run(
            lambda connection: connection.cursor(binary=True).execute(query.encode(), arguments).fetchall()
        )
