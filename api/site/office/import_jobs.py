"""A long list on its way in: how far it is, and where it is cancelled or gone on with."""

from typing import Annotated

from fastapi import Path
from starlette.responses import Response

from api.http import parameters
from api.routes.federation.import_jobs import read_import
from api.site.frame.forms import FormSent, once, tried
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.office.imports import COUNTED
from api.site.office.showing import require_administrator

router = new_pages()

Job = Annotated[parameters.Id, Path()]
_ACTS = ("cancellation", "resumption")


@router.get("/office/list/jobs/{job}")
def show_import(visit: Visiting, job: Job) -> Response:
    """Shows the progress of the import, and its result."""
    require_administrator(visit)
    return _show_page(visit, job)


@router.post("/office/list/jobs/{job}")
async def act_on_import(visit: FormSent, job: Job) -> Response:
    """Cancels the import, or goes on with it."""
    require_administrator(visit)
    act = visit.said("act")
    if act in _ACTS:
        answered = await tried(lambda: visit.sends(f"/v1/imports/jobs/{job}/{act}"))
        if not answered.done:
            return _show_page(visit, job, answered.body)
    return visit.goes_to(f"/office/list/jobs/{job}")


def _show_page(visit: Visit, job: str, refused: Json | None = None) -> Response:
    told: Json = {"job": visit.asks(read_import, job=job), "once": once(), "counted": COUNTED, "refused": refused}
    return visit.page("office/import_job.html", status=refused["status"] if refused else 200, **told)
