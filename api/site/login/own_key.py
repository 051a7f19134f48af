"""The page that a link to a new key opens: it exchanges the key by its code, and shows the new one, once.

Key and code stand behind `#` in the address, which browsers send to nobody: so no log and no other site is told them.
The page's script puts them into the form, and draws the new key; without it the link is pasted there, and the new key
is the one that the service has drawn for this page. Either is sent in the form, with which it is let in however often
it is sent again: a lost answer loses nothing. Opening the page does nothing, since programs that look at links in
messages open them too.
"""

import re
from dataclasses import replace

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http.api_keys import drawn_key
from api.http.callers import Caller
from api.http.responses import NEVER
from api.http.sessions import cookies
from api.site.frame.forms import Answered, FormSent, FormVisit, once
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.login.entering import require_more_than_mail

router = new_pages()

_LINK = re.compile(r"(?P<key>scoresheet_[0-9a-f]{16}_[0-9a-f]{64})\.(?P<code>[0-9a-f]{64})\s*\Z")
_HEADERS = {**NEVER, "Referrer-Policy": "no-referrer"}
_UNAVAILABLE = 500


@router.get("/login/key")
def show_key_form(visit: Visiting) -> Response:
    """Where a key that somebody else has made is exchanged."""
    return _show_page(visit, {"successor": drawn_key(), "once": once()})


@router.post("/login/key")
async def take_key(visit: FormSent) -> Response:
    """Exchanges the key of the link for the one that the form names, and shows that."""
    require_more_than_mail(visit)
    own, given = visit.said("successor"), _LINK.search(visit.said("link"))
    again = {"successor": own, "once": visit.said("once")}
    if given is None:
        return _show_page(visit, {**again, "refused": "incomplete"}, 422)
    answered = await _exchange_key(visit, given["key"], {"code": given["code"], "successor": own})
    if answered is not None and answered.status >= _UNAVAILABLE:
        return _show_page(visit, {**again, "refused": "unavailable", "link": given[0]}, answered.status)
    done = answered is not None and answered.done
    # The answer to the same form may have been lost: then the new key itself is valid.
    if done or await run_in_threadpool(visit.reader.services.keys.find, own) is not None:
        return await run_in_threadpool(_let_in, visit, own)
    return _show_page(visit, {**again, "refused": "used"}, 401)


def _let_in(visit: FormVisit, own: str) -> Response:
    """The page that shows the new key, once, for a session that stands for it: anyone who took it need not type it."""
    token = None if cookies.is_lost(visit.request) else visit.reader.services.sessions.begin(own)
    answer = _show_page(visit, {"taken": own, "is_in": token is not None})
    if token is not None:
        cookies.keep(answer, visit.request, token)
    return answer


async def _exchange_key(visit: FormVisit, shown: str, body: Json) -> Answered | None:
    """What the exchange is answered; None where the key of the link is not valid, or no more."""
    key = await run_in_threadpool(visit.reader.services.keys.find, shown)
    if key is None:
        return None
    holder = replace(visit, reader=replace(visit.reader, caller=Caller(key, shown)))
    return await holder.sends("/v1/keys/exchange", body)


def _show_page(visit: Visit, told: Json, status: int = 200) -> Response:
    nothing = {"is_in": False, "taken": None, "refused": None, "link": ""}
    answer = visit.page("login/own_key.html", status=status, **{**nothing, **told})
    answer.headers.update(_HEADERS)
    return answer
