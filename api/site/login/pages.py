"""Logging in by a key or by a link, the sessions that somebody has, and logging out."""

from typing import Annotated

from fastapi import Path, Query
from starlette.responses import Response

from api.http.problems import ROUTE_UNKNOWN, Problem
from api.http.sessions import cookies
from api.http.sessions.store import LINK
from api.site.frame.forms import FormSent
from api.site.frame.routing import new_pages
from api.site.frame.visit import Visiting
from api.site.login.entering import PLAIN, any_session, entered, is_fresh, login_form
from api.site.login.identity import host_of
from api.site.login.passkeys import asked_to_add

router = new_pages()

_BY_LINK, _SESSIONS = "login/by_link.html", "login/sessions.html"
Code = Annotated[str, Path(pattern=LINK)]
SessionId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]


@router.get("/login")
def show_login(visit: Visiting, then: Annotated[str, Query(description="What is to follow.")] = "") -> Response:
    """Where a key is typed."""
    return login_form(visit, then=then)


@router.post("/login")
def log_in(visit: FormSent) -> Response:
    """A session for anyone who shows a key."""
    if cookies.is_lost(visit.request):
        return login_form(visit, PLAIN)
    token = visit.reader.services.sessions.begin(visit.said("key"))
    return entered(visit, token) if token else login_form(visit, "key")


@router.get("/login/sessions")
def list_sessions(visit: Visiting) -> Response:
    """The sessions of anyone who asks."""
    own = any_session(visit)
    services = visit.reader.services
    return visit.page(
        _SESSIONS,
        own=own,
        sessions=services.sessions.of(own),
        others=services.other_logins.of(own),
        passkey=None if own.key.by_mail else asked_to_add(visit.request, own, services.other_logins),
        provider=host_of(visit.request),
        is_fresh=is_fresh(visit),
        mails=services.login_mails.are_sent or bool(services.login_mails.own(own)),
    )


@router.post("/login/sessions/{session}/end")
def end_session(visit: FormSent, session: SessionId) -> Response:
    """Ends one of them, which is logging out where it is this one: then the browser lets go of the pages that it was
    shown, so that nobody comes back to them."""
    own = any_session(visit)
    if not visit.reader.services.sessions.end(own, session):
        raise Problem(ROUTE_UNKNOWN, "There is no such session of yours.")
    if session != own.id:
        return visit.goes_to("/login/sessions")
    answer = visit.goes_to("/")
    cookies.drop(answer, visit.request)
    answer.headers["Clear-Site-Data"] = '"cache"'
    return answer


@router.get("/login/{code}")
def show_link(visit: Visiting, code: Code) -> Response:
    """Opening a link does not use it up, since programs that look at links in messages open them too."""
    return visit.page(_BY_LINK, code=code, is_refused=False)


@router.post("/login/{code}")
def log_in_by_link(visit: FormSent, code: Code) -> Response:
    """A session for anyone who shows a link, once."""
    if cookies.is_lost(visit.request):
        return login_form(visit, PLAIN)
    here = cookies.is_on_loopback(visit.request)
    token = visit.reader.services.sessions.log_in(code, is_on_loopback=here)
    return entered(visit, token) if token else visit.page(_BY_LINK, code=code, is_refused=True, status=401)
