"""Who has signed up by themselves: a director approves each request, or declines it, and it is gone."""

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http.parameters import Tournament
from api.http.problems import ROLE_INSUFFICIENT, Problem
from api.http.sign_ups import SignUpList
from api.site.desk import pages, showing, typed
from api.site.desk.signed_up import is_staff
from api.site.frame.forms import Answered, FormSent, FormVisit, WrongTypedError, tried
from api.site.frame.routing import new_pages
from api.site.frame.visit import Visit
from domain.kernel.ids import TournamentId

router = new_pages()


def _require_staff(visit: Visit, tournament: TournamentId) -> None:
    """Raises Problem (401, 403)."""
    showing.require_login(visit)
    if not is_staff(visit, tournament):
        raise Problem(ROLE_INSUFFICIENT, "Only a director of this tournament or an administrator can do this.")


@router.post("/desk/{tournament}/sign-ups")
def settle(visit: FormSent, tournament: Tournament) -> Response:
    """Lets players sign up from now on, or no longer."""
    _require_staff(visit, tournament)
    kept = visit.reader.services.sign_ups
    if visit.said("is") == "open":
        kept.open(tournament, SignUpList(visit.said("for_members") == "yes", visit.said("fee_first") == "yes"))
    else:
        kept.close(tournament)
    return visit.goes_to(showing.address(tournament, "entries"))


@router.post("/desk/{tournament}/sign-up-approval")
async def approve(visit: FormSent, tournament: Tournament) -> Response:
    """Enters who has signed up, and notes that they have paid where that is asked."""
    await run_in_threadpool(_require_staff, visit, tournament)
    answered = await tried(lambda: _approve_sign_up(visit, tournament))
    if not answered.done:
        return await pages.refused(visit, tournament, "entries", answered)
    await run_in_threadpool(visit.reader.services.sign_ups.end, tournament, visit.said("item"))
    return visit.goes_to(showing.address(tournament, "entries"))


async def _approve_sign_up(visit: FormVisit, tournament: TournamentId) -> Answered:
    """Raises WrongTypedError where what the tournament asks is not ticked."""
    asks = await run_in_threadpool(visit.reader.services.sign_ups.taken_by, tournament)
    if asks is None or (asks.for_members and not visit.said("member")) or (asks.fee_first and not visit.said("paid")):
        raise WrongTypedError("not-ticked")
    below = f"/v1/tournaments/{tournament}"
    entered = await visit.sends(f"{below}/bulk", typed.entries(visit), part="-entry")
    if entered.done and asks.fee_first:
        return await visit.sends(f"{below}/entries/{_entry(entered.body)}/fee", {"paid": True}, part="-fee")
    return entered


def _entry(answer: dict[str, Any]) -> int:
    return int(answer["rows"][0]["entries"][0]["number"])


@router.post("/desk/{tournament}/sign-up-refusal")
def decline(visit: FormSent, tournament: Tournament) -> Response:
    """Removes a request. Nothing is recorded of it."""
    _require_staff(visit, tournament)
    visit.reader.services.sign_ups.end(tournament, typed.item(visit.said("item")))
    return visit.goes_to(showing.address(tournament, "entries"))
