"""Error rates that analyses of matches have found, for each person (TD-20).

Readings: of several analyses of a match the newest counts that says error rates; those of a team are nobody's own.
"""

from collections.abc import Iterable, Iterator, Sequence

from psycopg import Connection

from domain.tournament.state import Tournament
from projections.engine.rows import Row
from projections.engine.states import Touched
from projections.engine.tables import Table

TABLE = Table(
    "error_rates",
    ("tournament", "match", "person"),
    ("opponent", "rate", "program", "at", "digest"),
)

COUNTED = Table("counted_error_rates", ("tournament", "match", "person"), ("at", "rate", "program", "played_at"))
"""Those that a field may be seeded by: of the newest analysis that staff attached, and when the match was played."""

_CLEAR = """
WITH touched AS (SELECT * FROM unnest(%s::uuid[], %s::bigint[]) AS touched (tournament, match)),
counted AS (DELETE FROM counted_error_rates WHERE (tournament, match) IN (SELECT * FROM touched))
DELETE FROM error_rates WHERE (tournament, match) IN (SELECT * FROM touched)
"""


def write(connection: Connection, batch: Iterable[Touched]) -> None:
    """Write what stands of the matches touched, in place of what was there."""
    matches = [(touched.state, number) for touched in batch for number in _looked_at(touched)]
    if not matches:
        return
    connection.execute(_CLEAR, ([state.id for state, _ in matches], [number for _, number in matches]))
    TABLE.upsert(connection, [row for state, number in matches for row in of_match(state, number)])
    COUNTED.upsert(connection, [row for state, number in matches for row in _counted(state, number)])


def rows(state: Tournament) -> Iterator[Row]:
    """The rows of all matches of a tournament."""
    for number in sorted(state.match_records.matches):
        yield from of_match(state, number)


def _looked_at(touched: Touched) -> Sequence[int]:
    """Matches with attachments: all, where something was recorded since, else those that had events."""
    records = touched.state.match_records
    recorded = touched.before is None or touched.before.match_records is not records
    of_matches = records.matches
    return sorted(n for n in (of_matches if recorded else touched.matches) if records.of(n).attachments)


def of_match(state: Tournament, number: int) -> Iterator[Row]:
    """The row of one match."""
    newest = state.match_records.of(number).newest_analysis
    first, second = (state.entries[entry] for entry in state.matches[number].as_played[0])
    if newest is None or newest.added.error_rates is None or first.members or second.members:
        return
    found = newest.added.error_rates
    by = newest.at, newest.added.digest
    for own, other, rate in ((first, second, found.first), (second, first, found.second)):
        yield (state.id, number, own.person, other.person, rate, found.program, *by)


def _counted(state: Tournament, number: int) -> Iterator[Row]:
    """What counts of one match."""
    newest = state.match_records.of(number).newest_counted
    match = state.matches[number]
    sides = [state.entries[entry] for entry in match.as_played[0]]
    if newest is None or newest.added.error_rates is None or any(side.members for side in sides):
        return
    found = newest.added.error_rates
    for side, rate in zip(sides, (found.first, found.second), strict=True):
        yield (state.id, number, side.person, newest.at, rate, found.program, match.played_at)
