"""Error rates that analyses of matches have found: a person's, and the federation's table."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.lists import Page
from api.http import parameters
from api.http.paging import AVERAGES, ERROR_RATES, Paged
from api.http.read_requests import Reader, ReadingAsOf, ReadsAsOf
from api.http.routing import new_router
from api.queries.known import require_person
from api.queries.visibility import towards
from domain.kernel.visibility import FOR_ADMINISTRATORS, FOR_PLAYERS
from projections.views.error_rates import AverageView, ErrorRateView, PublishedErrorRateView

router = new_router("persons")


@router.get("/persons/{person}/error-rates", response_model=Page[ErrorRateView])
def list_error_rates_of_person(
    reader: Annotated[Reader, Depends(ReadsAsOf(FOR_PLAYERS))], person: parameters.Person, paging: Paged
) -> Response:
    """List the error rates of a person's analysed matches, the newest first (TD-20)

    For the person themselves, directors and administrators. Of several analyses of a match the newest counts.
    """
    reader = reader.having(towards(reader.caller, person))
    require_person(reader.services, person)
    shown = reader.reached()
    found = reader.services.readings.error_rates(person, ERROR_RATES.read(paging.cursor), paging.limit)
    body = reader.page(found.items, {one.opponent for one in found.items})
    further = ERROR_RATES.write(found.next)
    return reader.answer_page(body, shown.position, incomplete=shown.lacks_any("tournament"), next_cursor=further)


@router.get("/persons/{person}/published-error-rates", response_model=Page[PublishedErrorRateView])
def list_published_error_rates_of_person(reader: ReadingAsOf, person: parameters.Person, paging: Paged) -> Response:
    """List the error rates of a person that everybody sees, the newest first (TD-20)

    Those of matches whose result counts, in tournaments with the condition `publish_error_rates`. Of several analyses
    of a match the newest counts that staff attached who do not play it. An erased person has none.
    """
    require_person(reader.services, person)
    shown = reader.reached()
    found = reader.services.readings.published_error_rates(person, ERROR_RATES.read(paging.cursor), paging.limit)
    body = reader.page(found.items, {one.opponent for one in found.items})
    further = ERROR_RATES.write(found.next)
    return reader.answer_page(body, shown.position, incomplete=shown.lacks_any("tournament"), next_cursor=further)


@router.get("/federation/error-rates", response_model=Page[AverageView])
def list_average_error_rates(
    reader: Annotated[Reader, Depends(ReadsAsOf(FOR_ADMINISTRATORS))], paging: Paged
) -> Response:
    """List everybody's average error rate, the lowest first (TD-20)

    For administrators and auditors. Each analysed match counts alike.
    """
    reader = reader.having(reader.caller.part)
    shown = reader.reached()
    found = reader.services.readings.average_error_rates(AVERAGES.read(paging.cursor), paging.limit)
    body = reader.page(found.items, {one.person for one in found.items})
    further = AVERAGES.write(found.next)
    return reader.answer_page(body, shown.position, incomplete=shown.lacks_any("tournament"), next_cursor=further)


@router.get("/federation/published-error-rates", response_model=Page[AverageView])
def list_published_average_error_rates(reader: ReadingAsOf, paging: Paged) -> Response:
    """List the average error rates that everybody sees, the lowest first (TD-20)

    Of matches in tournaments with the condition `publish_error_rates`; each counts alike.
    """
    shown = reader.reached()
    found = reader.services.readings.published_average_error_rates(AVERAGES.read(paging.cursor), paging.limit)
    body = reader.page(found.items, {one.person for one in found.items})
    further = AVERAGES.write(found.next)
    return reader.answer_page(body, shown.position, incomplete=shown.lacks_any("tournament"), next_cursor=further)
