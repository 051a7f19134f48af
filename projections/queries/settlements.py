"""Reading what persons have staked and been paid, over all tournaments (STK-5), and their error rates (TD-20)."""

from typing import Any

from domain.kernel.ids import PersonId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.views.persons import AverageView, ErrorRateView
from projections.views.settlements import BalanceView, PersonPostingView, balance_view

_POSTINGS = """
SELECT tournament::text, posting, entry, match, version, at, staked, credited, balance, one.at::text
FROM (
    SELECT *, sum(credited - staked) OVER (ORDER BY at, tournament, posting) AS balance
    FROM projected.settlements WHERE person = %(person)s::uuid
) AS one
WHERE (%(moment)s::timestamptz IS NULL
     OR (one.at, one.tournament, one.posting) < (%(moment)s::timestamptz, %(tournament)s::uuid, %(posting)s::bigint))
ORDER BY one.at DESC, one.tournament DESC, one.posting DESC LIMIT %(limit)s
"""
_BALANCE = """
SELECT coalesce(sum(staked), 0), coalesce(sum(credited), 0) FROM projected.settlements WHERE person = %(person)s::uuid
"""
_NAMES = ("tournament", "posting", "entry", "match", "version", "at", "staked", "credited", "balance")


class SettlementReadings(Reader):
    """Unknown persons have an empty page, and nothing to settle."""

    def person_postings(
        self, person: PersonId, after: Cursor | None = None, limit: int = 50
    ) -> Page[PersonPostingView]:
        """What fell to the person, the newest first."""
        moment, tournament, posting = after or (None, None, None)
        key = {"moment": moment, "tournament": tournament, "posting": posting}
        rows = self._rows(_POSTINGS, person=person, limit=limit + 1, **key)
        return page(rows, limit, _posting, lambda row: (row[9], row[0], row[1]))

    def person_balance(self, person: PersonId) -> BalanceView:
        """All of it added up."""
        [(staked, credited)] = self._rows(_BALANCE, person=person)
        return balance_view(staked, credited)


def _posting(row: tuple[Any, ...]) -> PersonPostingView:
    return PersonPostingView(**dict(zip(_NAMES, row[:9], strict=True)))


_OF_PERSON = """
SELECT tournament::text, match, at, opponent::text, rate, program, digest, one.at::text
FROM projected.error_rates AS one
WHERE person = %(person)s::uuid
AND (%(moment)s::timestamptz IS NULL
     OR (one.at, one.tournament, match) < (%(moment)s::timestamptz, %(tournament)s::uuid, %(match)s::bigint))
ORDER BY one.at DESC, one.tournament DESC, match DESC LIMIT %(limit)s
"""
_AVERAGES = """
SELECT person::text, matches, average FROM (
    SELECT person, count(*) AS matches, round(avg(rate), 3) AS average FROM projected.error_rates GROUP BY person
) AS one
WHERE %(average)s::numeric IS NULL OR (one.average, one.person) > (%(average)s::numeric, %(person)s::uuid)
ORDER BY one.average, one.person LIMIT %(limit)s
"""
_OF_RATE = ("tournament", "match", "at", "opponent", "rate", "program", "digest")


class ErrorRateReadings(Reader):
    """Of an unknown person there is nothing."""

    def error_rates(self, person: PersonId, after: Cursor | None = None, limit: int = 50) -> Page[ErrorRateView]:
        """The person's, the newest first."""
        moment, tournament, match = after or (None, None, None)
        rows = self._rows(_OF_PERSON, person=person, limit=limit + 1, moment=moment, tournament=tournament, match=match)
        return page(rows, limit, _rate, lambda row: (row[7], row[0], row[1]))

    def average_error_rates(self, after: Cursor | None = None, limit: int = 50) -> Page[AverageView]:
        """Everybody who has one, the lowest average first."""
        average, person = after or (None, None)
        rows = self._rows(_AVERAGES, average=average, person=person, limit=limit + 1)
        return page(rows, limit, _average, lambda row: (str(row[2]), row[0]))


def _rate(row: tuple[Any, ...]) -> ErrorRateView:
    return ErrorRateView(**dict(zip(_OF_RATE, row[:7], strict=True)))


def _average(row: tuple[Any, ...]) -> AverageView:
    person, matches, average = row
    return AverageView(person=person, matches=matches, average=average)
