"""Reading ratings: where players stand, and how they came there."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, LiteralString

from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.values import Pool
from domain.rating.classes import CLASSES
from domain.rating.lines import RatedLine, Standing
from domain.rating.policy import Policy
from domain.rating.teams import may_be_team, team_id
from domain.tournament.lifecycle.events import RatingTerms
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.ratings.lines import ledger_match
from projections.ratings.policies import ANNOUNCED, NamedPolicies
from projections.ratings.pools import microseconds
from projections.views.ratings import ClassView, RatedMatchView, RatingView, points, rated_match_view, rating_view

_RATING = """
SELECT person::text, rating, experience, change, tournament::text, match FROM projected.ratings
WHERE pool = %(pool)s AND person = %(person)s::uuid
"""
_RATINGS = """
SELECT person::text, rating, experience, change, tournament::text, match FROM projected.ratings
WHERE pool = %(pool)s
AND (%(persons)s::uuid[] IS NULL OR person = ANY(%(persons)s::uuid[]))
AND (%(rating)s::bigint IS NULL OR (rating, person) < (%(rating)s::bigint, %(person)s::uuid))
ORDER BY rating DESC, person DESC LIMIT %(limit)s
"""
_LINES: LiteralString = """
SELECT played_at, reported_at, place, tournament::text, match, winner::text, loser::text, n, policy, policy_version,
    winner_before, winner_after, loser_before, loser_after, winner_experience, loser_experience
FROM (
    (SELECT * FROM projected.rating_lines WHERE winner = %(person)s::uuid AND {wanted} ORDER BY {order} LIMIT %(limit)s)
    UNION ALL
    (SELECT * FROM projected.rating_lines WHERE loser = %(person)s::uuid AND {wanted} ORDER BY {order} LIMIT %(limit)s)
) AS either
ORDER BY {order} LIMIT %(limit)s
"""
"""The matches that a person has won, and those lost, each along an index of its own."""
_HISTORY = _LINES.format(
    wanted="""pool = %(pool)s AND (%(played_at)s::bigint IS NULL OR
        (played_at <= %(played_at)s::bigint AND (played_at, reported_at, place, tournament, match)
         < (%(played_at)s, %(reported_at)s, %(place)s::numeric, %(tournament)s::uuid, %(match)s)))""",
    order="played_at DESC, reported_at DESC, place DESC, tournament DESC, match DESC",
)
_BY_PERSON = """
SELECT person::text, rating, experience, change, tournament::text, match FROM projected.ratings
WHERE pool = %(pool)s AND (%(after)s::uuid IS NULL OR person > %(after)s::uuid)
AND (%(persons)s::uuid[] IS NULL OR person = ANY(%(persons)s::uuid[]))
ORDER BY person LIMIT %(limit)s
"""
_CURRENT = """
SELECT live.position, rating.person::text, rating.rating
FROM projections AS live
LEFT JOIN projected.ratings AS rating ON rating.pool = %(pool)s AND rating.person = ANY(%(persons)s::uuid[])
WHERE live.name = 'ratings' AND live.is_live
"""
_CHANGES = """
SELECT person::text, pool, change FROM projected.rating_totals WHERE tournament = %(id)s::uuid ORDER BY person, pool
"""
_OF_TOURNAMENT = _LINES.format(
    wanted="""tournament = %(tournament)s::uuid AND pool = %(pool)s
     AND (%(played_at)s::bigint IS NULL OR (played_at >= %(played_at)s::bigint
       AND (played_at, reported_at, place, match)
         > (%(played_at)s, %(reported_at)s, %(place)s::numeric, %(match)s)))""",
    order="played_at, reported_at, place, match",
)
_POOLS_OF_TOURNAMENT = """
SELECT pool FROM projected.rating_totals
WHERE tournament = %(tournament)s::uuid AND person = %(person)s::uuid AND pool >= %(first)s ORDER BY pool
"""
_CLASSES = """
SELECT bound.place, count(rating.person)
FROM unnest(%(lowest)s::bigint[], %(beyond)s::bigint[]) WITH ORDINALITY AS bound (lowest, beyond, place)
LEFT JOIN projected.ratings AS rating ON rating.pool = %(pool)s
    AND (bound.lowest IS NULL OR rating.rating >= bound.lowest)
    AND (bound.beyond IS NULL OR rating.rating < bound.beyond)
