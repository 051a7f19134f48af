"""The moments of the database that an export is made from: its tables, and a checkpoint that covers what they show."""

import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

import psycopg
from psycopg import Connection

from domain.evidence.merkle import HASH_BYTES, Hash
from domain.evidence.tiles import Hashes, Tile
from projections.claims.stored import positions
from projections.evidence.tree import SIGNED, Tree, read_tree
from projections.registry.catalogue import READ

PATIENCE_SECONDS = 30.0
"""How long it is waited for the checkpoint that covers what the tables show."""
_POLL_SECONDS = 0.2
_ROWS = 2_000

_NEWEST = f"{SIGNED} ORDER BY number DESC LIMIT 1"
_EARLIER = "SELECT size, note FROM public.checkpoints WHERE origin = %s AND size < %s ORDER BY size"
_KEYS = "SELECT vkey FROM public.log_keys WHERE origin = %s ORDER BY number"
_EVENTS = "SELECT position, stream, version, topic, state FROM public.events WHERE position <= %s ORDER BY position"
_POSITIONS = """
SELECT stream, version, position FROM public.events JOIN unnest(%s::text[], %s::bigint[]) AS asked (stream, version)
USING (stream, version)
"""
_PUBLISHED = "SELECT content FROM public.published_files WHERE sha256 = %s"
_TILE = "SELECT substr(hashes, 1, %s) FROM projected.log_tiles WHERE level = %s AND index = %s"


class NotSignedError(Exception):
    """The log that the tables show is not signed yet, or not there."""


@dataclass(frozen=True, slots=True)
class Row:
    """An event by its columns."""

    position: int
    stream: str
    version: int
    topic: str
    state: bytes


@dataclass(frozen=True)
class Snapshot:
    """The tables of one moment and how far they are, by projection; and the log of a later one, with the checkpoint
    that covers them. Each connection sees its moment alone."""

    tables: Connection
    log: Connection
    origin: str
    size: int
    note: bytes
    positions: Mapping[str, int]

    def events(self) -> Iterator[Row]:
        """The events that are signed, in the log's order."""
        with self.log.cursor(name="events_to_export") as cursor:
            cursor.itersize = _ROWS
            cursor.execute(_EVENTS, (self.size,))
            for position, stream, version, topic, state in cursor:
                yield Row(position, stream, version, topic, bytes(state))

    def tile(self, tile: Tile) -> Hashes | None:
        """The hashes of a tile, as many as it is wide; None where there is none."""
        arguments = (tile.width * HASH_BYTES, tile.level, tile.index)
        row = self.log.execute(_TILE, arguments).fetchone()
        return None if row is None else bytes(row[0])

    def node(self, level: int, index: int) -> Hash:
        """A complete subtree of the log's tree. Raises `LookupError` where a tile is missing."""
        return self._tree.node(level, index)

    @cached_property
    def _tree(self) -> Tree:
        return read_tree(self.log)

    def published_file(self, sha256: str) -> bytes | None:
        """The bytes of a published file; None where none has that digest."""
        row = self.log.execute(_PUBLISHED, (sha256,)).fetchone()
        return None if row is None else bytes(row[0])

    def earlier(self) -> Iterator[tuple[int, bytes]]:
        """The heads signed before, by size."""
        with self.log.cursor(name="checkpoints_to_export") as cursor:
            cursor.execute(_EARLIER, (self.origin, self.size))
            for size, note in cursor:
                yield size, bytes(note)

    def positions_of(self, keys: Collection[tuple[str, int]]) -> Mapping[tuple[str, int], int]:
        """Where these versions of streams stand in the log."""
        streams, versions = [stream for stream, _ in keys], [version for _, version in keys]
        rows = self.log.execute(_POSITIONS, (streams, versions)).fetchall()
        return {(stream, version): position for stream, version, position in rows}

    def public_keys(self) -> list[str]:
        """The log's public keys, as the database names them."""
        return [vkey for (vkey,) in self.log.execute(_KEYS, (self.origin,)).fetchall()]


@contextmanager
def take_snapshot(conninfo: str, patience_seconds: float = PATIENCE_SECONDS) -> Iterator[Snapshot]:
    """A snapshot. What the tables show may not be signed yet; it is waited for that. Raises NotSignedError."""
    with _moment(conninfo) as tables:
        reached = {name: at for name, at in positions(tables).items() if name in READ}
        if lacking := [name for name in READ if name not in reached]:
            raise NotSignedError(f"the tables of {lacking[0]} are not there")
        with _signed_moments(conninfo, max(reached.values(), default=0), time.monotonic() + patience_seconds) as (
            log,
            newest,
        ):
            yield Snapshot(tables, log, *newest, reached)


@contextmanager
def _signed_moments(conninfo: str, wanted: int, deadline: float) -> Iterator[tuple[Connection, tuple[str, int, bytes]]]:
    """The first moment at which so many events are signed, and the checkpoint that says so. Raises
    NotSignedError."""
    while True:
        with _moment(conninfo) as log:
            newest = log.execute(_NEWEST).fetchone()
            signed = 0 if newest is None else newest[1]
            if newest is not None and signed >= wanted:
                yield log, (newest[0], signed, bytes(newest[3]))
                return
        if time.monotonic() > deadline:
            raise NotSignedError(f"the log is signed up to event {signed}, and its tables stand at {wanted}")
        time.sleep(_POLL_SECONDS)


@contextmanager
def _moment(conninfo: str) -> Iterator[Connection]:
    with psycopg.connect(conninfo) as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield connection
