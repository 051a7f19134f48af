"""Reading feeds: entries after a place in the log, in order, as the bytes that they are for ever."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from domain.kernel.ids import PersonId
from domain.kernel.values import Pool
from domain.webhooks.events import FEEDS, Feed
from projections.feeds.entries import Place
from projections.feeds.rerated import line_of
from projections.queries.pool import Reader
from projections.ratings.pools import Match

_AFTER = """
SELECT position, number, entry FROM projected.feed_entries
WHERE feed = %(feed)s AND (position, number) > (%(position)s, %(number)s)
ORDER BY position, number LIMIT %(limit)s
"""
_SUMMARY = """
SELECT first.position, first.number, last.position, last.number, last.ordinal
FROM (SELECT position, number FROM projected.feed_entries
      WHERE feed = %(feed)s ORDER BY position, number LIMIT 1) AS first,
     (SELECT position, number, ordinal FROM projected.feed_entries
      WHERE feed = %(feed)s ORDER BY position DESC, number DESC LIMIT 1) AS last
"""
_RESTARTS = """
SELECT position, epoch, public.scoresheet_kept_to(position) FROM projected.feed_restarts ORDER BY position
"""
_DIGEST = "SELECT encode(sha256(state), 'hex') FROM public.events WHERE position = %(position)s"
_KEPT_NOW = "SELECT public.scoresheet_kept_to(%(newest)s + 1)"
_REVISIONS = """
SELECT person::text, position FROM projected.feed_ratings
WHERE pool = %(pool)s AND person = ANY(%(persons)s::uuid[])
"""
_SINCE = """
SELECT person::text FROM projected.feed_ratings
WHERE pool = %(pool)s AND position > %(since)s AND (%(after)s::uuid IS NULL OR person > %(after)s::uuid)
ORDER BY person LIMIT %(limit)s
"""
_LINE_REVISIONS = """
SELECT about, max(position) FROM projected.feed_entries WHERE feed = 'ratings' AND about = ANY(%(abouts)s)
GROUP BY about
"""
FIRST_EPOCH = 1
DIGEST_DIGITS = 16


class Told(NamedTuple):
    """An entry with its place."""

    place: Place
    entry: bytes


@dataclass(frozen=True, slots=True)
class FeedSummary:
    """The number of entries in a feed, and the places of the first and the last; None where there is none."""

    feed: Feed
    entries: int
    first: Place | None
    last: Place | None


@dataclass(frozen=True, slots=True)
class Restarts:
    """Where the log was begun again: positions with the number of the log from there on, and up to where a signed
    checkpoint shows that the former log is the same."""

    begun: Sequence[tuple[int, int, int]]

    @property
    def epoch(self) -> int:
        """The number of the log that is kept now."""
        return max((epoch for _, epoch, _ in self.begun), default=FIRST_EPOCH)

    def common_position(self, epoch: int) -> int:
        """Up to which position the log of that number and this one are known to be the same. Raises ValueError where it
        is this one."""
        return min((position, kept_to) for position, later, kept_to in self.begun if later > epoch)[1]


class FeedReadings(Reader):
    """Reads of the feeds."""

    def feed_entries(self, feed: Feed, after: Place, limit: int) -> Sequence[Told]:
        """The entries after that place, at most so many."""
        rows = self._rows(_AFTER, feed=feed, position=after.position, number=after.number, limit=limit)
        return [Told(Place(position, number), entry) for position, number, entry in rows]

    def feed_summaries(self) -> Sequence[FeedSummary]:
        """Each feed."""
        return [self._summary(feed) for feed in FEEDS]

    def restarts(self) -> Restarts:
        """Where the log was begun again, as far as the feeds have followed it."""
        return Restarts([(position, epoch, kept_to) for position, epoch, kept_to in self._rows(_RESTARTS)])

    def digest_at(self, position: int) -> str:
        """The digest of the event at that position; empty where there is none. No two histories have the same one at a
        position, unless they are the same up to there: an event names its command and its moment."""
        row = self._row(_DIGEST, position=position)
        return "" if row is None else str(row[0])[:DIGEST_DIGITS]

    def signed_position(self, newest: int) -> int:
        """The newest position that a signed checkpoint covers which is left."""
        row = self._row(_KEPT_NOW, newest=newest)
        return 0 if row is None else int(row[0])

    def rating_revisions(self, pool: Pool, persons: Iterable[PersonId]) -> Mapping[PersonId, int]:
        """The position of the command that has changed each rating last, as far as the feeds have followed."""
        return dict(self._rows(_REVISIONS, pool=pool, persons=list(persons)))

    def rated_since(self, pool: Pool, since: int, after: PersonId | None, limit: int) -> Sequence[PersonId]:
        """The persons whose ratings were changed by commands after that position, in the order of their ids, after that
        one."""
        return [person for (person,) in self._rows(_SINCE, pool=pool, since=since, after=after, limit=limit)]

    def line_revisions(self, pool: Pool, person: PersonId, matches: Iterable[Match]) -> Mapping[Match, int]:
        """The position of the command that has changed each of the person's lines last."""
        abouts = {line_of(pool, person, match): match for match in matches}
        return {abouts[about]: position for about, position in self._rows(_LINE_REVISIONS, abouts=list(abouts))}

    def _summary(self, feed: Feed) -> FeedSummary:
        row = self._row(_SUMMARY, feed=feed)
        if row is None:
            return FeedSummary(feed, 0, None, None)
        return FeedSummary(feed, row[4], Place(*row[:2]), Place(*row[2:4]))
