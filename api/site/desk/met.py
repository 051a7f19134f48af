"""Who met in a round that has been played, corrected: a seat for everybody, then a card for each way to go on.

Nothing is kept on the server between the steps: the form holds who sat where.
"""

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http.parameters import Number, Tournament
from api.http.problems import ROLE_INSUFFICIENT, ROUTE_UNKNOWN, Problem
from api.site.desk import showing, typed
from api.site.desk.ways import Ways, chosen_in, ways_of
from api.site.frame.forms import Answered, Form, FormSent, FormVisit, WrongTypedError
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting

router = new_pages()


@router.get("/desk/{tournament}/rounds/{number}/met")
def show_who_met(visit: Visiting, tournament: Tournament, number: Number) -> Response:
    """The matches and byes of the round, with a seat for each."""
    showing.require_login(visit)
    return _page(visit, tournament, number)


@router.post("/desk/{tournament}/rounds/{number}/met")
async def correct_who_met(visit: FormSent, tournament: Tournament, number: Number) -> Response:
    """The cards for who was seated where; or the correction itself, by one of them."""
    showing.require_login(visit)
    made = await run_in_threadpool(_round, visit, tournament, number)
    try:
        command = {"round": number, **typed.reason(visit), **_changed_seats(visit, made["round"])}
    except WrongTypedError as wrong:
        return await run_in_threadpool(_page, visit, tournament, number, Ways(), wrong.answered)
    answered = None
    if "card" in visit.form:
        path = f"/v1/tournaments/{tournament}/rounds/{number}/corrections"
        told = {name: one for name, one in command.items() if name != "round"}
        answered = await visit.sends(path, {**told, **chosen_in(visit)})
        if answered.done:
            return visit.goes_to(showing.address(tournament, "rounds"))
    ways = await ways_of(visit, tournament, {"kind": "correct-pairings", **command})
    return await run_in_threadpool(_page, visit, tournament, number, ways, answered)


def _changed_seats(visit: FormVisit, round_: Json) -> Json:
    """What differs from what is recorded. Raises WrongTypedError where a seat is empty, or somebody sits twice."""
    seats = {
        one["match"]: [typed.number(visit.said(f"{side}-{one['match']}")) for side in ("first", "second")]
        for one in round_["pairings"]
    }
    byes = {one["entry"]: typed.number(visit.said(f"bye-{one['entry']}")) for one in round_["byes"]}
    were = {one["match"]: [*one["sides"]] for one in round_["pairings"]}
    matches = [{"match": match, "sides": sides} for match, sides in seats.items() if sides != were[match]]
    had = [{"given_to": entry, "had_by": by} for entry, by in byes.items() if entry != by]
    if not matches and not had:
        raise WrongTypedError("nobody-moved")
    return {"matches": matches, "byes": had}


def _round(visit: Visit, tournament: str, number: int) -> Json:
    """What pages have, with the round. Raises Problem: 403 for those who do not direct, 404 where there is no round."""
    made = showing.tournament(visit, tournament, "rounds")
    if not made["directs"]:
        raise Problem(ROLE_INSUFFICIENT, "Only a director of this tournament or an administrator can do this.")
    found = next((one for one in made["rounds"]["rounds"] if one["number"] == number), None)
    if found is None:
        raise Problem(ROUTE_UNKNOWN, "There is no such round here.")
    live = [one for one in found["pairings"] if one["status"] != "void"]
    byes = [one for one in found["byes"] if not one["void"]]
    return {**made, "round": {**found, "pairings": live, "byes": byes}}


def _page(
    visit: Visit, tournament: str, number: int, ways: Ways | None = None, answered: Answered | None = None
) -> Response:
    """Raises Problem, as `_round` does."""
    made, ways = _round(visit, tournament, number), ways or Ways()
    form = visit.form if isinstance(visit, FormVisit) else Form()
    return visit.page(
        "desk/met.html",
        **made,
        **showing.frame(tournament, "rounds"),
        zone=made["tournament"]["time_zone"],
        **ways.shown(visit, made["entries"], answered),
        number=number,
        form=form,
    )
