"""The page that a link to a new key opens: it exchanges the key by its code, and shows the new one, once.

Key and code stand behind `#` in the address, which browsers send to nobody: so no log and no other site is told them.
The page's script puts them into the form, and draws the new key; without it the link is pasted there, and the new key
is the one that the service has drawn for this page. Either is sent in the form, with which it is let in however often
it is sent again: a lost answer loses nothing. Opening the page does nothing, since programs that look at links in
messages open them too.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http.api_keys import drawn_key, id_of
from api.http.callers import Caller
from api.http.responses import NEVER
from api.http.sessions import cookies
from api.routes.federation.clubs import list_clubs
from api.site.frame.forms import Answered, FormSent, FormVisit, once
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.login.entering import require_more_than_mail
from domain.kernel.envelope import MACHINE, Role
from domain.kernel.ids import PersonId

router = new_pages()

_LINK = re.compile(r"(?P<key>scoresheet_[0-9a-f]{16}_[0-9a-f]{64})[.\s]*(?P<code>[0-9a-f]{64})\s*\Z")
_HEADERS = {**NEVER, "Referrer-Policy": "no-referrer"}
_UNAVAILABLE = 500
_KEY_ID = re.compile(r"[0-9a-f]{16}")


@router.get("/login/key")
def show_key_form(visit: Visiting, of: Annotated[str, Query(description="The id of the key.")] = "") -> Response:
    """Where a key that somebody else has made is exchanged."""
    invited = _invitation(visit, of)
    return _show_page(visit, {"successor": drawn_key(), "once": once(), "invited": invited})


@router.post("/login/key")
async def take_key(visit: FormSent) -> Response:
    """Exchanges the key of the link for the one that the form names, and shows that."""
    require_more_than_mail(visit)
    own, given = visit.said("successor"), _LINK.search(visit.said("link"))
    again = {"successor": own, "once": visit.said("once")}
    if given is None:
        return _show_page(visit, {**again, "refused": "incomplete"}, 422)
    invited = await run_in_threadpool(_invitation, visit, id_of(given["key"]))
    answered = await _exchange_key(visit, given["key"], {"code": given["code"], "successor": own})
    if answered is not None and answered.status >= _UNAVAILABLE:
        told = {**again, "refused": "unavailable", "link": given[0], "invited": invited}
        return _show_page(visit, told, answered.status)
    done = answered is not None and answered.done
    # The answer to the same form may have been lost: then the new key itself is valid.
    if done or await run_in_threadpool(visit.reader.services.keys.find, own) is not None:
        return await run_in_threadpool(_let_in, visit, own, invited)
    return _show_page(visit, {**again, "refused": "used"}, 401)


def _let_in(visit: FormVisit, own: str, invited: "Invitation | None") -> Response:
    """The page that shows the new key, once, for a session that stands for it: anyone who took it need not type it. It
    is that session's page already."""
    sessions = visit.reader.services.sessions
    token = None if cookies.is_lost(visit.request) else sessions.begin(own)
    found = None if token is None else sessions.find(token)
    if token is None or found is None:
        return _show_page(visit, {"taken": own, "invited": invited})
    inside = replace(visit, reader=replace(visit.reader, caller=Caller(found.key, token)))
    answer = _show_page(inside, {"taken": own, "invited": invited, "called": _name_of(inside, found.key.person)})
    cookies.keep(answer, visit.request, token)
    return answer


@dataclass(frozen=True, slots=True)
class Invitation:
    """The content of a link before it is used: who made the key, the clubs that they are officers of, who it is for,
    and as what."""

    by: str
    clubs: Sequence[str]
    name: str
    role: Role


def _invitation(visit: Visit, key_id: str) -> Invitation | None:
    """The one whose key has that id; None where there is none, or it has been used or ended."""
    found = visit.reader.services.keys.read((key_id,)).get(key_id) if _KEY_ID.fullmatch(key_id) else None
    if found is None or found.maker in (None, MACHINE) or not found.valid_at(visit.reader.now()):
        return None
    clubs = [one["name"] for one in visit.asks_all(list_clubs)["items"] if found.maker in one["officers"]]
    return Invitation(_name_of(visit, found.maker), clubs, _name_of(visit, found.person), found.role)


def _name_of(visit: Visit, person: PersonId | None) -> str:
    return visit.names([person])[person] if person else ""


async def _exchange_key(visit: FormVisit, shown: str, body: Json) -> Answered | None:
    """The answer to the exchange; None where the key of the link is not valid, or no more."""
    key = await run_in_threadpool(visit.reader.services.keys.find, shown)
    if key is None:
        return None
    holder = replace(visit, reader=replace(visit.reader, caller=Caller(key, shown)))
    return await holder.sends("/v1/keys/exchange", body)


def _show_page(visit: Visit, told: Json, status: int = 200) -> Response:
    nothing = {"called": None, "taken": None, "refused": None, "link": "", "invited": None}
    answer = visit.page("login/own_key.html", status=status, **{**nothing, **told})
    answer.headers.update(_HEADERS)
    return answer
