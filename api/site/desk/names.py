"""Names that were typed wrongly: a director mends those of whom they have registered, and administrators mend all."""

from starlette.responses import Response

from api.http.parameters import Tournament
from api.site.desk import pages, showing
from api.site.desk.commands.reading import ID
from api.site.frame.forms import Answered, FormSent, FormVisit, WrongTypedError, tried
from api.site.frame.routing import new_pages

router = new_pages()


@router.post("/desk/{tournament}/mend-name")
async def mend(visit: FormSent, tournament: Tournament) -> Response:
    """Sends the name as it is to be, and goes back to the entries."""
    showing.require_login(visit)
    answered = await tried(lambda: _mend_name(visit))
    if answered.done:
        return visit.goes_to(showing.address(tournament, "entries"))
    return await pages.refused(visit, tournament, "entries", answered)


async def _mend_name(visit: FormVisit) -> Answered:
    """Raises WrongTypedError."""
    name, person = visit.said("mended"), visit.said("person")
    if not name or ID.fullmatch(person) is None:
        raise WrongTypedError("name")
    return await visit.sends(f"/v1/persons/{person}/details", {"name": name}, seen=visit.said("seen") or None)
