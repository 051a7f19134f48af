"""The federation's list of imports, where it reviews them (TD-9)."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.lists import Page, TaggedImport
from api.http.paging import IMPORTS, Paged
from api.http.read_requests import Reader, ReadsAsOf
from api.http.routing import new_router
from domain.kernel.visibility import FOR_ADMINISTRATORS
from projections.queries.pages import Cursor
from projections.queries.pages import Page as Listed
from projections.views.federation import ImportView, import_view

router = new_router("federation")


@router.get("/imports", response_model=Page[TaggedImport])
def list_imports(reader: Annotated[Reader, Depends(ReadsAsOf(FOR_ADMINISTRATORS))], paging: Paged) -> Response:
    """List the imports, the newest first, to review them (TD-9)

    For administrators and auditors: from which source, in whose name and when, how many results and persons. An import
    counts at once, and is `waiting` until another administrator confirms it with
    `tournaments/{tournament}/import/confirmation`; where results change after that, it waits again.
    `tournaments/{tournament}/cancellation` takes it back whole, and `reopening` there puts it back.
    """
    reader = reader.having(reader.caller.part)
    shown = reader.reached()
    found = _found(reader, IMPORTS.read(paging.cursor), paging.limit)
    named = {one for view in found.items for one in (view.in_name_of, *view.recorded_by, view.reviewed_by)}
    body = reader.page(reader.tagged("settings", found.items), named)
    lacking = shown.lacks_any("tournament")
    return reader.answer_page(body, shown.position, incomplete=lacking, next_cursor=IMPORTS.write(found.next))


def _found(reader: Reader, after: Cursor | None, limit: int) -> Listed[ImportView]:
    """The imports as they are now, from their table; as of a moment past from the tournaments as they were."""
    readings = reader.services.readings
    if reader.moment is None:
        return readings.import_views(after, limit)
    listed = readings.imports(after, limit)
    return Listed(tuple(import_view(reader.services.tournament(one)) for one in listed.items), listed.next)
