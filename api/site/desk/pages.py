"""The desk of directors: what waits, and each step of an evening in its order.

A form that is refused shows its page again, as things now stand, with what was typed and why it was not taken; one on
an old revision shows besides what was recorded since. So nothing is typed twice.
"""

import secrets
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import Path
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import Response

from api.http.parameters import Match, Tournament
from api.http.problems import KEY_MISSING, ROUTE_UNKNOWN, Problem
from api.routes.person.persons_read import list_persons
from api.routes.tournament.history import read_history
from api.routes.tournament.standings import read_match
from api.site.desk import showing, typed
from api.site.desk.acts import ACTS
from api.site.frame.forms import Answered, Form, FormSent, FormVisit
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting

router = new_pages()

STALE = 412
_NO_HEADERS = Headers()
_CANDIDATES = 8
Page = Literal["entries", "rounds", "standings", "finish"]
ActName = Annotated[str, Path(max_length=40, pattern=r"^[a-z-]+$")]


@router.get("/desk")
def show_home(visit: Visiting) -> Response:
    """What waits, in all tournaments."""
    return visit.page("desk/home.html", **showing.home(_known(visit)), refused=None, form=Form(), once=_once())


@router.post("/desk/announcement")
async def announce(visit: FormSent) -> Response:
    """Announces a tournament, and goes on to its entries."""
    try:
        answered = await visit.sends("/v1/tournaments", typed.announcement(_known(visit)))
    except typed.WrongTypedError as wrong:
        answered = _wrong(wrong)
    if answered.done:
        return visit.goes_to(f"/desk/{answered.body['tournament']}/entries")
    values = {**await run_in_threadpool(showing.home, visit), **_refusal(answered), "form": visit.form}
    return visit.page("desk/home.html", status=answered.status, once=_once(), **values)


@router.get("/desk/{tournament}")
def show_now(visit: Visiting, tournament: Tournament) -> Response:
    """What comes next in a tournament."""
    return _shown(visit, tournament, "now", {})


@router.get("/desk/{tournament}/matches/{match}")
def show_match(visit: Visiting, tournament: Tournament, match: Match) -> Response:
    """A match, to be verified or corrected."""
    return _shown(visit, tournament, f"matches/{match}", {})


@router.get("/desk/{tournament}/{page}")
def show_page(visit: Visiting, tournament: Tournament, page: Page) -> Response:
    """A step of the evening."""
    return _shown(visit, tournament, page, {})


@router.post("/desk/{tournament}/list")
async def find_names(visit: FormSent, tournament: Tournament) -> Response:
    """Looks for the names of a list in the register, and asks about each before anybody is entered."""
    try:
        found = await run_in_threadpool(_candidates, visit, typed.lines(visit))
    except typed.WrongTypedError as wrong:
        return await _refused(visit, tournament, "entries", _wrong(wrong))
    return await run_in_threadpool(_shown, visit, tournament, "entries", {"found": found, "form": visit.form})


@router.post("/desk/{tournament}/preview")
async def preview_correction(visit: FormSent, tournament: Tournament) -> Response:
    """Shows what a correction would change; its digest goes with the correction."""
    page = _named(f"matches/{visit.said('number')}")
    try:
        match = typed.number(visit.said("number"))
        seen = typed.revision(visit.said("seen"))
        command = {"kind": "correct-result", "match": match, "seen": seen, **typed.correction(visit)}
        answered = await visit.sends(f"/v1/tournaments/{tournament}/previews", {"command": command}, part="-preview")
    except typed.WrongTypedError as wrong:
        answered = _wrong(wrong)
    if not answered.done:
        return await _refused(visit, tournament, page, answered)
    values = {"preview": answered.body, "form": visit.form}
    return await run_in_threadpool(_shown, visit, tournament, page, values)


