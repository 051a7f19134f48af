"""Logging in by a link in a mail, and the address for it: added by somebody who has logged in otherwise, confirmed by a
link of its own, shown, changed and taken away.

Opening a link does nothing, since programs that look at links in messages open them too. Nobody who asks for one learns
whether anybody logs in by that address.
"""

from collections.abc import Callable
from typing import Annotated

from fastapi import Path
from starlette.responses import Response

from api.http.concurrency_limit import place_of
from api.http.mails import MOST_LETTERS, Letter, is_address
from api.http.problems import KEY_MISSING, MAILS_OFF, Problem
from api.http.responses import NEVER
from api.http.sessions import cookies
from api.http.sessions.login_mails import Account
from api.http.sessions.store import LINK, Found
from api.routes.tournament.standings import read_tournament
from api.site.frame.forms import FormSent, FormVisit
from api.site.frame.languages import translations
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.login.entering import PLAIN, entered, fresh_session, is_fresh, login_form, own_session
from api.site.words import login as words
from domain.kernel.ids import PersonId

router = new_pages()

_ASKED, _LINKED = "login/mail.html", "login/mail_link.html"
_ADDRESS, _CONFIRMED = "login/address.html", "login/address_link.html"
_HEADERS = {**NEVER, "Referrer-Policy": "no-referrer"}
_STATUS = {"": 200, "address": 422, "often": 429, "too-many": 429, "used": 401}
Code = Annotated[str, Path(pattern=LINK)]


@router.get("/login/mail")
def show_mail_form(visit: Visiting) -> Response:
    """Where a link is asked for."""
    return _show_asked(visit)


@router.post("/login/mail")
def send_link(visit: FormSent) -> Response:
    """Sends a link to the address that was typed, if somebody logs in by it: the answer is the same."""
    _require_mails(visit)
    address, visitor = visit.said("address"), place_of(visit.request.scope).address
    if not is_address(address):
        return _show_asked(visit, "address")
    done = visit.reader.services.login_mails.ask(address, visitor, lambda code: _login_letter(visit, code))
    return _show_asked(visit, "" if done else "often", is_sent=done)


@router.get("/login/mail/{code}")
def show_mailed_link(visit: Visiting, code: Code) -> Response:
    """As whom the link logs in, by a button: so nobody comes in as another without being told."""
    return _show_linked(visit, code)


@router.post("/login/mail/{code}")
def log_in_by_mail(visit: FormSent, code: Code) -> Response:
    """A session for anyone who shows a link of a mail, once."""
    if cookies.is_lost(visit.request):
        return login_form(visit, PLAIN)
    token = visit.reader.services.login_mails.log_in(code, visit.said("as"))
    return entered(visit, token) if token else _show_linked(visit, code, "used")


@router.get("/login/address")
def show_address(visit: Visiting) -> Response:
    """The address by which the key of the session is logged in with, and the form for it."""
    return _show_address(visit, _own(visit))


@router.post("/login/address")
def add_address(visit: FormSent) -> Response:
    """Sends a link to the address that was typed, which confirms it."""
    own, address = _own(visit), visit.said("address")
    fresh_session(visit)
    _require_mails(visit)
    if not is_address(address):
        return _show_address(visit, own, "address")
    called = _name_of(visit, own.key.person or "")
    taken = visit.reader.services.login_mails.add(own, address, lambda code: _address_letter(visit, called, code))
    return _show_address(visit, own, "too-many") if taken != "taken" else visit.goes_to("/login/address")


@router.post("/login/address/end")
def end_address(visit: FormSent) -> Response:
    """Takes the address away, which is told so; sessions that were begun by it end."""
    own = _own(visit)
    visit.reader.services.login_mails.end(own, _changed_letter(visit, _name_of(visit, own.key.person or "")))
    return visit.goes_to("/login/address")


@router.get("/login/address/{code}")
def show_address_link(visit: Visiting, code: Code) -> Response:
    """For whom the link confirms an address."""
    return _show_confirmed(visit, code, visit.reader.services.login_mails.adding(code))


