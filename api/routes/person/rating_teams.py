"""Teams that are rated as one side, such as two players of doubles: who they are (TEA-8)."""

from starlette.responses import Response

from api.documents.lists import Page
from api.documents.ratings import RatedTeamDocument
from api.http import parameters
from api.http.problems import RATING_UNKNOWN, Problem
from api.http.read_requests import Reading
from api.http.routing import new_router
from api.queries.known import require_person

router = new_router("ratings")


@router.get("/rating-teams/{team}", response_model=RatedTeamDocument)
def read_rated_team(reader: Reading, team: parameters.Team) -> Response:
    """Read who a team is that is rated as one side (TEA-8)

    Its ratings are read as those of a person, by its id.
    """
    shown = reader.reached()
    found = reader.services.readings.teams([team]).get(team)
    if found is None:
        raise Problem(RATING_UNKNOWN, f"No team {team} is rated.")
    return reader.answer(RatedTeamDocument(id=team, persons=tuple(found)), shown.position)


@router.get("/persons/{person}/rating-teams", response_model=Page[RatedTeamDocument])
def list_rated_teams_of_person(reader: Reading, person: parameters.Person) -> Response:
    """List the teams that a person is rated in as one side, such as doubles (TEA-8)"""
    shown = reader.reached()
    require_person(reader.services, person)
    found = reader.services.readings.teams_of(person)
    items = [RatedTeamDocument(id=team, persons=tuple(persons)) for team, persons in found.items()]
    body = reader.page(items, {one for each in items for one in each.persons})
    return reader.answer_page(body, shown.position, incomplete=shown.lacks_any("tournament"))
