"""The tables of the feeds."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from psycopg import Connection

from domain.kernel.ids import PersonId
from domain.kernel.values import Pool
from domain.rating.lines import LedgerMatch
from domain.webhooks.events import Feed
from projections.engine.rows import Row
from projections.engine.tables import Table
from projections.feeds.entries import Place
from projections.ratings.lines import ledger_match
from projections.ratings.policies import policies_in
from projections.ratings.pools import Match

ENTRIES = Table("feed_entries", ("feed", "position", "number"), ("ordinal", "about", "entry"))
LINES = Table(
    "feed_lines",
    ("tournament", "match"),
    ("pool", "played_at", "reported_at", "place", "winner", "loser", "n", "policy", "policy_version"),
)
OPENINGS = Table("feed_openings", ("pool", "person"), ("rating", "experience"))
RATINGS = Table("feed_ratings", ("pool", "person"), ("position",))
RESTARTS = Table("feed_restarts", ("position",), ("epoch",))
ALL = (ENTRIES, LINES, OPENINGS, RATINGS, RESTARTS)

CHANGED = """
SELECT format('%s %s.%s', feed, position, number)
FROM {live}.feed_entries AS told LEFT JOIN {made}.feed_entries AS made USING (feed, position, number)
WHERE made.entry IS DISTINCT FROM told.entry AND position <= (SELECT coalesce(max(e.position), 0) FROM public.events e)
    AND NOT EXISTS (
        SELECT FROM {made}.feed_restarts AS begun WHERE begun.position <= told.position
            AND NOT EXISTS (SELECT FROM {live}.feed_restarts AS known WHERE known.position = begun.position)
    )
ORDER BY position, number LIMIT 1
"""
"""An entry that was published and would now differ. What a log that was begun again has lost does not count."""

_COUNT = "SELECT ordinal FROM feed_entries WHERE feed = %s ORDER BY position DESC, number DESC LIMIT 1"
_NEWEST = """
SELECT asked.feed, asked.about, found.position, found.number
FROM unnest(%s::text[], %s::text[]) AS asked (feed, about), LATERAL (
    SELECT position, number FROM feed_entries AS entry
    WHERE entry.feed = asked.feed AND entry.about = asked.about ORDER BY position DESC, number DESC LIMIT 1
) AS found
"""
_LINES = """
SELECT pool, played_at, reported_at, place, tournament::text, match, winner::text, loser::text, n,
    policy, policy_version
FROM feed_lines ORDER BY played_at, reported_at, place, tournament, match
"""
_OPENINGS = "SELECT pool, person::text, rating, experience FROM feed_openings ORDER BY pool, person"
_REMOVE = """
DELETE FROM feed_lines AS line USING unnest(%s::uuid[], %s::bigint[]) AS removed (tournament, match)
WHERE line.tournament = removed.tournament AND line.match = removed.match
"""
_CLOSE = """
DELETE FROM feed_openings AS one USING unnest(%s::text[], %s::uuid[]) AS closed (pool, person)
WHERE one.pool = closed.pool AND one.person = closed.person
"""


def count(connection: Connection, feed: Feed) -> int:
    """The number of the feed's entries."""
    row = connection.execute(_COUNT, (feed,)).fetchone()
    return 0 if row is None else int(row[0])


def newest(connection: Connection, matters: Collection[tuple[Feed, str]]) -> Iterator[tuple[tuple[Feed, str], str]]:
    """The id of the newest entry on each of these matters, by feed, where there is any."""
    if not matters:
        return
    feeds, abouts = zip(*sorted(matters), strict=True)
    for feed, about, position, number in connection.execute(_NEWEST, (list(feeds), list(abouts))):
        yield (feed, about), Place(position, number).id


def line(match: Match, pool: str, rated: LedgerMatch) -> Row:
    """One rated match."""
    played_at, reported_at, place, _, winner, loser, n, policy = rated
    return (*match, pool, played_at, reported_at, place, winner, loser, n, *policy.key)


def remove_lines(connection: Connection, matches: Collection[Match]) -> None:
    """Take out matches that are rated no longer."""
    if matches:
        tournaments, numbers = zip(*matches, strict=True)
        connection.execute(_REMOVE, (list(tournaments), list(numbers)))


def open_and_close(connection: Connection, openings: Mapping[tuple[Pool, PersonId], tuple[int, int] | None]) -> None:
    """Write these openings, and take out those that are None."""
    OPENINGS.upsert(connection, [(*whose, *what) for whose, what in openings.items() if what is not None])
    closed = [whose for whose, what in openings.items() if what is None]
    if closed:
        connection.execute(_CLOSE, ([pool for pool, _ in closed], [person for _, person in closed]))


def load_rated(
    connection: Connection,
) -> tuple[Iterable[tuple[str, PersonId, int, int]], Iterable[tuple[str, LedgerMatch]]]:
    """The openings and the rated matches with their pools, in the order of ELO-6."""
    matches = connection.execute(_LINES).fetchall()
    openings = connection.execute(_OPENINGS).fetchall()
    policies = policies_in(connection)
    return openings, ((pool, ledger_match(match, policies)) for pool, *match in matches)
