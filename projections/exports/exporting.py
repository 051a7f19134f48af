"""The files of an export: the log as it is signed, and beside it what the service shows, as claims to be checked."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from itertools import chain, groupby, starmap
from pathlib import Path

from domain.evidence.checkpoints import EARLIER, NEWEST, line_in_file
from domain.evidence.exported import drawn_on
from domain.evidence.exported.ahead import Ahead
from domain.evidence.exported.drawn_on import Drawn, at_position
from domain.evidence.exported.manifest import (
    NAME,
    FileEntry,
    Manifest,
    OneStream,
    Scope,
    event_file,
    instant_text,
    is_in,
)
from domain.evidence.leaves import leaf_of
from domain.evidence.tiles import MOST_ENTRY_BYTES, WIDTH, Tile, bundle, bundles_of, tiles_of
from domain.kernel import canonical_json
from projections.claims.claims import Claim, claims_of, contents, file_of
from projections.claims.stored import stored_rows
from projections.exports import revealed
from projections.exports.archive import Files
from projections.exports.played_by import PlayedBy
from projections.exports.publications import PublicationFiles
from projections.exports.snapshot import Row, Snapshot
from projections.tournaments import tournaments

README = (Path(__file__).parent / "README.txt").read_bytes()
Advance = Callable[[int], None]


_UNREADABLE = (ValueError, LookupError, TypeError, AttributeError)
"""The warning about rows that somebody has changed: they are exported as they are, for those who verify the export."""


class Exporting:
    """An export of a snapshot being made; `advance` gets the number of further events done."""

    def __init__(self, snapshot: Snapshot, scope: Scope, advance: Advance = lambda _: None) -> None:
        self._snapshot = snapshot
        self._scope = scope
        self._advance = advance
        self._written: dict[str, FileEntry] = {}
        self._topics = Counter[str]()
        self._publications = PublicationFiles(snapshot)
        self._secrets: list[bytes] = []
        self._drawn: list[Drawn] = []
        self._played_by = PlayedBy()

    def files(self, made_at: datetime) -> Files:
        """All of it, the manifest last."""
        for name, pieces in self._files():
            yield name, _note_entry(self._written, name, pieces)
        yield NAME, [self.manifest(made_at).content]

    def manifest(self, made_at: datetime) -> Manifest:
        """The manifest of everything that was made."""
        return Manifest(
            origin=self._snapshot.origin,
            made_at=instant_text(made_at),
            scope=self._scope,
            size=self._snapshot.size,
            events=self._topics.total(),
            topics=dict(self._topics),
            rules=self._played_by.rules,
            policies=self._played_by.policies,
            files=self._written,
        )

    def _files(self) -> Files:
        snapshot = self._snapshot
        yield "README.txt", [README]
        yield NEWEST, [snapshot.note]
        yield EARLIER, starmap(line_in_file, snapshot.earlier())
        yield "policy.txt", [*(f"log {key}\n".encode() for key in snapshot.public_keys()), b"quorum none\n"]
        yield from self._event_files()
        yield revealed.NAME, self._secrets
        yield from self._publications.files()
        yield from ((tile.path, [snapshot.tile(tile) or b""]) for tile in tiles_of(snapshot.size))
        yield from self._claims()

    def _claims(self) -> Files:
        tournament = self._scope.tournament if isinstance(self._scope, OneStream) else None
        for claim in claims_of(self._scope):
            rows = self._noting(claim, stored_rows(self._snapshot.tables, claim, tournament))
            yield file_of(claim, self._snapshot.positions[claim.projection]), contents(rows)
        if tournament is not None:
            keys = {(one.stream, one.version) for one in self._drawn if one.stream is not None and one.version}
            positions = self._snapshot.positions_of(keys)
            yield drawn_on.NAME, (at_position(one, positions).line + b"\n" for one in self._drawn)

    def _event_files(self) -> Files:
        """The events of the scope, file by file, and behind each the entries of all that it could hold."""
        rows = Ahead(self._snapshot.events())
        for name, bundles in groupby(bundles_of(self._snapshot.size), lambda one: event_file(one.index * WIDTH + 1)):
            entries: dict[str, bytes] = {}
            lines = self._lines(bundles, rows, entries)
            first = next(lines, None)
            if first is not None:
                yield name, chain([first], lines)
            yield from ((path, [content]) for path, content in entries.items())

    def _lines(self, bundles: Iterable[Tile], rows: Ahead[Row], entries: MutableMapping[str, bytes]) -> Iterator[bytes]:
        for one in bundles:
            places = range(one.index * WIDTH + 1, one.index * WIDTH + 1 + one.width)
            held = {row.position: row for row in rows.take_while(partial(_is_up_to, places[-1]))}
            entries[one.path] = bundle([_entry(held.get(position)) for position in places])
            yield from (self._line(row) for row in held.values() if is_in(self._scope, row.position, row.stream))
            self._advance(one.width)

    def _line(self, row: Row) -> bytes:
        self._topics[row.topic.encode("ascii", "backslashreplace").decode()] += 1
        with suppress(*_UNREADABLE):
            if isinstance(self._scope, OneStream):
                self._drawn += drawn_on.draws_of(canonical_json.decode(row.state))
            if row.topic == revealed.TOPIC:
                self._secrets.append(revealed.revealed_line(row.position, canonical_json.decode(row.state)) + b"\n")
            self._publications.passing(row)
        return row.state + b"\n"

    def _noting(self, claim: Claim, rows: Iterator[bytes]) -> Iterator[bytes]:
        """The rows, with the rules and policies of tournaments noted on the way."""
        for row in rows:
            if claim.table is tournaments.TABLE:
                with suppress(*_UNREADABLE):
                    self._played_by.note(row)
            yield row


def _note_entry(into: MutableMapping[str, FileEntry], name: str, pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces; once all are taken, the file's size and digest are noted."""
    digest, size = hashlib.sha256(), 0
    for piece in pieces:
        digest.update(piece)
        size += len(piece)
        yield piece
    into[name] = FileEntry(sha256=digest.hexdigest(), size=size)


def _is_up_to(last: int, row: Row) -> bool:
    return row.position <= last


def _entry(row: Row | None) -> bytes:
    """The leaf record of an event; nothing where the log has none, or one of a name that no entry has room for, which
    then shows."""
    entry = b"" if row is None else leaf_of(row.stream, row.version, row.state).entry
    return entry if len(entry) <= MOST_ENTRY_BYTES else b""
