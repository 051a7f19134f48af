"""Error rates that analyses of matches have found, for each person (TD-20).

Readings: of several analyses of a match the newest counts that says error rates; those of a team are nobody's own.
"""

from collections.abc import Iterable, Iterator, Sequence

from psycopg import Connection

from domain.match import validity
from domain.tournament.match_record.state import Attachment
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

PUBLISHED = Table("published_error_rates", TABLE.key, TABLE.values)
"""Those that everybody sees: of the newest analysis that staff attached, where the conditions say so."""

_CLEAR = """
WITH touched AS (SELECT * FROM unnest(%s::uuid[], %s::bigint[]) AS touched (tournament, match)),
counted AS (DELETE FROM counted_error_rates WHERE (tournament, match) IN (SELECT * FROM touched)),
published AS (DELETE FROM published_error_rates WHERE (tournament, match) IN (SELECT * FROM touched))
DELETE FROM error_rates WHERE (tournament, match) IN (SELECT * FROM touched)
"""


def write(connection: Connection, batch: Iterable[Touched]) -> None:
    """Write what stands of the matches touched, in place of what was there."""
    matches = [(touched.state, number) for touched in batch for number in _matches_to_check(touched)]
    if not matches:
        return
    connection.execute(_CLEAR, ([state.id for state, _ in matches], [number for _, number in matches]))
    TABLE.upsert(connection, [row for state, number in matches for row in of_match(state, number)])
    COUNTED.upsert(connection, [row for state, number in matches for row in _counted_rows(state, number)])
    PUBLISHED.upsert(connection, [row for state, number in matches for row in public_rows(state, number)])


def rows(state: Tournament) -> Iterator[Row]:
    """The rows of all matches of a tournament."""
    for number in sorted(state.match_records.matches):
        yield from of_match(state, number)


def _matches_to_check(touched: Touched) -> Sequence[int]:
    """Matches with attachments: all, where something was recorded or announced since, else those that had events."""
    records, before = touched.state.match_records, touched.before
    all_of_them = before is None or before.match_records is not records or not is_published_alike(before, touched.state)
    return sorted(n for n in (records.matches if all_of_them else touched.matches) if records.of(n).attachments)


def is_published_alike(before: Tournament, after: Tournament) -> bool:
    """Whether both show the public error rates of the same matches, but for what happened in one of them."""
    return before.held is after.held and _publishes(before) == _publishes(after)


def _publishes(state: Tournament) -> bool:
    return state.settings is not None and state.settings.conditions.publish_error_rates


def of_match(state: Tournament, number: int) -> Iterator[Row]:
    """The rows of one match."""
    return _of_analysis(state, number, state.match_records.of(number).newest_analysis)


def public_rows(state: Tournament, number: int) -> Iterator[Row]:
    """The rows of one match that everybody sees: once its draw is shown and its result counts (ALL-12)."""
    shown = state.held or state
    if _publishes(state) and number in shown.matches and validity.counting(state.matches[number]) is not None:
        yield from _of_analysis(state, number, state.match_records.of(number).newest_counted)


def _of_analysis(state: Tournament, number: int, newest: Attachment | None) -> Iterator[Row]:
    """The error rate of each player by the analysis; none of a team's."""
    first, second = (state.entries[entry] for entry in state.matches[number].as_played[0])
    if newest is None or newest.added.error_rates is None or first.members or second.members:
        return
    found = newest.added.error_rates
    by = newest.at, newest.added.digest
    for own, other, rate in ((first, second, found.first), (second, first, found.second)):
        yield (state.id, number, own.person, other.person, rate, found.program, *by)


def _counted_rows(state: Tournament, number: int) -> Iterator[Row]:
    """The rows of one match that count."""
    newest = state.match_records.of(number).newest_counted
    match = state.matches[number]
    sides = [state.entries[entry] for entry in match.as_played[0]]
    if newest is None or newest.added.error_rates is None or any(side.members for side in sides):
        return
    found = newest.added.error_rates
    for side, rate in zip(sides, (found.first, found.second), strict=True):
        yield (state.id, number, side.person, newest.at, rate, found.program, match.played_at)
