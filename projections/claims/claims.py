"""Tables as claims: what the service shows, in a form with ids only, so that anyone who replays the log can check them.

A claim is a JSON array with an object for each row, in the order of the table's key. Where a row holds a document, its
boxes of sealed text stand as their SHA-256; so an erasure changes no claim. Names of persons are in none.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from domain.evidence.exported.manifest import OneStream, Scope, WholeLog, instant_text
from domain.kernel import canonical_json
from domain.kernel.personal_text import is_box
from projections.claims import rating_rows
from projections.claims.replay import Replayed
from projections.engine.rows import Row
from projections.engine.states import Touched
from projections.engine.tables import Table
from projections.ratings import lines, openings, totals
from projections.ratings import standings as ratings
from projections.ratings.projection import RatingTables
from projections.tournaments import (
    bans,
    entries,
    error_rates,
    imports,
    matches,
    reports,
    sanctions,
    series,
    settlements,
    standings,
    tournaments,
    wins,
)
from projections.tournaments.projection import TournamentTables

_DOCUMENTS = frozenset({"document", "filings"})
_ARRAYS = frozenset({"directors", "merged", "run_by", "persons", "entrants", "members", "formats"})


@dataclass(frozen=True, slots=True)
class Claim:
    """A table that is claimed, the projection at whose position it stands, and its rows as a replay makes them; the
    columns `exact` hold decimal numbers, told as text."""

    table: Table
    projection: str
    rows: Callable[[Replayed], Iterable[Row]]
    exact: frozenset[str] = frozenset()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns, the key first."""
        return (*self.table.key, *self.table.values)

    def sorted_rows(self, replayed: Replayed) -> Iterator[bytes]:
        """The rows of a replay as they are in the claim."""
        key = len(self.table.key)
        return map(self.row_line, sorted(self.rows(replayed), key=lambda row: row[:key]))

    def row_line(self, row: Iterable[Any]) -> bytes:
        """A row as it is in the claim: canonical JSON."""
        told = zip(self.columns, row, strict=True)
        return canonical_json.encode({column: self._plain(column, value) for column, value in told})

    def _plain(self, column: str, value: Any) -> canonical_json.JSON:  # noqa: ANN401 -- whatever a column holds
        if value is None or isinstance(value, bool):
            return value
        if column in _DOCUMENTS:
            return without_boxes(json.loads(value))
        if column in _ARRAYS:
            return [str(one) for one in (json.loads(f"[{value[1:-1]}]") if isinstance(value, str) else value)]
        if column in self.exact:
            return f"{Decimal(value).normalize() + 0:f}"
        if isinstance(value, datetime):
            return instant_text(value.astimezone(UTC))
        return value if isinstance(value, int) else str(value)


def file_of(claim: Claim, position: int) -> str:
    """The file of the claim in an export."""
    return f"tables/{claim.table.name}@{position}.json"


def contents(rows: Iterable[bytes]) -> Iterator[bytes]:
    """The file of a claim, piece by piece: an array of its rows."""
    yield b"["
    for number, row in enumerate(rows):
        yield b"," + row if number else row
    yield b"]"


def without_boxes(value: Any) -> canonical_json.JSON:  # noqa: ANN401 -- any JSON
    """The JSON with the SHA-256 of each box in its place."""
    if isinstance(value, dict):
        if is_box(value):
            return {"sha256": hashlib.sha256(canonical_json.encode(value)).hexdigest()}
        return {key: without_boxes(inner) for key, inner in value.items()}
    return [without_boxes(inner) for inner in value] if isinstance(value, list) else value


def _whole(of: Replayed) -> Iterator[Touched]:
    return (Touched(state, None) for state in of.tournaments)


def _entries(of: Replayed) -> Iterator[Row]:
    return (entries.row(state.id, entry) for state in of.tournaments for entry in state.entries.values())


def _matches(of: Replayed) -> Iterator[Row]:
    return (matches.row(state, match) for state in of.tournaments for match in state.matches.values())


_TOURNAMENTS, _RATINGS = TournamentTables.name, RatingTables.name

CLAIMS: tuple[Claim, ...] = (
    Claim(tournaments.TABLE, _TOURNAMENTS, lambda of: map(tournaments.row, of.tournaments)),
    Claim(entries.TABLE, _TOURNAMENTS, _entries),
    Claim(matches.TABLE, _TOURNAMENTS, _matches),
    Claim(standings.TABLE, _TOURNAMENTS, lambda of: map(standings.row, of.tournaments)),
    Claim(reports.TABLE, _TOURNAMENTS, lambda of: reports.rows(_whole(of))),
    Claim(settlements.TABLE, _TOURNAMENTS, lambda of: settlements.rows(_whole(of)), frozenset({"staked", "credited"})),
    Claim(sanctions.TABLE, _TOURNAMENTS, lambda of: sanctions.rows(of.tournaments)),
    Claim(
        error_rates.TABLE,
        _TOURNAMENTS,
        lambda of: (row for state in of.tournaments for row in error_rates.rows(state)),
        frozenset({"rate"}),
    ),
    Claim(imports.TABLE, _TOURNAMENTS, lambda of: imports.rows(of.tournaments)),
    Claim(wins.TABLE, _TOURNAMENTS, lambda of: wins.rows(of.persons)),
    Claim(bans.TABLE, _TOURNAMENTS, lambda of: bans.rows(of.persons)),
    Claim(series.TABLE, _TOURNAMENTS, lambda of: map(series.row, of.series)),
    Claim(lines.TABLE, _RATINGS, lambda of: lines.rows(of.pools), frozenset({"place"})),
    Claim(totals.TABLE, _RATINGS, rating_rows.of_totals),
    Claim(openings.TABLE, _RATINGS, rating_rows.of_openings),
    Claim(ratings.TABLE, _RATINGS, lambda of: ratings.rows(of.pools)),
)

OF_A_TOURNAMENT = tuple(
    claim
    for claim in CLAIMS
    if claim.projection == _TOURNAMENTS and (claim.table is tournaments.TABLE or claim.table.key[0] == "tournament")
)
"""Those whose rows come from the events of one tournament alone."""


def claims_of(scope: Scope) -> Sequence[Claim]:
    """The tables that are claimed: all, those of one tournament, or none."""
    match scope:
        case WholeLog():
            return CLAIMS
        case OneStream():
            return OF_A_TOURNAMENT
        case _:
            return ()