@router.post("/login/address/{code}")
def confirm_address(visit: FormSent, code: Code) -> Response:
    """From now on the address counts."""
    mails = visit.reader.services.login_mails
    found = mails.adding(code)
    if found is not None and mails.confirm(code, found, _changed_letter(visit, _name_of(visit, found.person))):
        return _private(visit.page(_CONFIRMED, is_done=True))
    return _show_confirmed(visit, code, None)


def _require_mails(visit: Visit) -> None:
    """Raises Problem (409) where none are sent."""
    if not visit.reader.services.login_mails.are_sent:
        raise Problem(MAILS_OFF, "No mail server is set up for this service.")


def _own(visit: Visit) -> Found:
    """Raises Problem: 401 and 403 as for each way in, 401 too where nobody plays by the key."""
    own = own_session(visit)
    if not visit.reader.services.login_mails.may_have_one(own):
        raise Problem(KEY_MISSING, "This needs the login of a player, director or administrator.")
    return own


def _name_of(visit: Visit, person: PersonId) -> str:
    """The name of somebody, as they know it themselves."""
    return visit.called(visit.reader.services.names([person], to_all=False).get(person))


def _show_asked(visit: Visit, refused: str = "", *, is_sent: bool = False) -> Response:
    _require_mails(visit)
    typed = visit.said("address") if isinstance(visit, FormVisit) else ""
    told: Json = {"refused": refused, "is_sent": is_sent, "typed": typed, "most": MOST_LETTERS}
    return visit.page(_ASKED, status=_STATUS[refused], **told)


def _show_linked(visit: Visit, code: str, refused: str = "") -> Response:
    found = visit.reader.services.login_mails.accounts(code)
    tournaments = {one.tournament for one in found if one.tournament}
    titles = {one: visit.asks(read_tournament, tournament=one)["name"] for one in sorted(tournaments)}
    here = visit.reader.caller.person
    told: Json = {
        "code": code,
        "accounts": found,
        "names": {one.person: _name_of(visit, one.person) for one in found},
        "titles": titles,
        "in_as": _name_of(visit, here) if here else "",
        "is_in": visit.reader.caller.key is not None,
    }
    return _private(visit.page(_LINKED, status=_STATUS[refused if found else "used"], **told))


def _show_address(visit: Visit, own: Found, refused: str = "") -> Response:
    mails = visit.reader.services.login_mails
    known = {one.is_confirmed: one.hint for one in mails.own(own)}
    typed = visit.said("address") if isinstance(visit, FormVisit) else ""
    told: Json = {"counts": known.get(True, ""), "waits": known.get(False, ""), "refused": refused, "typed": typed}
    told |= {
        "most": MOST_LETTERS,
        "is_sent": mails.are_sent,
        "is_fresh": is_fresh(visit),
        "called": _name_of(visit, own.key.person or ""),
    }
    return _private(visit.page(_ADDRESS, status=_STATUS[refused], **told))


def _show_confirmed(visit: Visit, code: str, found: Account | None) -> Response:
    called = _name_of(visit, found.person) if found else ""
    told: Json = {"code": code, "found": found, "called": called, "is_done": False}
    return _private(visit.page(_CONFIRMED, status=_STATUS["" if found else "used"], **told))


def _private(answer: Response) -> Response:
    answer.headers.update(_HEADERS)
    return answer


def _speech(visit: Visit) -> Callable[[str], str]:
    return translations(visit.language).gettext


def _login_letter(visit: Visit, code: str) -> Letter:
    said = _speech(visit)
    text, last = said(words.LOGIN_TEXT), said(words.LOGIN_LAST)
    return Letter(said(words.LOGIN_SUBJECT), text, last, link=f"/login/mail/{code}")


def _address_letter(visit: Visit, called: str, code: str) -> Letter:
    said = _speech(visit)
    text, last = said(words.ADDRESS_TEXT) % {"player": called}, said(words.ADDRESS_LAST)
    return Letter(said(words.ADDRESS_SUBJECT), text, last, link=f"/login/address/{code}")


def _changed_letter(visit: Visit, called: str) -> Letter:
    said = _speech(visit)
    text, last = said(words.CHANGED_TEXT) % {"player": called}, said(words.CHANGED_LAST)
    return Letter(said(words.CHANGED_SUBJECT), text, last, link="/login/sessions")
