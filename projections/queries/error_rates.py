"""Reading error rates: a person's matches, and everybody's averages (TD-20)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, LiteralString

from domain.kernel.ids import PersonId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.views.error_rates import AverageView, ErrorRateView, PublishedErrorRateView

_KEPT: LiteralString = "projected.error_rates"
_PUBLISHED: LiteralString = """(
    SELECT * FROM projected.published_error_rates AS shown
    WHERE NOT EXISTS (SELECT FROM projected.persons AS gone WHERE gone.id = shown.person AND gone.erased)
)"""
_OF_PERSON: LiteralString = """
SELECT tournament::text, match, at, opponent::text, rate, program, digest, one.at::text
FROM {table} AS one
WHERE person = %(person)s::uuid
AND (%(moment)s::timestamptz IS NULL
     OR (one.at, one.tournament, match) < (%(moment)s::timestamptz, %(tournament)s::uuid, %(match)s::bigint))
ORDER BY one.at DESC, one.tournament DESC, match DESC LIMIT %(limit)s
"""
_AVERAGES: LiteralString = """
SELECT person::text, matches, average FROM (
    SELECT person, count(*) AS matches, round(avg(rate), 3) AS average FROM {table} AS each GROUP BY person
) AS one
WHERE %(average)s::numeric IS NULL OR (one.average, one.person) > (%(average)s::numeric, %(person)s::uuid)
ORDER BY one.average, one.person LIMIT %(limit)s
"""
_COUNTED = """
SELECT live.position, one.person::text, count(one.person), (sum(one.rate) * 1000)::bigint
FROM projections AS live
LEFT JOIN projected.counted_error_rates AS one
    ON one.person = ANY(%(persons)s::uuid[]) AND one.program = %(program)s AND one.at >= %(since)s
WHERE live.name = 'tournaments' AND live.is_live
GROUP BY live.position, one.person
"""
_COUNTED_BEFORE = """
SELECT person::text, count(*), (sum(rate) * 1000)::bigint FROM projected.counted_error_rates
WHERE person = ANY(%(persons)s::uuid[]) AND program = %(program)s AND at >= %(since)s
AND (at <= %(moment)s OR played_at < %(moment)s)
GROUP BY person
"""
_NAMES = ("tournament", "match", "at", "opponent", "rate", "program", "digest")


class ErrorRateReadings(Reader):
    """Of an unknown person there is nothing."""

    def error_rates(self, person: PersonId, after: Cursor | None = None, limit: int = 50) -> Page[ErrorRateView]:
        """The person's, the newest first."""
        rows = self._rates(_OF_PERSON.format(table=_KEPT), person, after, limit)
        return page(rows, limit, _rate, _place)

    def published_error_rates(
        self, person: PersonId, after: Cursor | None = None, limit: int = 50
    ) -> Page[PublishedErrorRateView]:
        """Those of the person that everybody sees, the newest first; none of who is erased."""
        rows = self._rates(_OF_PERSON.format(table=_PUBLISHED), person, after, limit)
        return page(rows, limit, _published_rate, _place)

    def average_error_rates(self, after: Cursor | None = None, limit: int = 50) -> Page[AverageView]:
        """Everybody who has one, the lowest average first."""
        return self._averages(_AVERAGES.format(table=_KEPT), after, limit)

    def published_average_error_rates(self, after: Cursor | None = None, limit: int = 50) -> Page[AverageView]:
        """The same of the matches whose error rates everybody sees; without who is erased."""
        return self._averages(_AVERAGES.format(table=_PUBLISHED), after, limit)

    def current_error_rates(
        self, program: str, since: datetime, persons: Sequence[PersonId]
    ) -> tuple[Mapping[PersonId, tuple[int, int]], int]:
        """Of persons who have any: in how many matches that program has found an error rate, in analyses that staff
        attached since then, and their sum in thousandths; and the position of the log at which that is so."""
        rows = self._rows(_COUNTED, program=program, since=since, persons=list(persons))
        found = {person: (matches, total) for _, person, matches, total in rows if person is not None}
        return found, max((row[0] for row in rows), default=0)

    def error_rates_before(
        self, program: str, since: datetime, moment: datetime, persons: Sequence[PersonId]
    ) -> Mapping[PersonId, tuple[int, int]]:
        """The same of matches that were played before that moment, also where they were analysed later."""
        rows = self._rows(_COUNTED_BEFORE, program=program, since=since, moment=moment, persons=list(persons))
        return {person: (matches, total) for person, matches, total in rows}

    def _rates(
        self, query: LiteralString, person: PersonId, after: Cursor | None, limit: int
    ) -> Sequence[tuple[Any, ...]]:
        moment, tournament, match = after or (None, None, None)
        return self._rows(query, person=person, limit=limit + 1, moment=moment, tournament=tournament, match=match)

    def _averages(self, query: LiteralString, after: Cursor | None, limit: int) -> Page[AverageView]:
        average, person = after or (None, None)
        rows = self._rows(query, average=average, person=person, limit=limit + 1)
        return page(rows, limit, _average, lambda row: (str(row[2]), row[0]))


def _rate(row: tuple[Any, ...]) -> ErrorRateView:
    return ErrorRateView(**dict(zip(_NAMES, row[:7], strict=True)))


def _published_rate(row: tuple[Any, ...]) -> PublishedErrorRateView:
    return PublishedErrorRateView(**dict(zip(_NAMES[:6], row[:6], strict=True)))


def _place(row: tuple[Any, ...]) -> Cursor:
    """Where a page goes on after it."""
    return row[7], row[0], row[1]


def _average(row: tuple[Any, ...]) -> AverageView:
    person, matches, average = row
    return AverageView(person=person, matches=matches, average=average)
