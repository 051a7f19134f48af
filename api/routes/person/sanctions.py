"""The register of warnings and sanctions (TD-4)."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.lists import Page
from api.http import parameters
from api.http.paging import SANCTIONS, Paged
from api.http.read_requests import Reader, ReadsAsOf
from api.http.routing import new_router
from api.queries.known import require_person
from api.queries.visibility import towards
from domain.kernel.ids import person_stream
from domain.kernel.visibility import FOR_PLAYERS
from projections.views.sanctions import SanctionView

router = new_router("persons")

Reading = Annotated[Reader, Depends(ReadsAsOf(FOR_PLAYERS))]


@router.get("/persons/{person}/sanctions", response_model=Page[SanctionView])
def list_sanctions_of_person(reader: Reading, person: parameters.Person, paging: Paged) -> Response:
    """List the warnings and sanctions against a person in all tournaments, the newest first (TD-4, TD-5)

    For administrators, directors, and the person themselves. A sanction that an appeal has reversed stays, marked so.
    """
    reader = reader.having(towards(reader.caller, person))
    shown = reader.reached()
    readings = reader.services.readings
    require_person(reader.services, person)
    found = readings.sanctions(person, SANCTIONS.read(paging.cursor), paging.limit)
    body, following = reader.page(found.items), SANCTIONS.write(found.next)
    incomplete = shown.lacks_any("tournament") or shown.lacks(person_stream(person))
    return reader.answer_page(body, shown.position, incomplete=incomplete, next_cursor=following)
