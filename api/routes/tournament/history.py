"""The history of a tournament: its events as recorded.

Anyone may read what happened, when, and in which role, as anyone may see the tables that come of it.
"""

from starlette.responses import Response

from api.documents.events import EventDocument
from api.documents.lists import Page
from api.http import parameters
from api.http.paging import Paged
from api.http.read_requests import Reading
from api.http.routing import new_router
from api.queries.histories import answer_history
from api.queries.visibility import sight_of

router = new_router("tournaments")


@router.get("/tournaments/{tournament}/history", response_model=Page[EventDocument])
def read_history(
    reader: Reading,
    tournament: parameters.Tournament,
    paging: Paged,
    as_of: parameters.AsOf = None,
) -> Response:
    """Read the history of a tournament (ALL-1, ALL-12)

    Events in their order, with who did it, when, through which command and why. `withheld` names what this reader is
    not shown: unannounced results, how matches are played, text about persons, who did such things, keys and commands.
    """
    sight = sight_of(reader, tournament)
    return answer_history(reader.having(sight.part), sight.state, sight.in_event, as_of, paging)
