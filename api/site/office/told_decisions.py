"""Decisions that readers without a key have told the federation [5.4]: administrators take each up, or remove it."""

from typing import Literal

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.routes.tournament.standings import read_tournament
from api.site.desk import typed
from api.site.desk.matters import asked
from api.site.frame.forms import FormSent, once, tried
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.office.showing import require_administrator

router = new_pages()

_AT = "/office/told-decisions"


@router.get(_AT)
def show_told_decisions(visit: Visiting) -> Response:
    """Shows what waits, with the tournament that each is of."""
    require_administrator(visit)
    return _show_page(visit)


@router.post(f"{_AT}/{{act}}")
async def settle_told_decision(visit: FormSent, act: Literal["take-up", "removal"]) -> Response:
    """Records it as a reported decision, or records nothing; it is gone either way."""
    require_administrator(visit)
    item, kept = typed.item(visit.said("item")), visit.reader.services.told_decisions
    told = next((one for one in await run_in_threadpool(kept.waiting) if one.id == item), None)
    if told is not None and act == "take-up":
        body = {"account": told.account, "tournament": told.tournament}
        answered = await tried(lambda: visit.sends("/v1/federation/decisions", body))
        if not answered.done:
            return await run_in_threadpool(_show_page, visit, answered.body)
    await run_in_threadpool(kept.end, item)
    return visit.goes_to(_AT)


def _show_page(visit: Visit, refused: Json | None = None) -> Response:
    told = visit.reader.services.told_decisions.waiting()
    named = {one.tournament: asked(visit, read_tournament, tournament=one.tournament) for one in told}
    titles = {id_: found["name"] if found else id_ for id_, found in named.items()}
    status = refused["status"] if refused else 200
    return visit.page(
        "office/told_decisions.html", status=status, told=told, titles=titles, once=once(), refused=refused
    )
