"""The federation's list of bans, where it reviews them (TD-4)."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import Depends, Query
from starlette.responses import Response

from api.documents.lists import Page, TaggedBan
from api.http import parameters
from api.http.paging import BANS, BANS_BY_NAME, Paged
from api.http.read_requests import Reader, ReadsAsOf
from api.http.routing import new_router
from domain.kernel.ids import PersonId
from domain.kernel.personal_text import PersonalText
from domain.kernel.visibility import FOR_ADMINISTRATORS
from domain.person.bans import Ban, ReviewStatus
from projections.views.bans import BanView, ban_view

router = new_router("federation")


@router.get("/federation/bans", response_model=Page[TaggedBan])
def list_bans(
    reader: Annotated[Reader, Depends(ReadsAsOf(FOR_ADMINISTRATORS))],
    paging: Paged,
    review: Annotated[ReviewStatus | None, Query(description="Only bans of which the review has come to this.")] = None,
    search: parameters.Search = None,
    sort: Annotated[Literal["placed", "name"], Query(description=parameters.SORTED)] = "placed",
) -> Response:
    """List or find the bans that stand beyond one tournament, the newest first, to review them (TD-4)

    For administrators and auditors: who has banned who, why, until when, and by which ruling. Those that are over are
    left out, and those that were lifted or reversed. A ban is in force at once, and `waiting` until another
    administrator confirms it with `persons/{person}/bans/{number}/confirmation`; `suspension` there suspends it, and
    `resumption` takes that back.
    """
    reader = reader.having(reader.caller.part)
    shown, now = reader.reached(), reader.now()
    cursors, by_name = (BANS_BY_NAME, True) if sort == "name" else (BANS, False)
    after = cursors.read(paging.cursor)
    found = reader.services.readings.bans(now, review, after, paging.limit, search or "", by_name=by_name)
    names = reader.names(person for person, _ in found.items)
    views = [_view(reader, person, number, names.get(person), now) for person, number in found.items]
    named = {one for view in views for one in (view.person, view.by, view.reviewed_by)}
    body, following = reader.page(reader.tagged("person", views), named), cursors.write(found.next)
    return reader.answer_page(body, shown.position, incomplete=shown.lacks_any("person"), next_cursor=following)


def _view(reader: Reader, id_: PersonId, number: int, name: str | None, now: datetime) -> BanView:
    person = reader.services.person(id_)
    ban = person.bans[number - 1]
    return ban_view(person, name, ban, _reasons(reader, ban), now)


def _reasons(reader: Reader, ban: Ban) -> PersonalText | None:
    """Those of the ruling that has ordered it."""
    if ban.ordered is None:
        return None
    state = reader.services.tournament(ban.ordered.tournament)
    return state.directing.rulings[ban.ordered.ruling].reasons