GROUP BY bound.place ORDER BY bound.place
"""


_TEAMS = """
SELECT DISTINCT persons::text[] FROM projected.entries
WHERE cardinality(persons) > 1 AND tournament IN (
    SELECT tournament FROM projected.rating_lines WHERE winner = ANY(%(teams)s::uuid[])
    UNION SELECT tournament FROM projected.rating_lines WHERE loser = ANY(%(teams)s::uuid[]))
"""
_TEAMS_OF = """
SELECT DISTINCT persons::text[] FROM projected.entries
WHERE cardinality(persons) > 1 AND persons @> ARRAY[%(person)s::uuid]
"""
_RATED = "SELECT DISTINCT person::text FROM projected.ratings WHERE person = ANY(%(teams)s::uuid[])"


_FIRST = (0, "0", "00000000-0000-0000-0000-000000000000", 0)
"""Before all matches of a moment: first report, place, tournament, number."""


class RatingReadings(Reader):
    """Ratings of a pool. Unknown players give None or an empty page."""

    def _rating_rows(self, query: LiteralString, **values: object) -> Sequence[tuple[Any, ...]]:
        """The rows of a query on the tables of ratings."""
        return self._rows(query, **values)

    def _one_rated(self, pool: Pool, person: PersonId) -> tuple[Any, ...] | None:
        return next(iter(self._rating_rows(_RATING, pool=pool, person=person)), None)

    def rating(self, pool: Pool, person: PersonId) -> RatingView | None:
        """Where a player stands."""
        row = self._one_rated(pool, person)
        return None if row is None else _rating(pool, row)

    def before_next(self, pool: Pool, person: PersonId, pinned: Policy) -> tuple[int, int]:
        """The person's start into the next match in the pool: a rating in micropoints, and experience. Who is not in
        the pool begins as the policy of that match says (ELO-1)."""
        row = self._one_rated(pool, person)
        return pinned.start_in(pool) if row is None else (row[1], row[2])

    def ratings(
        self, pool: Pool, after: Cursor | None = None, limit: int = 50, persons: Sequence[PersonId] | None = None
    ) -> Page[RatingView]:
        """All players of the pool, or those among `persons`, the highest rating first."""
        rating, person = after or (None, None)
        among = None if persons is None else list(persons)
        rows = self._rating_rows(_RATINGS, pool=pool, rating=rating, person=person, persons=among, limit=limit + 1)
        return page(rows, limit, lambda row: _rating(pool, row), lambda row: (row[1], row[0]))

    def ratings_by_person(self, pool: Pool, after: Cursor | None = None, limit: int = 50) -> Page[RatingView]:
        """All players of the pool in the order of their ids: whatever becomes of ratings, nobody is missed or found
        twice from page to page."""
        rows = self._rating_rows(_BY_PERSON, pool=pool, after=(after or (None,))[0], persons=None, limit=limit + 1)
        return page(rows, limit, lambda row: _rating(pool, row), lambda row: (row[0],))

    def ratings_of(self, pool: Pool, persons: Sequence[PersonId]) -> Sequence[RatingView]:
        """The ratings of these persons, in the order of their ids; who has none is left out."""
        rows = self._rating_rows(_BY_PERSON, pool=pool, after=None, persons=list(persons), limit=len(persons))
        return [_rating(pool, row) for row in rows]

    def current_ratings(self, rating: RatingTerms, persons: Sequence[PersonId]) -> tuple[Mapping[PersonId, int], int]:
        """The ratings of these persons in the tournament's pool, in micropoints, and the position of the log at which
        they are so; who has none stands where the policy starts (ELO-1)."""
        rows = self._rating_rows(_CURRENT, pool=rating.pool, persons=list(persons))
        found = {person: value for _, person, value in rows if person is not None}
        start, _ = rating.pinned.start_in(rating.pool)
        return {person: found.get(person, start) for person in persons}, max((row[0] for row in rows), default=0)

    def rating_before(self, rating: RatingTerms, person: PersonId, moment: datetime) -> int | None:
        """The person's rating in the tournament's pool, in micropoints, after the matches played before that moment;
        None where that was no rated match."""
        before = (microseconds(moment), *_FIRST)
        found = self.ledger_lines(rating.pool, person, before, limit=1).items
        if not found:
            return None
        line = found[0]
        return line.winner_after if line.match.winner == person else line.loser_after

    def rating_history(
        self, pool: Pool, person: PersonId, after: Cursor | None = None, limit: int = 50
    ) -> Page[RatedMatchView]:
        """The player's rated matches, the last in the order of ELO-6 first."""
        found = self.ledger_lines(pool, person, after, limit)
        return Page(tuple(rated_match_view(pool, person, line) for line in found.items), found.next)

    def ledger_lines(
        self, pool: Pool, person: PersonId, after: Cursor | None = None, limit: int = 50
    ) -> Page[RatedLine]:
        """The lines of the ledger behind `rating_history`, in its order."""
        names = ("played_at", "reported_at", "place", "tournament", "match")
        key = dict(zip(names, after or (None,) * len(names), strict=True))
        rows = self._rating_rows(_HISTORY, pool=pool, person=person, limit=limit + 1, **key)
        return page(rows, limit, self._lines(), _key)

    def ledger_lines_in(
        self, tournament: TournamentId, person: PersonId, after: Cursor | None = None, limit: int = 50
    ) -> Page[tuple[Pool, RatedLine]]:
        """The player's rated matches of one tournament, pool by pool in the order of ELO-6."""
        names = ("played_at", "reported_at", "place", "match")
        first, key = (str(after[0]), dict(zip(names, after[1:], strict=True))) if after else ("", {})
        rows: list[tuple[Any, ...]] = []
        line = self._lines()
        for (pool,) in self._rating_rows(_POOLS_OF_TOURNAMENT, tournament=tournament, person=person, first=first):
            begin = {**dict.fromkeys(names), **key} if pool == first else dict.fromkeys(names)
            wanted = {"tournament": tournament, "person": person, "pool": pool, "limit": limit + 1 - len(rows)}
            rows += ((pool, *row) for row in self._rating_rows(_OF_TOURNAMENT, **wanted, **begin))
        return page(rows, limit, lambda row: (row[0], line(row[1:])), _key_in)

    def teams(self, teams: Collection[PersonId]) -> Mapping[PersonId, Sequence[PersonId]]:
        """Each of these that is rated as a team (TEA-8), by their ids; all others are left out."""
        asked = sorted(filter(may_be_team, teams))
        found = _by_id(self._rows(_TEAMS, teams=asked)) if asked else {}
        return {team: persons for team, persons in sorted(found.items()) if team in teams}

    def teams_of(self, person: PersonId) -> Mapping[PersonId, Sequence[PersonId]]:
        """The teams with that person in them that are rated in some pool (TEA-8)."""
        found = _by_id(self._rows(_TEAMS_OF, person=person))
        rated = {team for (team,) in self._rows(_RATED, teams=sorted(found))}
        return {team: persons for team, persons in sorted(found.items()) if team in rated}

    def rating_changes(self, tournament: TournamentId) -> Mapping[PersonId, Mapping[Pool, int]]:
        """The change of each player's ratings over the tournament, in micropoints; a pool in which the player has no
        rated match there is left out (OPN-1)."""
        changes: dict[PersonId, dict[Pool, int]] = {}
        for person, pool, change in self._rating_rows(_CHANGES, id=tournament):
            changes.setdefault(person, {})[pool] = change
        return changes

    def _lines(self) -> Callable[[tuple[Any, ...]], RatedLine]:
        """Reads rows as lines of the ledger."""
        policies = NamedPolicies(lambda: self._rows(ANNOUNCED))
        return lambda row: RatedLine(ledger_match(row[:10], policies), *row[10:])

    def classes(self, pool: Pool) -> Sequence[ClassView]:
        """The classes, the highest first, and how many are in each (ELO-9)."""
        lowest = [each.lowest for each in CLASSES]
        rows = self._rating_rows(_CLASSES, pool=pool, lowest=lowest, beyond=[None, *lowest[:-1]])
        return [
            ClassView(name=each.name, lowest=None if each.lowest is None else points(each.lowest), players=players)
            for each, (_, players) in zip(CLASSES, rows, strict=True)
        ]


def _by_id(rows: Iterable[tuple[Any, ...]]) -> Mapping[PersonId, Sequence[PersonId]]:
    """Teams by what they are rated as, each in the order of its persons' ids."""
    return {team_id(persons): sorted(persons) for (persons,) in rows}


def _rating(pool: Pool, row: tuple[Any, ...]) -> RatingView:
    person, rating, experience, change, tournament, match = row
    last = None if tournament is None else (tournament, match)
    return rating_view(pool, person, Standing(rating, experience, change, last))


def _key(row: tuple[Any, ...]) -> Cursor:
    played_at, reported_at, place, tournament, number = row[:5]
    return played_at, reported_at, str(place), tournament, number


def _key_in(row: tuple[Any, ...]) -> Cursor:
    """Of a line of one tournament, with its pool before it."""
    pool, played_at, reported_at, place, _, match = row[:6]
    return pool, played_at, reported_at, str(place), match
