"""Reading tournaments, entries, matches and standings. What a reader may see is for the caller to decide."""

from collections.abc import Sequence
from datetime import datetime

from domain.journal.asked_once import once
from domain.kernel.ids import TournamentId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.views.rounds import SameFieldView
from projections.views.tournaments import EntryView, MatchStatus, MatchView, StandingsView, TournamentView

_TOURNAMENT = "SELECT document FROM projected.tournaments WHERE id = %(id)s::uuid"
_ENTRIES = """
SELECT document, number FROM projected.entries
WHERE tournament = %(id)s::uuid AND number > %(number)s ORDER BY number LIMIT %(limit)s
"""
_ENTRY = """
SELECT document FROM projected.entries
WHERE tournament = %(id)s::uuid AND number = %(number)s
"""
_MATCHES = """
SELECT document, number FROM projected.matches
WHERE tournament = %(id)s::uuid AND number > %(number)s ORDER BY number LIMIT %(limit)s
"""
_MATCHES_OF_ENTRY = """
SELECT document, number FROM (
    (SELECT document, number FROM projected.matches
     WHERE tournament = %(id)s::uuid AND first = %(entry)s AND number > %(number)s
     AND (%(status)s::text IS NULL OR status = %(status)s) ORDER BY number LIMIT %(limit)s)
    UNION ALL
    (SELECT document, number FROM projected.matches
     WHERE tournament = %(id)s::uuid AND second = %(entry)s AND number > %(number)s
     AND (%(status)s::text IS NULL OR status = %(status)s) ORDER BY number LIMIT %(limit)s)
) AS either ORDER BY number LIMIT %(limit)s
"""
_MATCHES_ANNOUNCED = """
SELECT document, number FROM projected.matches
WHERE tournament = %(id)s::uuid AND number > %(number)s AND status = 'announced' ORDER BY number LIMIT %(limit)s
"""
_MATCHES_TO_DO = """
SELECT document, number FROM projected.matches
WHERE tournament = %(id)s::uuid AND status = %(status)s AND status <> 'announced' AND number > %(number)s
ORDER BY number LIMIT %(limit)s
"""
_MATCH = "SELECT document FROM projected.matches WHERE tournament = %(id)s::uuid AND number = %(number)s"
_SAME_FIELD = """
WITH field AS (
    SELECT DISTINCT unnest(entrants) AS person FROM projected.entries WHERE tournament = %(id)s::uuid
)
SELECT other.id::text, other.status, other.announced_at, counted.shared
FROM projected.tournaments AS this
JOIN projected.tournaments AS other ON other.run_by && this.run_by AND other.id <> this.id
CROSS JOIN LATERAL (
    SELECT count(*) AS size, count(field.person) AS shared
    FROM (SELECT DISTINCT unnest(entrants) AS person FROM projected.entries WHERE tournament = other.id) AS theirs
    LEFT JOIN field USING (person)
) AS counted
WHERE this.id = %(id)s::uuid AND other.drawn AND other.status IN ('cancelled', 'started')
AND 2 * counted.shared > least(counted.size, (SELECT count(*) FROM field))
ORDER BY other.announced_at, other.id LIMIT 1000
"""
_DUE = "SELECT id::text FROM projected.tournaments WHERE due_at <= %(now)s ORDER BY due_at, id LIMIT 1000"
_STANDINGS = "SELECT document FROM projected.standings WHERE tournament = %(id)s::uuid"


class TournamentReadings(Reader):
    """Unknown ids give None or an empty page."""

    def tournament(self, tournament: TournamentId) -> TournamentView | None:
        """One tournament."""
        return once((self, "tournament", tournament), lambda: self._tournament_now(tournament))

    def _tournament_now(self, tournament: TournamentId) -> TournamentView | None:
        row = self._row(_TOURNAMENT, id=tournament)
        return None if row is None else TournamentView.model_validate_json(row[0])

    def entries(self, tournament: TournamentId, after: Cursor | None = None, limit: int = 50) -> Page[EntryView]:
        """The tournament's entries by number."""
        rows = self._rows(_ENTRIES, id=tournament, number=_number(after), limit=limit + 1)
        return page(rows, limit, lambda row: EntryView.model_validate_json(row[0]), lambda row: row[1:])

    def entry(self, tournament: TournamentId, number: int) -> EntryView | None:
        """One entry."""
        row = self._row(_ENTRY, id=tournament, number=number)
        return None if row is None else EntryView.model_validate_json(row[0])

    def matches(
        self,
        tournament: TournamentId,
        after: Cursor | None = None,
        limit: int = 50,
        entry: int | None = None,
        status: MatchStatus | None = None,
    ) -> Page[MatchView]:
        """The tournament's matches by number: all, those of an entry, those of a status, or both."""
        if entry is not None:
            query = _MATCHES_OF_ENTRY
        elif status is None:
            query = _MATCHES
        else:
            query = _MATCHES_ANNOUNCED if status == "announced" else _MATCHES_TO_DO
        rows = self._rows(query, id=tournament, number=_number(after), limit=limit + 1, entry=entry, status=status)
        return page(rows, limit, lambda row: MatchView.model_validate_json(row[0]), lambda row: row[1:])

    def match(self, tournament: TournamentId, number: int) -> MatchView | None:
        """One match."""
        row = self._row(_MATCH, id=tournament, number=number)
        return None if row is None else MatchView.model_validate_json(row[0])

    def standings(self, tournament: TournamentId) -> StandingsView | None:
        """The tournament's table."""
        row = self._row(_STANDINGS, id=tournament)
        return None if row is None else StandingsView.model_validate_json(row[0])

    def same_field(self, tournament: TournamentId) -> tuple[SameFieldView, ...]:
        """The tournaments that were drawn for most of the same entrants under the same hands and not played to their
        end, the first announced first."""
        rows = self._rows(_SAME_FIELD, id=tournament)
        return tuple(SameFieldView(tournament=id_, status=s, announced_at=at, shared=n) for id_, s, at, n in rows)

    def due_tournaments(self, now: datetime) -> Sequence[TournamentId]:
        """The tournaments in which the service has something to do by itself, the longest due first."""
        return [row[0] for row in self._rows(_DUE, now=now)]


def _number(after: Cursor | None) -> int:
    return int(after[0]) if after else 0
