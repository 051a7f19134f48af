"""The score of a match kept while it is played, by the desk or a player's phone (GAM-4, ALL-12)."""

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http import parameters
from api.http.problems import ROLE_INSUFFICIENT, Problem
from api.routes.tournament.live_scores import KeepLiveScore
from api.routes.tournament.standings import list_entries, read_match, read_tournament
from api.site.desk import showing
from api.site.frame.forms import FormSent, FormVisit
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.public.shown_tournament import shown
from api.site.public.tournament import T
from api.site.replay.live_shown import is_kept, scores_kept
from domain.backgammon.live_score import text_of

router = new_pages()

_DIGITS = 3
LIVE = f"{T}/matches/{{match}}/live"


@router.get(LIVE)
def show_keeping(visit: Visiting, tournament: parameters.Tournament, match: parameters.Match) -> Response:
    """The score so far, and a button for each thing that can happen."""
    _require_keeper(visit, tournament, match)
    return _show_page(visit, tournament, match)


def _show_page(visit: Visit, tournament: str, match: int, *, is_late: bool = False) -> Response:
    read = visit.asks(read_match, tournament=tournament, match=match)
    score = scores_kept(visit).of(tournament, match)
    standing = score.standing(read["form"], read["length"]) if is_kept(read) else None
    told = {"match": read, "live": score, "standing": standing, "seen": text_of(score), "is_late": is_late}
    return shown(visit, "replay/live.html", tournament, **told, status=409 if is_late else 200)


@router.post(LIVE)
async def keep_score(visit: FormSent, tournament: parameters.Tournament, match: parameters.Match) -> Response:
    """Keeps what has happened: `won first gammon`, `took second`, or `back`. Of two who press at once one is shown what
    the other has kept."""
    await run_in_threadpool(_require_keeper, visit, tournament, match)
    read = await run_in_threadpool(visit.asks, read_match, tournament=tournament, match=match)
    kept = scores_kept(visit)
    seen = kept.of(tournament, match)
    if not is_kept(read) or visit.said("seen") != text_of(seen):
        return await run_in_threadpool(lambda: _show_page(visit, tournament, match, is_late=True))
    pressed = _pressed_command(visit)
    after = pressed.after(seen, read["form"], read["length"]) if pressed else None
    if after is not None:
        kept.keep(tournament, match, seen, after)
    return visit.goes_to(f"/tournaments/{tournament}/matches/{match}/live")


def _pressed_command(visit: FormVisit) -> KeepLiveScore | None:
    """The command that a program would send for the button that was pressed; None: nothing of that can happen."""
    told: Json = {"seen": visit.said("seen")}
    match visit.said("step").split():
        case ["back" as step]:
            told |= {"step": step}
        case ["set" as step]:
            told |= {"step": step, "points": _numbers(visit, "first", "second")}
            told |= {"matches": _numbers(visit, "first_matches", "second_matches")}
        case ["took" as step, side]:
            told |= {"step": step, "side": side}
        case ["won" as step, side, win]:
            told |= {"step": step, "side": side, "win": win}
    try:
        return KeepLiveScore.model_validate(told)
    except ValidationError:
        return None


def _numbers(visit: FormVisit, *names: str) -> tuple[int | None, ...]:
    """The numbers in these fields, 0 in an empty one; None in one that holds something else."""
    said = (visit.said(name) or "0" for name in names)
    return tuple(int(one) if one.isascii() and one.isdecimal() and len(one) <= _DIGITS else None for one in said)


def _require_keeper(visit: Visit, tournament: str, match: int) -> None:
    """Raises Problem: 401 for who has not logged in, 403 for all but the staff and the two sides."""
    showing.require_login(visit)
    if not may_keep(visit, tournament, visit.asks(read_match, tournament=tournament, match=match)):
        raise Problem(ROLE_INSUFFICIENT, "Only the two sides of a match and the staff can keep its score.")


def may_keep(visit: Visit, tournament: str, match: Json) -> bool:
    """Whether the visitor keeps the score of that match: of the staff, or one of its sides."""
    caller = visit.reader.caller
    if caller.key is None or caller.key.tournament not in (None, tournament) or caller.role == "auditor":
        return False
    directors = visit.asks(read_tournament, tournament=tournament)["directors"]
    if caller.role == "administrator" or caller.person in directors:
        return True
    entries = visit.asks_all(list_entries, tournament=tournament)["items"]
    sides = [one for one in entries if one["number"] in match["sides"]]
    return caller.person is not None and any(caller.person in (one["person"], *one["members"]) for one in sides)
