"""The one page that other sites may show within theirs: how a tournament goes. Nobody is logged in on it."""

from starlette.responses import Response

from api.http import parameters
from api.site.frame.answers import POLICY
from api.site.frame.shared import shared_pages
from api.site.frame.visit import Visiting
from api.site.public.charts import stage_part
from api.site.public.shown_tournament import about, progress_of, table_of
from api.site.public.tournament import T

router = shared_pages()

_ANYWHERE = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").replace(
    "form-action 'self'", "form-action 'none'"
)
_SHOWN = 12


@router.get(f"{T}/embed")
def show_embedded(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """The bracket or the ring, else the first of the table, with links that open in a window of their own."""
    values = about(visit, tournament)
    opened = [one for one in progress_of(visit, tournament)["stages"] if one["opened"]]
    leads = values["places"][0] == "chart" and opened
    part = stage_part(visit, tournament, opened[-1]) if leads else None
    table = table_of(visit, tournament)
    rows, criteria = table["rows"][:_SHOWN], table["criteria"]
    answer = visit.page("public/embedded.html", **values, part=part, rows=rows, criteria=criteria)
    answer.headers["Content-Security-Policy"] = _ANYWHERE
    return answer
