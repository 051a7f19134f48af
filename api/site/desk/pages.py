"""The desk of directors: what waits, and each step of an evening in its order.

A form that is refused shows its page again, as things now stand, with what was typed and why it was not taken; one on
an old revision shows besides what was recorded since. So nothing is typed twice.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http.parameters import Match, Number, Tournament
from api.http.problems import ROUTE_UNKNOWN, Problem
from api.pages.speech import Speech
from api.routes.tournament.reports import answer_document
from api.site.desk import board, matters, quick, showing, typed, undoing
from api.site.desk.acts import ACTS
from api.site.desk.meant import candidates
from api.site.frame.forms import Answered, Form, FormSent, FormVisit, WrongTypedError, once, tried
from api.site.frame.languages import Language, translations
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.frame.written import written_moment

router = new_pages()

Page = Literal["bracket", "entries", "check-in", "rounds", "matters", "standings", "finish"]
Recorded = Annotated[str, Query(max_length=6000, pattern=r"^[0-9,]*$")]
Fees = Annotated[Literal["yes"] | None, Query(description="Whether the check-in ticks fees as well.")]
Chosen = Annotated[Number | None, Query()]
ActName = Annotated[str, Path(max_length=40, pattern=r"^[a-z-]+$")]


@router.get("/desk")
def show_home(visit: Visiting) -> Response:
    """What waits, in all tournaments."""
    showing.require_login(visit)
    return visit.page("desk/home.html", **_home(visit), refused=None, form=Form(), once=once())


@router.post("/desk/announcement")
async def announce(visit: FormSent) -> Response:
    """Announces a tournament, and goes on to its entries."""
    showing.require_login(visit)
    answered = await tried(lambda: visit.sends("/v1/tournaments", quick.announcement(visit)))
    if answered.done:
        return visit.goes_to(f"/desk/{answered.body['tournament']}/entries")
    values = {**await run_in_threadpool(_home, visit), "refused": answered.body, "form": visit.form}
    return visit.page("desk/home.html", status=answered.status, once=once(), **values)


def _home(visit: Visit) -> Json:
    found = showing.home(visit)
    return {**found, **quick.asked(visit, found["tournaments"])}


@router.get("/desk/{tournament}")
def show_now(
    visit: Visiting,
    tournament: Tournament,
    match: Chosen = None,
    table: Chosen = None,
    recorded: Recorded = "",
) -> Response:
    """The board: what comes next, and a tile for each table, one of which may be open."""
    showing.require_login(visit)
    told = {"recorded": showing.recorded(visit, tournament, recorded)}
    return _show_page(visit, tournament, "now", {**told, "chosen": (match, table)})


@router.get("/desk/{tournament}/matches/{match}")
def show_match(visit: Visiting, tournament: Tournament, match: Match) -> Response:
    """A match, to be verified or corrected."""
    return _show_page(visit, tournament, f"matches/{match}", {})


@router.get("/desk/{tournament}/report")
def show_report(visit: Visiting, tournament: Tournament) -> Response:
    """The report to the federation as a document to print."""
    showing.require_login(visit)
    return visit.answered(answer_document, tournament=tournament, speech=_speech(visit.language))


def _speech(language: Language) -> Speech:
    """How documents are written in that language."""
    return Speech(language, translations(language).gettext, partial(written_moment, language))


@router.get("/desk/{tournament}/{page}")
def show_page(
    visit: Visiting, tournament: Tournament, page: Page, recorded: Recorded = "", fees: Fees = None
) -> Response:
    """A step of the evening, which tells of the matches of which results were just recorded."""
    showing.require_login(visit)
    shown = {"recorded": showing.recorded(visit, tournament, recorded), "fees": fees}
    return _show_page(visit, tournament, page, shown)


@router.post("/desk/{tournament}/list")
async def find_names(visit: FormSent, tournament: Tournament) -> Response:
    """Looks for the names of a list in the register, and asks about each before anybody is entered."""
    try:
        names = typed.lines(visit)
    except WrongTypedError as wrong:
        return await refused(visit, tournament, "entries", wrong.answered)
    found = await run_in_threadpool(candidates, visit, names)
    return await run_in_threadpool(_show_page, visit, tournament, "entries", {"found": found, "form": visit.form})


@router.post("/desk/{tournament}/undo")
async def undo(visit: FormSent, tournament: Tournament) -> Response:
    """Takes the last act back, by the command that the rules have for it."""
    return await _back_to_board(visit, tournament, "now", lambda: _undone(visit, tournament))


async def _undone(visit: FormVisit, tournament: str) -> Answered:
    """Raises WrongTypedError where another act is the last one now."""
    found = await run_in_threadpool(undoing.way_back, visit, tournament, typed.number(visit.said("act")))
    if found is None:
        raise WrongTypedError("not-last")
    path, body, seen = found
    return await visit.sends(f"/v1/tournaments/{tournament}/{path}", body, seen=seen)


@router.post("/desk/{tournament}/start-with")
async def start_with(visit: FormSent, tournament: Tournament) -> Response:
    """Starts with those who are here: all others are withdrawn then, and nobody before."""
    return await _back_to_board(visit, tournament, "check-in", lambda: _start_tournament(visit, tournament))


async def _back_to_board(
    visit: FormVisit, tournament: str, page: str, send: Callable[[], Awaitable[Answered]]
) -> Response:
    """Goes on to the board once it is sent, or shows the page that its form is on, and why it was refused."""
    showing.require_login(visit)
    answered = await tried(send)
    if answered.done:
        return visit.goes_to(showing.address(tournament, "now"))
    return await refused(visit, tournament, page, answered)


async def _start_tournament(visit: FormVisit, tournament: str) -> Answered:
    """The start draws lots, so it is sent by itself, after what makes room for it. Raises WrongTypedError."""
    below = f"/v1/tournaments/{tournament}"
    if visit.form.getlist("each"):
        withdrawn = await visit.sends(f"{below}/bulk", typed.absences(visit), part="-absent")
        if not withdrawn.done:
            return withdrawn
    seen = await run_in_threadpool(showing.settings_etag, visit, tournament)
    return await visit.sends(f"{below}/start", seen=seen, part="-start")


@router.post("/desk/{tournament}/{act}")
async def act(visit: FormSent, tournament: Tournament, act: ActName) -> Response:
    """Sends the command of a form, and goes back to the page that it is on."""
    if act not in ACTS:
        raise Problem(ROUTE_UNKNOWN, "There is nothing to be done under that name.")
    showing.require_login(visit)
    page, wanted = _page_of(visit), ACTS[act]
    if wanted.is_entry and (named := typed.named_alone(visit)) is not None:
        return visit.goes_to(f"{showing.address(tournament, 'now')}?{'table' if act == 'tables' else 'match'}={named}")
    tells = wanted.is_entry and page in showing.PAGES
    below, seen = f"/v1/tournaments/{tournament}", visit.said("seen") or None

    async def sent() -> Answered:
        place = await run_in_threadpool(_place_of_table, visit, tournament) if act == "tables" else None
        return await visit.sends(f"{below}/{place or wanted.place(visit)}", wanted.body(visit), seen=seen)

    answered = await tried(sent)
    if answered.done:
        return visit.goes_to(f"{showing.address(tournament, page)}{_receipt(answered.body) if tells else ''}")
    return await refused(visit, tournament, page, answered)


def _place_of_table(visit: FormVisit, tournament: str) -> str | None:
    """Where the result of the match at the typed table is sent: a later round may have begun elsewhere in the hall."""
    found = board.round_at_table(visit, tournament, typed.has_in_vain(visit)[1])
    return None if found is None else f"rounds/{found}/results"


def _receipt(answer: Json) -> str:
    """What the next page is shown of the matches that were changed, by which it shows their results."""
    numbers = [one["number"] for told in answer.get("rows", [answer]) for one in told["matches"]]
    return f"?recorded={','.join(map(str, numbers))}"


def _page_of(visit: FormVisit) -> str:
    """The page that the form is on; the first where it names none."""
    page = visit.said("page")
    kind, _, match = page.partition("/")
    return page if page in showing.PAGES or (kind == "matches" and typed.is_number(match)) else "now"


def _show_page(visit: Visit, tournament: str, page: str, values: Mapping[str, Any], status: int = 200) -> Response:
    """The page as things now stand."""
    showing.require_login(visit)
    made = showing.tournament(visit, tournament, page)
    made |= _of_page(visit, tournament, page)
    if page == "now":
        made |= _on_board(visit, tournament, made, values.get("chosen", (None, None)))
    nothing = {"refused": None, "changes": (), "found": (), "called": (), "recorded": (), "fees": None, "form": Form()}
    etags = {"etag_of_match": showing.etag_of_match, "etag_of_entry": showing.etag_of_entry}
    template, zone = f"desk/{page.partition('/')[0]}.html", made["tournament"]["time_zone"]
    framed = showing.frame(tournament, page)
    return visit.page(template, zone=zone, status=status, **made, **framed, **{**nothing, **values}, **etags)


def _on_board(visit: Visit, tournament: str, made: Json, chosen: tuple[int | None, int | None]) -> Json:
    """The board, with the tile that is open; of a refused form the one that it is on."""
    found = board.board(visit, tournament, made["tournament"], made["rounds"])
    opened = board.chosen(visit, tournament, found["tiles"], *chosen)
    return {**found, "open_tile": opened, "in_vain": None if opened else chosen}


def _of_page(visit: Visit, tournament: str, page: str) -> Json:
    kind, _, match = page.partition("/")
    if kind == "matches":
        return matters.match(visit, tournament, int(match))
    return showing.PAGES[page](visit, tournament)


async def refused(visit: FormVisit, tournament: str, page: str, answered: Answered) -> Response:
    """The page that a form is on, as things now are, with what was typed and why it was not taken."""

    def shown() -> Response:
        sent = (visit, tournament, visit.form, answered.status)
        news = {"changes": showing.meanwhile(*sent), "overtaken": showing.overtaken(*sent)}
        found = candidates(visit, typed.asked_about(visit))
        told = {"found": found, "called": typed.to_enter(visit)} if found else {}
        named = {"chosen": typed.has_in_vain(visit)} if page == "now" else {}
        values = {"refused": answered.body, "form": visit.form, **news, **told, **named}
        return _show_page(visit, tournament, page, values, answered.status)

    return await run_in_threadpool(shown)
