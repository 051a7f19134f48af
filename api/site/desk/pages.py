"""The desk of directors: what waits, and each step of an evening in its order.

A form that is refused shows its page again, as things now stand, with what was typed and why it was not taken; one on
an old revision shows besides what was recorded since. So nothing is typed twice.
"""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http.parameters import Match, Tournament
from api.http.problems import ROUTE_UNKNOWN, Problem
from api.pages.speech import Speech
from api.routes.tournament.reports import answer_document
from api.site.desk import matters, showing, typed
from api.site.desk.acts import ACTS
from api.site.desk.meant import candidates
from api.site.frame.forms import Answered, Form, FormSent, FormVisit, WrongTypedError, once, tried
from api.site.frame.languages import Language, translations
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.frame.written import written_moment

router = new_pages()

Page = Literal["entries", "rounds", "matters", "standings", "finish"]
Recorded = Annotated[str, Query(max_length=6000, pattern=r"^[0-9,]*$")]
ActName = Annotated[str, Path(max_length=40, pattern=r"^[a-z-]+$")]


@router.get("/desk")
def show_home(visit: Visiting) -> Response:
    """What waits, in all tournaments."""
    showing.require_login(visit)
    return visit.page("desk/home.html", **showing.home(visit), refused=None, form=Form(), once=once())


@router.post("/desk/announcement")
async def announce(visit: FormSent) -> Response:
    """Announces a tournament, and goes on to its entries."""
    showing.require_login(visit)
    answered = await tried(lambda: visit.sends("/v1/tournaments", typed.announcement(visit)))
    if answered.done:
        return visit.goes_to(f"/desk/{answered.body['tournament']}/entries")
    values = {**await run_in_threadpool(showing.home, visit), "refused": answered.body, "form": visit.form}
    return visit.page("desk/home.html", status=answered.status, once=once(), **values)


@router.get("/desk/{tournament}")
def show_now(visit: Visiting, tournament: Tournament) -> Response:
    """What comes next in a tournament."""
    return _shown(visit, tournament, "now", {})


@router.get("/desk/{tournament}/matches/{match}")
def show_match(visit: Visiting, tournament: Tournament, match: Match) -> Response:
    """A match, to be verified or corrected."""
    return _shown(visit, tournament, f"matches/{match}", {})


@router.get("/desk/{tournament}/report")
def show_report(visit: Visiting, tournament: Tournament) -> Response:
    """The report to the federation as a document to print."""
    showing.require_login(visit)
    return visit.answered(answer_document, tournament=tournament, speech=_speech(visit.language))


def _speech(language: Language) -> Speech:
    """How documents are written in that language."""
    return Speech(language, translations(language).gettext, partial(written_moment, language))


@router.get("/desk/{tournament}/{page}")
def show_page(visit: Visiting, tournament: Tournament, page: Page, recorded: Recorded = "") -> Response:
    """A step of the evening, which tells of the matches of which results were just recorded."""
    showing.require_login(visit)
    return _shown(visit, tournament, page, {"recorded": showing.recorded(visit, tournament, recorded)})


@router.post("/desk/{tournament}/list")
async def find_names(visit: FormSent, tournament: Tournament) -> Response:
    """Looks for the names of a list in the register, and asks about each before anybody is entered."""
    try:
        names = typed.lines(visit)
    except WrongTypedError as wrong:
        return await _refused(visit, tournament, "entries", wrong.answered)
    found = await run_in_threadpool(candidates, visit, names)
    return await run_in_threadpool(_shown, visit, tournament, "entries", {"found": found, "form": visit.form})


@router.post("/desk/{tournament}/{act}")
async def act(visit: FormSent, tournament: Tournament, act: ActName) -> Response:
    """Sends the command of a form, and goes back to the page that it stands on."""
    if act not in ACTS:
        raise Problem(ROUTE_UNKNOWN, "There is nothing to be done under that name.")
    showing.require_login(visit)
    page, wanted = _page_of(visit), ACTS[act]
    below, seen = f"/v1/tournaments/{tournament}", visit.said("seen") or None
    answered = await tried(lambda: visit.sends(f"{below}/{wanted.place(visit)}", wanted.body(visit), seen=seen))
    if answered.done:
        return visit.goes_to(f"{showing.address(tournament, page)}{_receipt(answered.body) if wanted.is_entry else ''}")
    return await _refused(visit, tournament, page, answered)


def _receipt(answer: Json) -> str:
    """What the next page is told of the matches that were changed, by which it shows their results."""
    numbers = [one["number"] for told in answer.get("rows", [answer]) for one in told["matches"]]
    return f"?recorded={','.join(map(str, numbers))}"


def _page_of(visit: FormVisit) -> str:
    """The page that the form stands on; the first where it names none."""
    page = visit.said("page")
    kind, _, match = page.partition("/")
    return page if page in showing.PAGES or (kind == "matches" and typed.is_number(match)) else "now"


def _shown(visit: Visit, tournament: str, page: str, values: Mapping[str, Any], status: int = 200) -> Response:
    """The page as things now stand."""
    showing.require_login(visit)
    made = {**showing.tournament(visit, tournament, page), **_of_page(visit, tournament, page)}
    nothing = {"refused": None, "changes": (), "found": (), "called": (), "recorded": (), "form": Form()}
    etags = {"etag_of_match": showing.etag_of_match, "etag_of_entry": showing.etag_of_entry}
    template, zone = f"desk/{page.partition('/')[0]}.html", made["tournament"]["time_zone"]
    framed = showing.frame(tournament, page)
    return visit.page(template, zone=zone, status=status, **made, **framed, **{**nothing, **values}, **etags)


def _of_page(visit: Visit, tournament: str, page: str) -> Json:
    kind, _, match = page.partition("/")
    if kind == "matches":
        return matters.match(visit, tournament, int(match))
    return showing.PAGES[page](visit, tournament)


async def _refused(visit: FormVisit, tournament: str, page: str, answered: Answered) -> Response:
    def shown() -> Response:
        sent = (visit, tournament, visit.form, answered.status)
        news = {"changes": showing.meanwhile(*sent), "overtaken": showing.overtaken(*sent)}
        found = candidates(visit, typed.asked_about(visit))
        told = {"found": found, "called": typed.to_enter(visit)} if found else {}
        values = {"refused": answered.body, "form": visit.form, **news, **told}
        return _shown(visit, tournament, page, values, answered.status)

    return await run_in_threadpool(shown)
