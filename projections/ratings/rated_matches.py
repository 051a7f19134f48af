"""What was rated, and from which position of the log until which: matches, opening ratings, how far back each
thousand events reach, and when each part of a tournament was played.

A row is the event's own, whatever batch it came in, so the same log always makes the same rows.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from psycopg import Connection

from domain.kernel.ids import StreamName
from domain.person.state import OpeningRating
from domain.rating.lines import LedgerMatch
from projections.engine.rows import Row
from projections.engine.tables import Table
from projections.ratings import totals
from projections.ratings.pools import Match

MATCHES = Table(
    "rated_matches",
    ("tournament", "match", "position"),
    ("until", "pool", "played_at", "reported_at", "place", "winner", "loser", "n", "policy", "policy_version"),
)
OPENINGS = Table("rated_openings", ("pool", "person", "position"), ("rating", "experience"))
REACH = Table("rating_reach", ("thousand",), ("earliest", "latest"))
PARTS = Table("rating_parts", ("tournament", "part"), ("earliest", "latest"))

THOUSAND = 1_000

_END = """
UPDATE rated_matches AS former SET until = ended.position
FROM unnest(%s::uuid[], %s::bigint[], %s::bigint[]) AS ended (tournament, match, position)
WHERE former.tournament = ended.tournament AND former.match = ended.match AND former.until IS NULL
"""
_REACH = """
INSERT INTO rating_reach AS reach (thousand, earliest, latest)
SELECT * FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[])
ON CONFLICT (thousand) DO UPDATE SET
    earliest = least(reach.earliest, excluded.earliest), latest = greatest(reach.latest, excluded.latest)
"""
_PARTS = """
INSERT INTO rating_parts AS part (tournament, part, earliest, latest)
SELECT * FROM unnest(%s::uuid[], %s::bigint[], %s::bigint[], %s::bigint[])
ON CONFLICT (tournament, part) DO UPDATE SET
    earliest = least(part.earliest, excluded.earliest), latest = greatest(part.latest, excluded.latest)
"""
_FORGET_MATCHES = "DELETE FROM rated_matches WHERE tournament = %s::uuid"
_FORGET_OPENINGS = "DELETE FROM rated_openings WHERE person = %s::uuid"

Name = TypeVar("Name")
Span = tuple[int, int]
"""The earliest and the latest time."""
Former = Callable[[Match], LedgerMatch | None]
"""How a match was rated before all that is noted; None where it was not."""


class Notes:
    """The changes of rated matches by events, until they are written."""

    def __init__(self) -> None:
        self._open: dict[Match, tuple[int, str, LedgerMatch]] = {}
        self._done: list[Row] = []
        self._ended: dict[Match, int] = {}
        self._reach: dict[int, Span] = {}
        self._parts: dict[tuple[str, int], Span] = {}
        self._openings: list[Row] = []
        self._forgotten: list[StreamName] = []

    def match(self, position: int, pool: str, match: Match, line: LedgerMatch | None, former: Former) -> None:
        """From that position on the match is rated so, or None: it is not rated."""
        before = self._open[match][2] if match in self._open else former(match)
        if before == line:
            return
        if before is not None:
            self._end(position, match)
            _widen(self._reach, position // THOUSAND, before.played_at)
        if line is not None:
            self._open[match] = position, pool, line
            tournament, number = match
            _widen(self._reach, position // THOUSAND, line.played_at)
            _widen(self._parts, (tournament, number // totals.PART), line.played_at)

    def opening(self, position: int, pool: str, person: str, opening: OpeningRating | None) -> None:
        """From that position on it is the person's opening rating in the pool; None: they have none of their own."""
        known = (None, None) if opening is None else (opening.rating, opening.experience)
        self._openings.append((pool, person, position, *known))

    def forget(self, stream: StreamName) -> None:
        """All that is known of the stream is noted again."""
        self._forgotten.append(stream)

    def write(self, connection: Connection) -> None:
        """Write it. Within the caller's transaction."""
        for stream in self._forgotten:
            kind, _, name = stream.partition("-")
            connection.execute(_FORGET_MATCHES if kind == "tournament" else _FORGET_OPENINGS, (name,))
        if self._ended:
            connection.execute(_END, _columns([(*match, position) for match, position in self._ended.items()]))
        MATCHES.upsert(connection, [*self._done, *(_row(match, *one) for match, one in self._open.items())])
        OPENINGS.upsert(connection, self._openings)
        if self._reach:
            reach = [(thousand, *times) for thousand, times in sorted(self._reach.items())]
            connection.execute(_REACH, _columns(reach))
        if self._parts:
            connection.execute(_PARTS, _columns([(*part, *times) for part, times in sorted(self._parts.items())]))

    def _end(self, position: int, match: Match) -> None:
        """The row that holds so far ends there: one that is noted, or the newest one that is written."""
        noted = self._open.pop(match, None)
        if noted is None:
            self._ended.setdefault(match, position)
        else:
            self._done.append(_row(match, *noted, until=position))


def _widen(spans: dict[Name, Span], name: Name, at: int) -> None:
    earliest, latest = spans.get(name, (at, at))
    spans[name] = min(earliest, at), max(latest, at)


def _columns(rows: Sequence[Sequence[object]]) -> list[list[object]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _row(match: Match, position: int, pool: str, line: LedgerMatch, until: int | None = None) -> Row:
    played_at, reported_at, place, _, winner, loser, n, policy = line
    return (*match, position, until, pool, played_at, reported_at, place, winner, loser, n, *policy.key)
