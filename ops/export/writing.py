"""Writes an export: the log as it is signed, and beside it what the service shows, as claims to be checked."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from itertools import chain, groupby, starmap
from pathlib import Path
from typing import Any

from domain.evidence.checkpoints import EARLIER, NEWEST, filed
from domain.evidence.exported import drawn_on
from domain.evidence.exported.ahead import Ahead
from domain.evidence.exported.drawn_on import Drawn, at_position
from domain.evidence.exported.manifest import NAME, Manifest, OneStream, Scope, event_file, instant_text, is_in
from domain.evidence.leaves import leaf_of
from domain.evidence.tiles import WIDTH, Tile, bundle, bundles_of, tiles_of
from domain.kernel import canonical_json
from ops.export import revealed
from ops.export.scopes import claims_of
from ops.export.snapshot import Row, Snapshot
from ops.export.target import Target
from projections.claims.claims import Claim, contents, file_of
from projections.claims.stored import stored_rows
from projections.tournaments import tournaments

README = (Path(__file__).parent / "README.txt").read_bytes()
Advance = Callable[[int], None]


class Exporting:
    """An export of a snapshot being made; `advance` is told how many events more are done."""

    def __init__(self, snapshot: Snapshot, target: Target, scope: Scope, advance: Advance) -> None:
        self._snapshot = snapshot
        self._target = target
        self._scope = scope
        self._advance = advance
        self._topics = Counter[str]()
        self._secrets: list[bytes] = []
        self._drawn: list[Drawn] = []
        self._rules: set[str] = set()
        self._policies: set[str] = set()

    def write(self, made_at: datetime) -> Manifest:
        """Writes all of it, the manifest last, and gives that back."""
        write, snapshot = self._target.write, self._snapshot
        write("README.txt", [README])
        write(NEWEST, [snapshot.note])
        write(EARLIER, starmap(filed, snapshot.earlier()))
        write("policy.txt", [*(f"log {key}\n".encode() for key in snapshot.public_keys()), b"quorum none\n"])
        self._write_events()
        write(revealed.NAME, self._secrets)
        for tile in tiles_of(snapshot.size):
            write(tile.path, [snapshot.tile(tile) or b""])
        self._write_claims()
        done = self._manifest(made_at)
        write(NAME, [done.content])
        return done

    def _write_claims(self) -> None:
        tournament = self._scope.tournament if isinstance(self._scope, OneStream) else None
        for claim in claims_of(self._scope):
            rows = self._noted(claim, stored_rows(self._snapshot.tables, claim, tournament))
            self._target.write(file_of(claim, self._snapshot.positions[claim.projection]), contents(rows))
        if tournament is not None:
            keys = {(one.stream, one.version) for one in self._drawn if one.stream is not None and one.version}
            positions = self._snapshot.positions_of(keys)
            self._target.write(drawn_on.NAME, (at_position(one, positions).line + b"\n" for one in self._drawn))

    def _manifest(self, made_at: datetime) -> Manifest:
        return Manifest(
            origin=self._snapshot.origin,
            made_at=instant_text(made_at),
            scope=self._scope,
            size=self._snapshot.size,
            events=self._topics.total(),
            topics=dict(self._topics),
            rules=tuple(sorted(self._rules)),
            policies=tuple(sorted(self._policies)),
            files=self._target.files,
        )

    def _write_events(self) -> None:
        """The events of the scope and the entries of all, in one pass."""
        rows = Ahead(self._snapshot.events())
        for name, bundles in groupby(bundles_of(self._snapshot.size), lambda one: event_file(one.index * WIDTH + 1)):
            lines = self._lines(bundles, rows)
            first = next(lines, None)
            if first is not None:
                self._target.write(name, chain([first], lines))

    def _lines(self, bundles: Iterable[Tile], rows: Ahead[Row]) -> Iterator[bytes]:
        for one in bundles:
            places = range(one.index * WIDTH + 1, one.index * WIDTH + 1 + one.width)
            held = {row.position: row for row in rows.take_while(partial(_is_up_to, places[-1]))}
            self._target.write(one.path, [bundle([_entry(held.get(position)) for position in places])])
            yield from (self._line(row) for row in held.values() if is_in(self._scope, row.position, row.stream))
            self._advance(one.width)

    def _line(self, row: Row) -> bytes:
        self._topics[row.topic] += 1
        if isinstance(self._scope, OneStream):
            self._drawn += drawn_on.drawn(canonical_json.decode(row.state))
        if row.topic == revealed.TOPIC:
            self._secrets.append(revealed.revealed_line(row.position, canonical_json.decode(row.state)) + b"\n")
        return row.state + b"\n"

    def _noted(self, claim: Claim, rows: Iterator[bytes]) -> Iterator[bytes]:
        """The rows, with the rules and policies of tournaments noted on the way."""
        for row in rows:
            if claim.table is tournaments.TABLE:
                self._note(canonical_json.decode(row)["document"])
            yield row

    def _note(self, tournament: Any) -> None:  # noqa: ANN401 -- JSON
        for played in (tournament, *tournament["stages"]):
            options = played["format"]
            self._rules.add(f"{options['kind']}/{options['rules_version']}")
        if (rating := tournament["rating"]) is not None:
            self._policies.add(f"{rating['policy']}/{rating['version']}")


def _is_up_to(last: int, row: Row) -> bool:
    return row.position <= last


def _entry(row: Row | None) -> bytes:
    """The leaf record of an event; nothing where the log has none, which then shows."""
    return b"" if row is None else leaf_of(row.stream, row.version, row.state).entry
