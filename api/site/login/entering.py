"""What all ways to log in begin and end with."""

from starlette.responses import Response

from api.http.mails import MOST_LETTERS
from api.http.problems import KEY_MISSING, LOGIN_OLD, ONLY_PLAYS, Problem
from api.http.sessions import cookies
from api.http.sessions.store import Found, code_of
from api.site.frame.forms import FormVisit
from api.site.frame.sessions import session_of
from api.site.frame.visit import Json, Visit, sent_to
from api.site.login.identity import host_of
from api.site.login.passkeys import asked_to_log_in

PLAIN = "plain"
_THEN = {
    "address": "/login/address",
    "invite": "/invite",
    "password": "/login/password",
    "sessions": "/login/sessions",
}
"""Where a login leads that was asked for there, by what the login's address says."""


def login_form(visit: Visit, refused: str = "", status: int = 401, then: str = "") -> Response:
    """Where somebody logs in. `refused` is what was shown in vain: a key, a password, a passkey or an account; `often`
    where a name was tried too often, or `plain` where the browser would not keep the session. The name that was typed
    is there again, and what is to follow (`then`)."""
    passkey, provider = asked_to_log_in(visit.request), host_of(visit.request)
    name = visit.form.get("name", "") if isinstance(visit, FormVisit) else ""
    told: Json = {"passkey": passkey, "provider": provider, "refused": refused, "name": name}
    told |= {"mails": visit.reader.services.login_mails.are_sent, "most": MOST_LETTERS, "then": then or _then(visit)}
    return visit.page("login/form.html", status=status if refused else 200, **told)


def password_form(visit: Visit, own: Found, refused: str = "") -> Response:
    """Where somebody chooses a name and a password; `refused` says why what they chose was not taken."""
    called = visit.reader.services.passwords.name_of(own)
    name = visit.said("name") if isinstance(visit, FormVisit) else ""
    told: Json = {"called": called, "name": name, "refused": refused, "is_fresh": is_fresh(visit)}
    return visit.page("login/password.html", status=422 if refused else 200, **told)


def entered(visit: Visit, token: str) -> Response:
    """The page that asked for the login; else the desk, for the session with this secret, or what is a player's own."""
    found = visit.reader.services.sessions.find(token)
    own = "/play" if found is not None and found.key.role == "player" else "/desk"
    answer = sent_to(_THEN.get(_then(visit), own))
    cookies.keep(answer, visit.request, token)
    return answer


def entered_by_code(visit: Visit, code: str, template: str, then: str) -> Response:
    """That page, for the session of anyone who shows the code of a link, once; where it is none, the one that asks."""
    if cookies.is_lost(visit.request):
        return login_form(visit, PLAIN)
    token = visit.reader.services.sessions.log_in(code_of(code), is_on_loopback=False)
    if token is None:
        return visit.page(template, code=code, is_refused=True, status=401)
    answer = sent_to(then)
    cookies.keep(answer, visit.request, token)
    return answer


def any_session(visit: Visit) -> Found:
    """Raises Problem (401) for anyone who has not logged in."""
    own = session_of(visit.request)
    if own is None:
        raise Problem(KEY_MISSING, "This needs a login.")
    return own


def own_session(visit: Visit) -> Found:
    """The session by which somebody ends a way in, or sees them. Raises Problem (401, 403) for anyone who has not
    logged in, or only by a mail."""
    require_more_than_mail(visit)
    return any_session(visit)


def is_fresh(visit: Visit) -> bool:
    """Whether they have just logged in, as all need who make a way in; a key that is sent is shown each time."""
    own = session_of(visit.request)
    return own is None or visit.reader.services.sessions.is_fresh(own)


def fresh_session(visit: Visit) -> Found:
    """The session by which somebody makes another way in. Raises Problem as for an own one, and 403 where it began long
    ago: it may be a browser that was left open."""
    own = own_session(visit)
    if not is_fresh(visit):
        raise Problem(LOGIN_OLD, "You logged in more than an hour ago.")
    return own


def _then(visit: Visit) -> str:
    """The page that follows the login, as its form says."""
    return visit.said("then") if isinstance(visit, FormVisit) else ""


def require_more_than_mail(visit: Visit) -> None:
    """Raises Problem (403) where a link in a mail has let somebody in."""
    if visit.reader.caller.only_plays:
        raise Problem(ONLY_PLAYS, "You logged in by a link in a mail.")
