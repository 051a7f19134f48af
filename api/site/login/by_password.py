"""Logging in by a name and a password, and choosing them."""

from starlette.responses import Response

from api.http.sessions import cookies
from api.http.sessions.passwords import FEWEST_LETTERS, MOST_LETTERS, TriedTooOftenError
from api.site.frame.forms import FormSent
from api.site.frame.routing import new_pages
from api.site.frame.visit import Visiting
from api.site.login.entering import PLAIN, entered, fresh_session, login_form, own_session, password_form

router = new_pages()

_SHOWN = ("name", "password")


@router.post("/login/password")
def log_in(visit: FormSent) -> Response:
    """A session for anyone who knows the password of a name."""
    if cookies.is_lost(visit.request):
        return login_form(visit, PLAIN)
    try:
        token = visit.reader.services.passwords.log_in(*(visit.form.get(one, "")[:MOST_LETTERS] for one in _SHOWN))
    except TriedTooOftenError:
        return login_form(visit, "often", status=429)
    return entered(visit, token) if token else login_form(visit, "password")


@router.get("/login/password")
def show_password(visit: Visiting) -> Response:
    """Where somebody who has logged in chooses a name and a password."""
    return password_form(visit, own_session(visit))


@router.post("/login/password/choice")
def choose(visit: FormSent) -> Response:
    """Gives the key that the session stands for that name and password. Other browsers with it are logged out."""
    own, name, password = fresh_session(visit), visit.said("name"), visit.form.get("password", "")
    if not (0 < len(name) <= MOST_LETTERS and FEWEST_LETTERS <= len(password) <= MOST_LETTERS):
        return password_form(visit, own, "short")
    if not visit.reader.services.passwords.set(own, name, password):
        return password_form(visit, own, "taken")
    return visit.goes_to("/desk")
