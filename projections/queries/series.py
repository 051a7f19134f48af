"""Reading series of tournaments, and who has won them."""

from collections.abc import Sequence
from typing import Any

from domain.kernel.ids import ClubId, SeriesId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.tournaments.sorting import patterns, words_of
from projections.views.series import SeasonView, SeriesView, WinnerView

_SERIES = """
SELECT document, sorting, id::text FROM projected.series
WHERE sorting LIKE ALL (%(patterns)s::text[])
AND (%(club)s::uuid IS NULL OR club = %(club)s::uuid)
AND (%(since)s::bigint IS NULL OR 'series-' || id IN (SELECT stream FROM events WHERE position > %(since)s))
AND (%(id)s::uuid IS NULL OR (sorting, id) > (%(sorting)s, %(id)s::uuid))
ORDER BY sorting, id LIMIT %(limit)s
"""
_SEASONS = """
SELECT season, count(*) FROM projected.tournaments WHERE series = %(series)s::uuid GROUP BY season ORDER BY season
"""
_WINNERS = """
SELECT person::text, wins, tournaments FROM (
    SELECT person, count(*) AS wins, array_agg(tournament::text ORDER BY tournament) AS tournaments
    FROM projected.wins
    WHERE series = %(series)s::uuid AND (%(season)s::bigint IS NULL OR season = %(season)s)
    GROUP BY person
) AS winner
WHERE %(wins)s::bigint IS NULL OR (-wins, person) > (-%(wins)s::bigint, %(person)s::uuid)
ORDER BY wins DESC, person LIMIT %(limit)s
"""


class SeriesReadings(Reader):
    """Unknown ids give empty lists."""

    def series(
        self,
        search: str = "",
        after: Cursor | None = None,
        limit: int = 50,
        club: ClubId | None = None,
        since: int | None = None,
    ) -> Page[SeriesView]:
        """The series whose name holds each word of the text, whatever its case and accents; by name. Those of the club
        alone, where one is named, and those in which something has happened since that position of the log."""
        name, last = after or (None, None)
        wanted = patterns(words_of(search))
        narrowed = {"patterns": wanted, "club": club, "since": since}
        rows = self._rows(_SERIES, **narrowed, sorting=name, id=last, limit=limit + 1)
        return page(rows, limit, lambda row: SeriesView.model_validate_json(row[0]), lambda row: row[1:])

    def seasons(self, series: SeriesId) -> Sequence[SeasonView]:
        """The seasons of the series for which tournaments were announced, in order."""
        return [SeasonView(season=row[0], tournaments=row[1]) for row in self._rows(_SEASONS, series=series)]

    def winners(
        self, series: SeriesId, season: int | None = None, after: Cursor | None = None, limit: int = 50
    ) -> Page[WinnerView]:
        """The persons who have won tournaments of the series, or of one season of it; the most first."""
        wins, last = after or (None, None)
        rows = self._rows(_WINNERS, series=series, season=season, wins=wins, person=last, limit=limit + 1)
        return page(rows, limit, _winner, lambda row: (row[1], row[0]))


def _winner(row: tuple[Any, ...]) -> WinnerView:
    return WinnerView(person=row[0], wins=row[1], tournaments=tuple(row[2]))
