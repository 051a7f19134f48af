"""The players of a pool as people look for them: by rank, with what each has played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, LiteralString, get_args

from domain.kernel.ids import ClubId, PersonId
from domain.kernel.values import Instant, Pool, Value
from domain.rating.classes import CLASSES, ClassName, rating_class
from projections.queries.pool import Reader
from projections.ratings.pools import moment
from projections.views.ratings import points

PlayerOrder = Literal["rating", "matches", "won", "last-played", "club"]
ORDERS: tuple[PlayerOrder, ...] = get_args(PlayerOrder)

_RECENT = 12
_RANKED = """
WITH ranked AS (
    SELECT person, rating, rank() OVER (ORDER BY rating DESC) AS rank
    FROM projected.ratings WHERE pool = %(pool)s
), wanted AS (
    SELECT * FROM ranked
    WHERE (%(persons)s::uuid[] IS NULL OR person = ANY(%(persons)s::uuid[]))
    AND (%(lowest)s::bigint IS NULL OR rating >= %(lowest)s) AND (%(beyond)s::bigint IS NULL OR rating < %(beyond)s)
)
"""
_PLAYED = """
    LEFT JOIN LATERAL (
        SELECT count(*) AS matches, count(*) FILTER (WHERE is_won) AS won, max(played_at) AS last_played FROM (
            SELECT played_at, true AS is_won FROM projected.rating_lines
            WHERE winner = one.person AND pool = %(pool)s
            UNION ALL
            SELECT played_at, false FROM projected.rating_lines WHERE loser = one.person AND pool = %(pool)s
        ) AS each
    ) AS played ON true
"""
_NEWEST = """
    LEFT JOIN LATERAL (
        SELECT array_agg(rating ORDER BY played_at, reported_at, place, tournament, match) AS ratings,
            (array_agg(before ORDER BY played_at, reported_at, place, tournament, match))[1] AS before FROM (
            (SELECT winner_after AS rating, winner_before AS before, played_at, reported_at, place, tournament, match
             FROM projected.rating_lines WHERE winner = one.person AND pool = %(pool)s
             ORDER BY played_at DESC, reported_at DESC, place DESC, tournament DESC, match DESC LIMIT %(recent)s)
            UNION ALL
            (SELECT loser_after, loser_before, played_at, reported_at, place, tournament, match
             FROM projected.rating_lines WHERE loser = one.person AND pool = %(pool)s
             ORDER BY played_at DESC, reported_at DESC, place DESC, tournament DESC, match DESC LIMIT %(recent)s)
            ORDER BY played_at DESC, reported_at DESC, place DESC, tournament DESC, match DESC LIMIT %(recent)s
        ) AS newest
    ) AS newest ON true
"""
_ORDERED: LiteralString = """
{ranked}
SELECT person::text, rank, rating, matches, won, last_played, before, ratings FROM (
    SELECT * FROM wanted ORDER BY rank, person LIMIT %(limit)s OFFSET %(offset)s
) AS one {played} {newest} ORDER BY rank, person
"""
_ORDERED_BY_PLAY: LiteralString = """
{ranked}
SELECT person::text, rank, rating, matches, won, last_played, before, ratings FROM (
    SELECT one.*, matches, won, last_played FROM wanted AS one {played}
    ORDER BY {order} DESC NULLS LAST, rank, person LIMIT %(limit)s OFFSET %(offset)s
) AS one {newest} ORDER BY {order} DESC NULLS LAST, rank, person
"""
_ORDERED_BY_CLUB: LiteralString = """
{ranked}
SELECT person::text, rank, rating, matches, won, last_played, before, ratings FROM (
    SELECT wanted.*, of_club.club_place
    FROM wanted LEFT JOIN unnest(%(of_clubs)s::uuid[], %(club_places)s::bigint[]) AS of_club (person, club_place)
        ON of_club.person = wanted.person
    ORDER BY club_place NULLS LAST, rank, wanted.person LIMIT %(limit)s OFFSET %(offset)s
) AS one {played} {newest} ORDER BY club_place NULLS LAST, rank, person
"""
_PARTS: Mapping[str, LiteralString] = {"ranked": _RANKED, "played": _PLAYED, "newest": _NEWEST}
_QUERIES: Mapping[PlayerOrder, LiteralString] = {
    "rating": _ORDERED.format(**_PARTS),
    "matches": _ORDERED_BY_PLAY.format(order="matches", **_PARTS),
    "won": _ORDERED_BY_PLAY.format(order="won::numeric / nullif(matches, 0)", **_PARTS),
    "last-played": _ORDERED_BY_PLAY.format(order="last_played", **_PARTS),
    "club": _ORDERED_BY_CLUB.format(**_PARTS),
}
_COUNTED: LiteralString = "{ranked} SELECT count(*) FROM wanted"


class PlayerView(Value):
    """A player of a pool. Players of the same rating share a `rank`. `recent` are the ratings after each of the newest
    matches, the oldest of them first, and `trend` is what these changed; None for who has played none. `club`
    is None here, for anyone to say who knows which clubs are public."""

    rank: int
    person: PersonId
    rating: str
    rating_class: str
    matches: int
    won: int
    last_played: Instant | None
    trend: str | None
    recent: tuple[str, ...]
    club: ClubId | None


@dataclass(frozen=True, slots=True)
class WantedPlayers:
    """Which players: these persons, where they are given, and this class, where it is. `club_places` are those of their
    clubs in the order of clubs; anyone who has none comes last."""

    persons: Sequence[PersonId] | None = None
    rating_class: ClassName | None = None
    order: PlayerOrder = "rating"
    club_places: Mapping[PersonId, int] = field(default_factory=dict)

    def values(self, pool: Pool) -> dict[str, object]:
        """The values of a query for them."""
        place = next((at for at, one in enumerate(CLASSES) if one.name == self.rating_class), None)
        lowest = None if place is None else CLASSES[place].lowest
        beyond = CLASSES[place - 1].lowest if place else None
        persons = None if self.persons is None else list(self.persons)
        found = {"pool": pool, "persons": persons, "lowest": lowest, "beyond": beyond, "recent": _RECENT}
        return found | {"of_clubs": list(self.club_places), "club_places": list(self.club_places.values())}


class FindingPlayers(Reader):
    """Players of a pool."""

    def players(self, pool: Pool, wanted: WantedPlayers, limit: int, offset: int) -> Sequence[PlayerView]:
        """Those wanted, from that place of the order on."""
        rows = self._rows(_QUERIES[wanted.order], **wanted.values(pool), limit=limit, offset=offset)
        return [_view(row) for row in rows]

    def count_players(self, pool: Pool, wanted: WantedPlayers) -> int:
        """The number of players that are wanted."""
        row = self._row(_COUNTED.format(**_PARTS), **wanted.values(pool))
        return row[0] if row else 0


def _view(row: tuple[Any, ...]) -> PlayerView:
    person, rank, rating, matches, won, last_played, before, recent = row
    return PlayerView(
        rank=rank,
        person=person,
        rating=points(rating),
        rating_class=rating_class(rating).name,
        matches=matches,
        won=won,
        last_played=None if last_played is None else moment(last_played),
        trend=None if before is None else points(recent[-1] - before),
        recent=tuple(points(one) for one in recent or ()),
        club=None,
    )
