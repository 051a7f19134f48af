"""What may be ordered under a clause against somebody, with what they were given before."""

from typing import Annotated

from fastapi import Depends, Path
from starlette.responses import Response

from api.http import parameters
from api.http.read_requests import Reader, ReadsAsOfVersion
from api.http.routing import new_router
from api.queries.as_of import state_at
from api.queries.known import require_person
from api.queries.visibility import sight_of
from domain.kernel.ids import PersonId, person_stream
from domain.kernel.visibility import FOR_STAFF
from domain.officiating.sanction_catalogue import Clause
from domain.officiating.sanction_ladder import ladder
from domain.tournament.decisions.reporting.sanction_register import given_under
from domain.tournament.state import Tournament, announced_settings
from projections.views.sanctions import LadderView, ladder_view

router = new_router("rulings")

MOST_ELSEWHERE = 100


class LadderDocument(LadderView):
    """The ladder; `incomplete` says that something may be missing of what was given elsewhere."""

    incomplete: bool


@router.get("/tournaments/{tournament}/persons/{person}/sanction-ladder/{clause}", response_model=LadderDocument)
def read_sanction_ladder(
    reader: Annotated[Reader, Depends(ReadsAsOfVersion(FOR_STAFF))],
    tournament: parameters.Tournament,
    person: parameters.Person,
    clause: Annotated[Clause, Path(description="The clause that was broken, or that names the sanction.")],
) -> Response:
    """Read what a clause permits against a person, what they were given before, and what is proposed (TD-4, TD-22)

    For the staff, before a ruling. The mildest sanction is first; `open` are those that would not be flagged now.
    Below stand the person's sanctions here, and the newest of those elsewhere.
    """
    state = state_at(reader.services, tournament)
    return _answer(reader.having(sight_of(reader, tournament).part), state, clause, person)


def _answer(reader: Reader, state: Tournament, clause: Clause, person: PersonId) -> Response:
    shown, readings = reader.reached(), reader.services.readings
    require_person(reader.services, person)
    edition = announced_settings(state).conditions.catalogue
    elsewhere = [one for one in readings.sanctions(person, limit=MOST_ELSEWHERE).items if one.tournament != state.id]
    view = ladder_view(state, ladder(edition, clause, given_under(state, clause, person)), person, elsewhere)
    incomplete = shown.lacks_any("tournament") or shown.lacks(person_stream(person))
    return reader.answer(view, shown.position, incomplete=incomplete)
