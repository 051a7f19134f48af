"""What all ways to log in begin and end with."""

from starlette.responses import Response

from api.http.problems import KEY_MISSING, Problem
from api.http.sessions import cookies
from api.http.sessions.store import Found
from api.site.frame.sessions import session_of
from api.site.frame.visit import Visit, sent_to
from api.site.login.identity import host_of
from api.site.login.passkeys import asked_to_log_in


def login_form(visit: Visit, refused: str = "") -> Response:
    """Where somebody logs in. `refused` is what was shown in vain: a key, a passkey or an account."""
    passkey, provider = asked_to_log_in(visit.request), host_of(visit.request)
    status = 401 if refused else 200
    return visit.page("login/form.html", status=status, passkey=passkey, provider=provider, refused=refused)


def entered(visit: Visit, token: str) -> Response:
    """The desk, for the session with this secret."""
    answer = sent_to("/desk")
    cookies.keep(answer, visit.request, token)
    return answer


def own_session(visit: Visit) -> Found:
    """Raises Problem (401) for whoever has not logged in."""
    own = session_of(visit.request)
    if own is None:
        raise Problem(KEY_MISSING, "This needs a login.")
    return own
