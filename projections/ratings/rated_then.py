"""What was rated when the log ended at some position, read from the tables of now.

Whatever was played before the earliest match that any later event has touched is rated now as it was then. So only what
was played from there on, the tail, is rated again, on what the players brought to it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, LiteralString

from psycopg import Connection

from domain.kernel.values import LARGEST_INTEGER
from domain.rating.lines import LedgerMatch
from projections.ratings import lines
from projections.ratings.policies import policies_in
from projections.ratings.pools import Pools
from projections.ratings.rated_matches import THOUSAND

Played = tuple[str, LedgerMatch]
"""A pool, and a match rated in it."""

_BEFORE_ALL = -1

_WHOLE = """
SELECT least(live.position, live.log_ended_at) FROM projections AS live
WHERE live.name = 'ratings' AND live.is_live AND NOT EXISTS (
    SELECT FROM projections_parked AS parked
    WHERE parked.projection = live.name AND parked.generation = live.generation
)
"""
_SINCE = """
SELECT least(
    (SELECT min(earliest) FROM projected.rating_reach WHERE thousand > %(thousand)s),
    (SELECT min(played_at) FROM (
        SELECT played_at FROM projected.rated_matches WHERE position > %(position)s AND position < %(next)s
        UNION ALL SELECT played_at FROM projected.rated_matches WHERE until > %(position)s AND until < %(next)s
        OFFSET 0
     ) AS touched),
    (SELECT min(line.played_at) FROM projected.rated_openings AS opening CROSS JOIN LATERAL (
        (SELECT played_at FROM projected.rating_lines
         WHERE winner = opening.person AND pool = opening.pool ORDER BY played_at LIMIT 1)
        UNION ALL
        (SELECT played_at FROM projected.rating_lines
         WHERE loser = opening.person AND pool = opening.pool ORDER BY played_at LIMIT 1)
     ) AS line WHERE opening.position > %(position)s)
)
"""
"""OFFSET 0 has the matches found by position. A prepared query may be planned without knowing that: the earliest would
then be looked for by time, among all matches where nothing was touched."""
_TAIL = """
FROM projected.rated_matches
WHERE played_at >= %(since)s
    AND played_at <= (SELECT max(latest) FROM projected.rating_reach WHERE thousand <= %(thousand)s)
    AND position <= %(position)s AND (until IS NULL OR until > %(position)s)
"""
_MATCHES = (
    "SELECT pool, played_at, reported_at, place, tournament::text, match, winner::text, loser::text, n,"
    " policy, policy_version " + _TAIL + " ORDER BY played_at, reported_at, place, tournament, match"
)
_BEYOND = "SELECT 1 " + _TAIL + " OFFSET %(most)s LIMIT 1"
_LAST_LINE = """
SELECT * FROM (
    (SELECT played_at, reported_at, place, tournament, match, winner_after AS rating,
        winner_experience + n AS experience, winner_after - winner_before AS change
     FROM projected.rating_lines WHERE winner = wanted.person AND pool = wanted.pool AND played_at < %(since)s
     ORDER BY played_at DESC, reported_at DESC, place DESC, tournament DESC, match DESC LIMIT 1)
    UNION ALL
    (SELECT played_at, reported_at, place, tournament, match, loser_after, loser_experience + n,
        loser_after - loser_before
     FROM projected.rating_lines WHERE loser = wanted.person AND pool = wanted.pool AND played_at < %(since)s
     ORDER BY played_at DESC, reported_at DESC, place DESC, tournament DESC, match DESC LIMIT 1)
) AS either
ORDER BY played_at DESC, reported_at DESC, place DESC, tournament DESC, match DESC LIMIT 1
"""
_OPENING = """
SELECT rating, experience FROM projected.rated_openings
WHERE pool = wanted.pool AND person = wanted.person AND position <= %(position)s ORDER BY position DESC LIMIT 1
"""
_OPENINGS = """
SELECT DISTINCT ON (pool, person) pool, person::text, rating, experience FROM projected.rated_openings
WHERE position <= %(position)s ORDER BY pool, person, position DESC
"""
_BROUGHT = (
    "LEFT JOIN LATERAL (" + _LAST_LINE + ") AS line ON true LEFT JOIN LATERAL (" + _OPENING + ") AS opening ON true"
)
_STOOD = """
SELECT wanted.pool, wanted.person::text, coalesce(line.rating, opening.rating),
    coalesce(line.experience, opening.experience), line.change, line.tournament::text, line.match
