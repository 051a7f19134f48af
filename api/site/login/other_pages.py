"""Logging in with a passkey or an account at the federation's identity provider, and adding and ending these."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated

from fastapi import Path, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from api.http.problems import LOGIN_NOT_BEGUN, ROUTE_UNKNOWN, Problem
from api.http.sessions import cookies
from api.site.frame.codes import address_of
from api.site.frame.forms import FormSent
from api.site.frame.routing import new_pages
from api.site.frame.visit import Visit, Visiting, sent_to
from api.site.login import identity, passkeys, sealed
from api.site.login.entering import entered, fresh_session, login_form, own_session

router = new_pages()

_SESSIONS = "/login/sessions"
_BACK = "/login/provider/back"
_ADDING, _LOGGING_IN = "add an account", "log in with an account"
OtherId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]
Told = Annotated[str, Query(max_length=2_000)]


@router.post("/login/passkey")
def log_in_with_passkey(visit: FormSent) -> Response:
    """A session for anyone who shows a passkey."""
    begun = passkeys.begun(visit.request, visit.said("attempt"), passkeys.LOGGING_IN)
    others, credential = visit.reader.services.other_logins, visit.said("credential")
    known = others.passkey(passkeys.id_in(credential))
    uses = passkeys.uses_of(visit.request, known, credential, begun["challenge"]) if known else None
    begun_at = datetime.fromisoformat(begun["begun_at"])
    token = others.log_in(known.mark, begun_at, uses) if known and uses is not None else None
    return entered(visit, token) if token else login_form(visit, "passkey")


@router.post("/login/passkeys")
def add_passkey(visit: FormSent) -> Response:
    """Another passkey for the key that the session stands for."""
    own = fresh_session(visit)
    begun = passkeys.begun(visit.request, visit.said("attempt"), passkeys.ADDING)
    made = passkeys.added(visit.request, visit.said("credential"), begun["challenge"])
    if not visit.reader.services.other_logins.add_passkey(own, made):
        raise Problem(LOGIN_NOT_BEGUN, "This passkey was added before, or the session has ended.")
    return visit.goes_to(_SESSIONS)


@router.post("/login/others/{other}/end")
def end_other(visit: FormSent, other: OtherId) -> Response:
    """Nobody logs in with it any more."""
    if not visit.reader.services.other_logins.end(own_session(visit), other):
        raise Problem(ROUTE_UNKNOWN, "Your key has no such passkey or account.")
    return visit.goes_to(_SESSIONS)


@router.get("/login/provider")
def begin_at_provider(visit: Visiting) -> Response:
    """Sends the browser to the provider, to log in."""
    return _send_on(visit, _LOGGING_IN)


@router.get("/login/provider/add")
def begin_adding(visit: Visiting) -> Response:
    """Sends the browser to the provider, to add an account there to the key that the session stands for. Only from a
    page of this service: a link elsewhere could come after a login at the provider in another's name."""
    cookies.require_own_page(visit.request)
    fresh_session(visit)
    return _send_on(visit, _ADDING)


@router.get(_BACK)
def come_back(visit: Visiting, state: Told = "", code: Told = "", error: Told = "") -> Response:
    """Where the provider sends the browser back to, with a code or with why it has none."""
    begun = _login_begun(visit.request, state)
    mark = None if error else identity.mark_of(visit.request, address_of(visit.request, _BACK), code, begun)
    answer = login_form(visit, "account") if mark is None else _accept_login(visit, begun, mark)
    cookies.drop(answer, visit.request, cookies.LOGIN)
    return answer


def _send_on(visit: Visit, purpose: str) -> Response:
    begun = identity.begun_at(visit.request, address_of(visit.request, _BACK))
    answer = RedirectResponse(begun.pop("address"), 302, {"Cache-Control": "no-store"})
    cookies.keep(answer, visit.request, sealed.close(visit.request, purpose, begun), cookies.LOGIN, sealed.SECONDS)
    return answer


def _login_begun(request: Request, state: str) -> Mapping[str, str]:
    """The login with which the browser that comes back was sent on. Raises Problem (409)."""
    begun = sealed.open_again(request, cookies.token_in(request, cookies.LOGIN) or "", _ADDING, _LOGGING_IN)
    if begun["state"] != state:
        raise Problem(LOGIN_NOT_BEGUN, "This is not the login that was begun in this browser.")
    return begun


def _accept_login(visit: Visit, begun: Mapping[str, str], mark: bytes) -> Response:
    others = visit.reader.services.other_logins
    if begun["purpose"] == _ADDING:
        others.add_account(fresh_session(visit), mark)
        return sent_to(_SESSIONS)
    token = others.log_in(mark, datetime.fromisoformat(begun["begun_at"]))
    return entered(visit, token) if token else login_form(visit, "account")
