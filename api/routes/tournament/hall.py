"""The hall, as it is read; what changes it is a command."""

from starlette.responses import Response

from api.documents.hall import HallDocument, hall_document
from api.http import parameters
from api.http.read_requests import Reading
from api.http.routing import new_router
from api.queries.as_of import state_read

router = new_router("hall")


@router.get("/tournaments/{tournament}/hall", response_model=HallDocument)
def read_hall(
    reader: Reading,
    tournament: parameters.Tournament,
    as_of: parameters.AsOf = None,
) -> Response:
    """Read the rooms and tables, which match is played where, and which of them wait for a table (REG-6)"""
    state, position = state_read(reader.services, tournament, as_of)
    return reader.answer(hall_document(state), position)