@router.post("/desk/{tournament}/{act}")
async def act(visit: FormSent, tournament: Tournament, act: ActName) -> Response:
    """Sends the command of a form, and goes back to the page that it stands on."""
    if act not in ACTS:
        raise Problem(ROUTE_UNKNOWN, "There is nothing to be done under that name.")
    page, wanted = _page_of(visit), ACTS[act]
    try:
        place, body = wanted.place(_known(visit)), wanted.body(visit)
        answered = await visit.sends(f"/v1/tournaments/{tournament}/{place}", body, seen=visit.said("seen") or None)
    except typed.WrongTypedError as wrong:
        answered = _wrong(wrong)
    return (
        visit.goes_to(_address(tournament, page))
        if answered.done
        else await _refused(visit, tournament, page, answered)
    )


def _page_of(visit: FormVisit) -> str:
    """The page that the form stands on; the first where it names none."""
    return _named(visit.said("page"))


def _named(page: str) -> str:
    kind, _, match = page.partition("/")
    return page if page in showing.PAGES or (kind == "matches" and typed.is_number(match)) else "now"


def _address(tournament: str, page: str) -> str:
    return f"/desk/{tournament}" if page == "now" else f"/desk/{tournament}/{page}"


def _known(visit: Any) -> Any:  # noqa: ANN401 -- a visit, or one with a form
    """The visit of somebody who has logged in. Raises Problem (401)."""
    if visit.reader.caller.key is None:
        raise Problem(KEY_MISSING, "This needs a login.")
    return visit


def _shown(visit: Visit, tournament: str, page: str, values: Mapping[str, Any], status: int = 200) -> Response:
    """The page as things now stand, for the staff of the tournament alone."""
    made = {**showing.tournament(_known(visit), tournament), **_of_page(visit, tournament, page)}
    about = {"page": page, "here_is": _address(tournament, page), "at": f"/desk/{tournament}", "once": _once()}
    nothing = {"refused": None, "changes": (), "found": (), "preview": None, "form": Form()}
    etags = {"etag_of_match": showing.etag_of_match, "etag_of_entry": showing.etag_of_entry}
    template = f"desk/{page.partition('/')[0]}.html"
    zone = made["tournament"]["time_zone"]
    return visit.page(template, zone=zone, status=status, **made, **about, **{**nothing, **values}, **etags)


def _of_page(visit: Visit, tournament: str, page: str) -> Json:
    kind, _, match = page.partition("/")
    if kind == "matches":
        return {"match": visit.asks(read_match, tournament=tournament, match=int(match))}
    return showing.PAGES[page](visit, tournament)


async def _refused(visit: FormVisit, tournament: str, page: str, answered: Answered) -> Response:
    def shown() -> Response:
        changes = _meanwhile(visit, tournament) if answered.status == STALE else []
        values = {**_refusal(answered), "changes": changes, "form": visit.form}
        return _shown(visit, tournament, page, values, answered.status)

    return await run_in_threadpool(shown)


def _refusal(answered: Answered) -> Json:
    return {"refused": answered.body}


def _wrong(wrong: typed.WrongTypedError) -> Answered:
    return Answered(422, _NO_HEADERS, {"status": 422, "what": wrong.what, "text": wrong.text})


def _meanwhile(visit: FormVisit, tournament: str) -> list[Json]:
    """What was recorded since the page was read that the form stands on."""
    said = visit.said("version")
    history = visit.asks_all(read_history, tournament=tournament)["items"]
    return list(showing.changed_since(history, int(said) if said.isdecimal() and len(said) < 16 else len(history)))


def _candidates(visit: FormVisit, names: list[str]) -> list[Json]:
    """Of each name, who of the register may be meant."""
    return [{"name": name, "persons": _alike(visit, name)} for name in names]


def _alike(visit: FormVisit, name: str) -> list[Json]:
    found: list[Json] = visit.asks(list_persons, search=name, limit=_CANDIDATES)["items"]
    return sorted(found, key=lambda one: one["name"].casefold() != name.casefold())


def _once() -> str:
    """The idempotency key of the forms of a page: a form that is sent twice counts once."""
    return secrets.token_hex(16)
