"""Logging in by a key or by a link, the sessions that somebody has, and logging out."""

from typing import Annotated

from fastapi import Path
from starlette.responses import Response

from api.http.problems import KEY_MISSING, ROUTE_UNKNOWN, Problem
from api.http.sessions import cookies
from api.http.sessions.store import LINK, Found
from api.site.frame.forms import FormSent, FormVisit
from api.site.frame.routing import new_pages
from api.site.frame.sessions import session_of
from api.site.frame.visit import Visit, Visiting

router = new_pages()

_FORM, _BY_LINK, _SESSIONS = "login/form.html", "login/by_link.html", "login/sessions.html"
_DESK = "/desk"
Code = Annotated[str, Path(pattern=LINK)]
SessionId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]


@router.get("/login")
def show_login(visit: Visiting) -> Response:
    """Where a key is typed."""
    return visit.page(_FORM, is_refused=False)


@router.post("/login")
def log_in(visit: FormSent) -> Response:
    """A session for whoever shows a key."""
    token = visit.reader.services.sessions.begin(visit.said("key"))
    return _entered(visit, token) if token else visit.page(_FORM, is_refused=True, status=401)


@router.get("/login/sessions")
def list_sessions(visit: Visiting) -> Response:
    """The sessions of whoever asks."""
    own = _own(visit)
    return visit.page(_SESSIONS, sessions=visit.reader.services.sessions.of(own), own=own)


@router.post("/login/sessions/{session}/end")
def end_session(visit: FormSent, session: SessionId) -> Response:
    """Ends one of them, which is logging out where it is this one."""
    own = _own(visit)
    if not visit.reader.services.sessions.end(own, session):
        raise Problem(ROUTE_UNKNOWN, "There is no such session of yours.")
    if session != own.id:
        return visit.goes_to("/login/sessions")
    answer = visit.goes_to("/")
    cookies.drop(answer, visit.request)
    return answer


@router.get("/login/{code}")
def show_link(visit: Visiting, code: Code) -> Response:
    """Opening a link does not use it up, since programs that look at links in messages open them too."""
    return visit.page(_BY_LINK, code=code, is_refused=False)


@router.post("/login/{code}")
def log_in_by_link(visit: FormSent, code: Code) -> Response:
    """A session for whoever shows a link, once."""
    here = cookies.is_on_loopback(visit.request)
    token = visit.reader.services.sessions.log_in(code, is_on_loopback=here)
    return _entered(visit, token) if token else visit.page(_BY_LINK, code=code, is_refused=True, status=401)


def _entered(visit: FormVisit, token: str) -> Response:
    answer = visit.goes_to(_DESK)
    cookies.keep(answer, visit.request, token)
    return answer


def _own(visit: Visit) -> Found:
    """Raises Problem (401) for whoever has not logged in."""
    own = session_of(visit.request)
    if own is None:
        raise Problem(KEY_MISSING, "This needs a login.")
    return own
