"""Lists as they stood when the log ended at some position, from rows that say from which position on they held, and
until which.

Names of persons are those of now, so anyone who is erased is erased in the past too.
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
_HELD = "past.since <= %(then)s AND (past.until IS NULL OR past.until > %(then)s)"
_SIZED = """
SELECT sized.entries, sized.matches, sized.version + (
    SELECT count(*) FROM public.events
    WHERE stream = 'tournament-' || sized.tournament AND version > sized.version
    AND version < sized.version + %(sizes_every)s AND position <= %(then)s) AS version
FROM projected.tournament_sizes AS sized
WHERE sized.since <= %(then)s AND sized.tournament = past."""
_NEWEST = " ORDER BY sized.since DESC LIMIT 1"
_TOURNAMENTS = """
(SELECT past.id, past.announced_at, past.status, past.sorting, past.place, past.begins_at, past.formats, past.directors,
    past.merged, past.series, past.season, past.club, past.drawn, past.held, past.run_by, (
        SELECT past.document::jsonb || to_jsonb(sized) FROM ({sized}id{newest}) AS sized
    )::text AS document
FROM projected.tournaments_then AS past WHERE {held})"""
_PERSONS = """
(SELECT past.*, now.name, now.sorting, now.trigrams, now.erased
FROM projected.persons_then AS past JOIN projected.persons AS now USING (id) WHERE {held})"""
_BANS = """
(SELECT person, number, kind, status, placed_at, status_since AS since, ends_at AS until, review, document
FROM projected.bans_then AS past WHERE {held})"""
_SETTLEMENTS = """
(SELECT posted.tournament, posted.posting, posted.entry, %(person)s::uuid AS person, posted.match, posted.version,
    posted.at, posted.staked, posted.credited
FROM (
    SELECT past.tournament, past.number, sized.version
    FROM projected.entries_then AS past CROSS JOIN LATERAL ({sized}tournament{newest}) AS sized
    WHERE past.persons @> ARRAY[%(person)s::uuid] AND past.persons[1] = %(person)s::uuid AND {held} OFFSET 0
) AS own
JOIN projected.settlements AS posted
ON posted.tournament = own.tournament AND posted.entry = own.number AND posted.version <= own.version)"""
"""Postings never change but for whose they are (STK-5, REG-1): those of a person then are those of the entries that
were theirs then, up to the version that the tournament had. So anyone who reads them names the person."""
_AS_THEY_STOOD: LiteralString = "(SELECT * FROM projected.{table} AS past WHERE {held})"
_PARTS: Mapping[str, LiteralString] = {"held": _HELD, "sized": _SIZED, "newest": _NEWEST}
_SHOWN = ("entries", "series", "wins", "sanctions", "error_rates", "published_error_rates", "reports", "imports")
_THEN: Mapping[str, LiteralString] = {
    **{name: _AS_THEY_STOOD.format(table=f"{name}_then", held=_HELD) for name in _SHOWN},
    "match_sides": _AS_THEY_STOOD.format(table="match_sides", held=_HELD),
    "tournaments": _TOURNAMENTS.format(**_PARTS),
    "persons": _PERSONS.format(**_PARTS),
    "bans": _BANS.format(**_PARTS),
    "settlements": _SETTLEMENTS.format(**_PARTS),
}
"""What is in place of each of these tables."""
_TABLE = re.compile(r"projected\.(\w+)\b( AS \w+)?")
_EVENTS: LiteralString = "FROM events WHERE "


def then_of(query: LiteralString) -> LiteralString | None:
    """The query of what stood there then; None where it reads another table than these."""
    if not {match[1] for match in _TABLE.finditer(query)} <= _THEN.keys():
        return None
    return _TABLE.sub(lambda match: f"{_THEN[match[1]]}{match[2] or f' AS {match[1]}'}", up_to_then(query))


def up_to_then(query: LiteralString) -> LiteralString:
    """The query without the events that came later."""
    return query.replace(_EVENTS, _EVENTS + "position <= %(then)s AND ")


def rows_then(
    connection: Connection, position: int, query: LiteralString, values: Mapping[str, object]
) -> Sequence[tuple[Any, ...]] | None:
    """The rows that such a query finds at that position; None where the tables don't tell: they have not come as far,
    or were made by another program, or a stream of theirs stands still."""
    made_by = {"name": TournamentTables.name, "definition": definition(TournamentTables), "then": position}
    with connection.transaction():
        if connection.execute(_WHOLE, made_by).fetchone() is None:
            return None
        then = {"then": position, "sizes_every": spans.SIZES_EVERY}
        return connection.execute(query, {**values, **then}).fetchall()
