"""Lists as they stood when the log ended at some position, from rows that say from which position on they held, and
until which.

Names of persons are those of now, so whoever is erased is erased in the past too.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, LiteralString

from psycopg import Connection

from projections.engine.projection import definition
from projections.tournaments import spans
from projections.tournaments.projection import TournamentTables

_WHOLE = """
SELECT FROM projections AS live
WHERE live.name = %(name)s AND live.is_live AND live.definition = %(definition)s
AND least(live.position, live.log_ended_at) >= %(then)s AND NOT EXISTS (
    SELECT FROM projections_parked AS parked
    WHERE parked.projection = live.name AND parked.generation = live.generation
)
"""
_HELD = " WHERE past.since <= %(then)s AND (past.until IS NULL OR past.until > %(then)s))"
_TOURNAMENTS = """
(SELECT past.id, past.announced_at, past.status, past.sorting, past.place, past.begins_at, past.formats, past.directors,
    past.merged, past.series, past.season, past.club, past.drawn, past.held, past.run_by, (
        SELECT past.document::jsonb || jsonb_build_object('entries', sized.entries, 'matches', sized.matches,
            'version', sized.version + (
                SELECT count(*) FROM public.events
                WHERE stream = 'tournament-' || past.id AND version > sized.version
                AND version < sized.version + %(sizes_every)s AND position <= %(then)s))
        FROM projected.tournament_sizes AS sized
        WHERE sized.tournament = past.id AND sized.since <= %(then)s ORDER BY sized.since DESC LIMIT 1
    )::text AS document
FROM projected.tournaments_then AS past"""
_PERSONS = """
(SELECT past.*, now.name, now.sorting, now.trigrams, now.erased
FROM projected.persons_then AS past JOIN projected.persons AS now USING (id)"""
_ENTRIES = "(SELECT * FROM projected.entries_then AS past"
_SIDES = "(SELECT * FROM projected.match_sides AS past"
_SERIES = "(SELECT * FROM projected.series_then AS past"
_WINS = "(SELECT * FROM projected.wins_then AS past"
_THEN: dict[str, LiteralString] = {
    "tournaments": _TOURNAMENTS + _HELD,
    "entries": _ENTRIES + _HELD,
    "match_sides": _SIDES + _HELD,
    "persons": _PERSONS + _HELD,
    "series": _SERIES + _HELD,
    "wins": _WINS + _HELD,
}
"""What stands in place of each of these tables."""
_TABLE = re.compile(r"projected\.(\w+)\b( AS \w+)?")


def then_of(query: LiteralString) -> LiteralString | None:
    """The query of what stood there then; None where it reads another table than these."""
    if not {match[1] for match in _TABLE.finditer(query)} <= _THEN.keys():
        return None
    return _TABLE.sub(lambda match: f"{_THEN[match[1]]}{match[2] or f' AS {match[1]}'}", query)


def rows_then(
    connection: Connection, position: int, query: LiteralString, values: Mapping[str, object]
) -> Sequence[tuple[Any, ...]] | None:
    """What such a query finds at that position; None where the tables don't tell: they have not come as far, or were
    made by another program, or a stream of theirs stands still."""
    made_by = {"name": TournamentTables.name, "definition": definition(TournamentTables), "then": position}
    with connection.transaction():
        if connection.execute(_WHOLE, made_by).fetchone() is None:
            return None
        then = {"then": position, "sizes_every": spans.SIZES_EVERY}
        return connection.execute(query, {**values, **then}).fetchall()
