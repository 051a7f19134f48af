"""A result corrected: the old score to be changed, then a card for each way to go on, its consequences worked out.

Where several stages of the tournament are touched each has a row of cards. What all of it comes to is below.

Nothing is kept on the server between the steps. Each card is a preview; the digest that was shown goes with the choice.
"""

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http.parameters import Match, Tournament
from api.routes.tournament.standings import read_match
from api.site.desk import showing, typed
from api.site.desk.ways import Ways, chosen_in, ways_of
from api.site.frame.forms import Answered, FormSent, FormVisit, WrongTypedError
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json
from api.site.words.desk import WRONG_SCORE

router = new_pages()


@router.post("/desk/{tournament}/matches/{match}/correction")
async def correct(visit: FormSent, tournament: Tournament, match: Match) -> Response:
    """The cards for the score that was typed; or the correction itself, by one of them."""
    showing.require_login(visit)
    try:
        command = _command(visit)
    except WrongTypedError as wrong:
        return await run_in_threadpool(_page, visit, tournament, match, Ways(), wrong.answered)
    if "card" not in visit.form:
        return await _show_ways(visit, tournament, match, command)
    path = f"/v1/tournaments/{tournament}/matches/{match}/corrections"
    answered = await visit.sends(path, {**command, **chosen_in(visit)}, seen=visit.said("seen") or None)
    if answered.done:
        return visit.goes_to(f"{showing.address(tournament, 'now')}?recorded={match}")
    return await _show_ways(visit, tournament, match, command, answered)


async def _show_ways(
    visit: FormVisit, tournament: str, match: int, command: Json, answered: Answered | None = None
) -> Response:
    ways = await ways_of(visit, tournament, {"kind": "correct-result", "match": match, **command})
    return await run_in_threadpool(_page, visit, tournament, match, ways, answered)


def _command(visit: FormVisit) -> Json:
    """What is corrected, and why. Raises WrongTypedError."""
    reason = visit.said("reason") or typed.in_words(visit, WRONG_SCORE)
    return {**typed.result(visit), "reason": reason}


def _page(visit: FormVisit, tournament: str, match: int, ways: Ways, answered: Answered | None = None) -> Response:
    made = showing.tournament(visit, tournament)
    found = visit.asks(read_match, tournament=tournament, match=match)
    return visit.page(
        "desk/correction.html",
        **made,
        **showing.frame(tournament, f"matches/{match}"),
        zone=made["tournament"]["time_zone"],
        **ways.shown(visit, made["entries"], answered),
        match=found,
        form=visit.form,
        reason=visit.said("reason") or typed.in_words(visit, WRONG_SCORE),
        etag=showing.etag_of_match(found),
    )
