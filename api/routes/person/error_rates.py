"""Error rates that analyses of matches have found: a person's, and the federation's table."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.answers import Page
from api.http import parameters
from api.http.paging import AVERAGES, ERROR_RATES
from api.http.read_requests import READS, Reader
from api.http.routing import new_router
from api.queries.visibility import require_knows
from projections.views.error_rates import AverageView, ErrorRateView

router = new_router("persons")

Reading = Annotated[Reader, Depends(READS)]


@router.get("/persons/{person}/error-rates", response_model=Page[ErrorRateView])
def list_error_rates_of_person(
    reader: Reading,
    person: parameters.Person,
    limit: parameters.Limit = 50,
    cursor: parameters.CursorText = None,
) -> Response:
    """List the error rates of a person's analysed matches, the newest first (TD-20)

    For the person themselves, directors and administrators. Of several analyses of a match the newest counts.
    """
    require_knows(reader.caller, person)
    shown = reader.shown()
    found = reader.services.readings.error_rates(person, ERROR_RATES.read(cursor), limit)
    body = reader.page(found.items, {one.opponent for one in found.items})
    further = ERROR_RATES.write(found.next)
    return reader.answer(body, shown.position, incomplete=shown.lacks_any("tournament"), next_cursor=further)


@router.get("/federation/error-rates", response_model=Page[AverageView])
def list_average_error_rates(
    reader: Reading, limit: parameters.Limit = 50, cursor: parameters.CursorText = None
) -> Response:
    """List everybody's average error rate, the lowest first (TD-20)

    For administrators. Each analysed match counts alike.
    """
    reader.caller.require_role("administrator")
    shown = reader.shown()
    found = reader.services.readings.average_error_rates(AVERAGES.read(cursor), limit)
    body = reader.page(found.items, {one.person for one in found.items})
    further = AVERAGES.write(found.next)
    return reader.answer(body, shown.position, incomplete=shown.lacks_any("tournament"), next_cursor=further)