FROM """
_IS_KNOWN = " WHERE line.rating IS NOT NULL OR opening.rating IS NOT NULL"
_THESE = "unnest(%(pools)s::text[], %(persons)s::uuid[]) AS wanted (pool, person) "
_BROUGHT_BY = _STOOD + _THESE + _BROUGHT + _IS_KNOWN
_BROUGHT_BY_ALL = _STOOD + "projected.ratings AS wanted " + _BROUGHT + _IS_KNOWN


class RatedThen:
    """The tables of ratings in one transaction, as of a `position` that they have reached. Times are microseconds since
    1970. Methods raise psycopg's errors."""

    def __init__(self, connection: Connection, position: int) -> None:
        self.position = position
        self._connection = connection
        self._at = {"position": position, "thousand": position // THOUSAND}

    def since(self, tried: Iterable[Played] = ()) -> int:
        """When the earliest match was played that any later event has touched, or that is tried."""
        thousand_after = (self._at["thousand"] + 1) * THOUSAND
        found = self._rows(_SINCE, next=thousand_after)[0][0]
        touched = LARGEST_INTEGER if found is None else int(found)
        return min([touched, *(line.played_at for _, line in tried)])

    def is_longer(self, since: int, most: int) -> bool:
        """Whether more matches than `most` were rated then that were played from that time on."""
        return bool(self._rows(_BEYOND, since=since, most=most))

    def whole(self) -> Pools:
        """All pools."""
        pools = Pools()
        pools.load(self._rows(_OPENINGS), self._matches(_BEFORE_ALL))
        return pools

    def tail(self, since: int, tried: Iterable[Played] = ()) -> Pools:
        """Pools of the matches that were rated then and played from that time on, with what their players, and those
        of the matches tried, brought to them: an earlier match's rating, or an opening rating."""
        [pools] = self.tails(1, since, tried)
        return pools

    def tails(self, number: int, since: int, tried: Iterable[Played] = ()) -> list[Pools]:
        """So many of them, alike, read once."""
        matches = self._matches(since)
        players = {(pool, player) for pool, one in (*matches, *tried) for player in (one.winner, one.loser)}
        brought = self._brought_ratings(since, sorted(players))
        made = [Pools() for _ in range(number)]
        for pools in made:
            pools.load((row[:4] for row in brought), matches)
        return made

    def brought_by_all(self, since: int) -> list[tuple[Any, ...]]:
        """Where everybody stood before that time, as rows of the table of ratings."""
        return self._rows(_BROUGHT_BY_ALL, since=since)

    def _matches(self, since: int) -> list[Played]:
        policies = policies_in(self._connection)
        return [(pool, lines.ledger_match(match, policies)) for pool, *match in self._rows(_MATCHES, since=since)]

    def _brought_ratings(self, since: int, players: list[tuple[str, str]]) -> list[tuple[Any, ...]]:
        pools, persons = [pool for pool, _ in players], [person for _, person in players]
        return self._rows(_BROUGHT_BY, since=since, pools=pools, persons=persons)

    def _rows(self, query: LiteralString, **values: object) -> list[tuple[Any, ...]]:
        return self._connection.execute(query, {**self._at, **values}).fetchall()


Then = Callable[[int], AbstractContextManager[RatedThen | None]]
"""Gives what the tables tell of a position."""


@contextmanager
def rated_then(connection: Connection, position: int) -> Iterator[RatedThen | None]:
    """Within it the tables stand still, as of that position or as far as they are by now. None where they lack
    something: a stream stands still, and the log itself says why."""
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        reached = connection.execute(_WHOLE).fetchone()
        yield None if reached is None else RatedThen(connection, min(position, reached[0]))


def nothing_told(_: int) -> AbstractContextManager[RatedThen | None]:
    """Where there are no tables to ask."""
    return nullcontext()


def pools_so_far(then: Then, position: int) -> tuple[Pools, int]:
    """All pools at that position, or as far as tables tell of them, and where that is."""
    with then(position) as tables:
        return (Pools(), 0) if tables is None else (tables.whole(), tables.position)
