"""Screens of a hall: a link lets a browser in, once, which then shows the tournament as its hall sees it."""

from typing import Annotated

from fastapi import Path
from starlette.responses import RedirectResponse, Response

from api.http.sessions.store import SPOKEN
from api.site.frame.forms import FormSent
from api.site.frame.routing import new_pages
from api.site.frame.visit import Visiting
from api.site.login.entering import entered_by_code
from domain.access.decide import SCREENS

router = new_pages()

_CODE, _HOME = "hall/code.html", "/screen"
Code = Annotated[str, Path(pattern=SPOKEN)]


@router.get(_HOME)
def show_screen(visit: Visiting) -> Response:
    """Where the code of a link is typed; a screen that was let in goes on to what it can show."""
    key = visit.reader.caller.key
    if key is not None and key.role == SCREENS and key.tournament is not None:
        return RedirectResponse(f"/tournaments/{key.tournament}/print", 303)
    return visit.page(_CODE, code=None, is_refused=False)


@router.post(_HOME)
def type_code(visit: FormSent) -> Response:
    """A session for the browser in which the code of a link is typed, once."""
    return entered_by_code(visit, visit.said("code"), _CODE, _HOME)


@router.get("/screen/{code}")
def show_link(visit: Visiting, code: Code) -> Response:
    """Opening a link does not use it up, since programs that look at links in messages open them too."""
    return visit.page(_CODE, code=code, is_refused=False)


@router.post("/screen/{code}")
def open_link(visit: FormSent, code: Code) -> Response:
    """A session for the browser that opens the link, once."""
    return entered_by_code(visit, code, _CODE, _HOME)
