"""Attempts that were refused and matter (TD-9)."""

from typing import Annotated

from fastapi import Depends, Query
from starlette.responses import Response

from api.documents.lists import Counted
from api.http import parameters
from api.http.paging import NUMBERS, Paged
from api.http.read_requests import Reader, Reads
from api.http.routing import new_router
from domain.kernel.visibility import FOR_ADMINISTRATORS
from projections.views.noted import RefusedAttemptView

router = new_router("federation")


@router.get("/refused-attempts", response_model=Counted[RefusedAttemptView])
def list_refused_attempts(
    reader: Annotated[Reader, Depends(Reads(FOR_ADMINISTRATORS))],
    paging: Paged,
    problem: Annotated[parameters.SlugText | None, Query(description="Only those refused by this problem.")] = None,
    person: parameters.PersonFilter = None,
) -> Response:
    """List commands that were refused as matters of one's own, without right, or on what was decided since (TD-1, TD-9)

    For administrators and auditors. Nothing of them is in the log, for nothing happened. `counts` says how many
    there are by the slug of their problem. Of one caller a hundred are told for each day one by one, and what goes
    beyond is counted.
    """
    reader = reader.having(reader.caller.part)
    position = reader.services.journal.position()
    # Counted first, so that no count tells of attempts that the items lack.
    counts = reader.services.readings.refused_counts(problem, person)
    found = reader.services.readings.refused_attempts(problem, person, NUMBERS.read(paging.cursor), paging.limit)
    body = reader.page(found.items, {one.person for one in found.items}, counts=counts)
    return reader.answer_page(body, position, next_cursor=NUMBERS.write(found.next))
