"""What auditors have read (ALL-12)."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.lists import Page
from api.http.paging import NUMBERS, Paged
from api.http.read_requests import Reader, Reads
from api.http.routing import new_router
from domain.kernel.visibility import Part
from projections.views.noted import AuditedReadView

router = new_router("federation")


@router.get("/audited-reads", response_model=Page[AuditedReadView])
def list_audited_reads(reader: Annotated[Reader, Depends(Reads(Part.ADMINISTRATOR))], paging: Paged) -> Response:
    """List what auditors have read, in order (ALL-12)

    For administrators. Auditors see results that are not announced, and with the right `personal` sealed text.
    """
    reader = reader.having(reader.caller.part)
    position = reader.services.journal.position()
    found = reader.services.readings.audited_reads(NUMBERS.read(paging.cursor), paging.limit)
    body = reader.page(found.items, {one.person for one in found.items})
    return reader.answer_page(body, position, next_cursor=NUMBERS.write(found.next))
