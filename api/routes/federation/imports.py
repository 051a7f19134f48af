"""The federation's list of imports, where it reviews them (TD-9)."""

from typing import Annotated, Literal

from fastapi import Depends, Query
from starlette.responses import Response

from api.documents.lists import Page, TaggedImport
from api.http import parameters
from api.http.paging import IMPORTS, IMPORTS_BY_NAME, Paged
from api.http.read_requests import Reader, ReadsAsOf
from api.http.routing import new_router
from domain.kernel.visibility import FOR_ADMINISTRATORS
from projections.queries.pages import Cursor
from projections.queries.pages import Page as Listed
from projections.views.federation import ImportView, import_view

router = new_router("federation")


@router.get("/imports", response_model=Page[TaggedImport])
def list_imports(
    reader: Annotated[Reader, Depends(ReadsAsOf(FOR_ADMINISTRATORS))],
    paging: Paged,
    search: parameters.Search = None,
    sort: Annotated[Literal["imported", "name"], Query(description=parameters.SORTED)] = "imported",
) -> Response:
    """List or find the imports, the newest first, to review them (TD-9)

    For administrators and auditors: from which source, in whose name and when, how many results and persons. An import
    counts at once, and is `waiting` until another administrator confirms it with
    `tournaments/{tournament}/import/confirmation`; where results change after that, it waits again.
    `tournaments/{tournament}/cancellation` takes it back whole, and `reopening` there puts it back.
    """
    reader = reader.having(reader.caller.part)
    shown = reader.reached()
    cursors = IMPORTS_BY_NAME if sort == "name" else IMPORTS
    found = _find_imports(reader, cursors.read(paging.cursor), paging.limit, search or "", by_name=sort == "name")
    named = {one for view in found.items for one in (view.in_name_of, *view.recorded_by, view.reviewed_by)}
    body = reader.page(reader.tagged("settings", found.items), named)
    lacking = shown.lacks_any("tournament")
    return reader.answer_page(body, shown.position, incomplete=lacking, next_cursor=cursors.write(found.next))


def _find_imports(
    reader: Reader, after: Cursor | None, limit: int, search: str, *, by_name: bool
) -> Listed[ImportView]:
    """The imports as they are now, from their table; as of a moment past from the tournaments as they were."""
    readings = reader.services.readings
    if reader.moment is None:
        return readings.import_views(after, limit, search, by_name=by_name)
    listed = readings.imports(after, limit, search, by_name=by_name)
    return Listed(tuple(import_view(reader.services.tournament(one)) for one in listed.items), listed.next)
