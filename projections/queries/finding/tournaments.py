"""Finding tournaments: by name, place, dates, status, format, series, and who is in them."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from domain.kernel.ids import ClubId, PersonId, SeriesId
from domain.tournament.state import Status
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.tournaments.sorting import patterns, words_of
from projections.views.tournaments import TournamentView

_FOUND = """
FROM projected.tournaments AS found
WHERE sorting LIKE ALL (%(name)s::text[]) AND place LIKE ALL (%(place)s::text[])
AND (%(begins_from)s::timestamptz IS NULL OR begins_at >= %(begins_from)s::timestamptz)
AND (%(begins_before)s::timestamptz IS NULL OR begins_at < %(begins_before)s::timestamptz)
AND (%(status)s::text IS NULL OR status = %(status)s)
AND (%(format)s::text IS NULL OR %(format)s = ANY(formats))
AND (%(series)s::uuid IS NULL OR series = %(series)s::uuid)
AND (%(season)s::bigint IS NULL OR season = %(season)s)
AND (%(club)s::uuid IS NULL OR club = %(club)s::uuid)
AND (%(director)s::uuid IS NULL OR directors @> ARRAY[%(director)s::uuid])
AND (%(person)s::uuid IS NULL OR id IN (
    SELECT tournament FROM projected.entries WHERE persons @> ARRAY[%(person)s::uuid]))
AND (%(since)s::bigint IS NULL OR 'tournament-' || id IN (SELECT stream FROM events WHERE position > %(since)s))
"""
_PAGE = """
AND (%(moment)s::timestamptz IS NULL OR (announced_at, id) < (%(moment)s::timestamptz, %(id)s::uuid))
ORDER BY announced_at DESC, id DESC LIMIT %(limit)s
"""
_OLDEST = """
AND (%(moment)s::timestamptz IS NULL OR (announced_at, id) > (%(moment)s::timestamptz, %(id)s::uuid))
ORDER BY announced_at, id LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which tournaments: all words of `name` and `place` are in theirs, in any order, whatever case and accents; they
    begin from one moment on and before another; `person` has asked to enter, be it in a team, `director` directs;
    something has happened there `since` that position of the log. `oldest_first`: in which order."""

    name: str = ""
    place: str = ""
    begins_from: datetime | None = None
    begins_before: datetime | None = None
    status: Status | None = None
    format: str | None = None
    series: SeriesId | None = None
    season: int | None = None
    club: ClubId | None = None
    person: PersonId | None = None
    director: PersonId | None = None
    since: int | None = None
    oldest_first: bool = False

    @property
    def values(self) -> dict[str, Any]:
        """As the query takes them."""
        return asdict(self) | {part: patterns(words_of(getattr(self, part))) for part in ("name", "place")}


ALL = Wanted()


class FindingTournaments(Reader):
    """Unknown ids give an empty page."""

    def tournaments(self, wanted: Wanted = ALL, after: Cursor | None = None, limit: int = 50) -> Page[TournamentView]:
        """The tournaments that are wanted; the last announced come first, unless the oldest are to."""
        moment, last = after or (None, None)
        query = "SELECT document, announced_at::text, id::text" + _FOUND + (_OLDEST if wanted.oldest_first else _PAGE)
        rows = self._rows(query, **wanted.values, moment=moment, id=last, limit=limit + 1)
        return page(rows, limit, lambda row: TournamentView.model_validate_json(row[0]), lambda row: row[1:])

    def count_tournaments(self, wanted: Wanted = ALL) -> int:
        """The number of these tournaments."""
        row = self._row("SELECT count(*)" + _FOUND, **wanted.values)
        return row[0] if row else 0
