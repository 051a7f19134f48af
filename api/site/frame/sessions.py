"""Who visits: anyone who the session in their browser stands for, or the key that they send; else nobody in
particular."""

from contextlib import suppress

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from api.http.callers import Caller, settle, settled
from api.http.concurrency_limit import is_placed, place_of
from api.http.error_handlers import AWAY
from api.http.problems import Problem
from api.http.services import services_of
from api.http.sessions import cookies
from api.http.sessions.store import Found
from domain.kernel.envelope import Role

_SAFE = ("GET", "HEAD")


async def know_by_session(request: Request) -> None:
    """Says whose request it is. Who sends a key is known by that. Raises Problem (403) for a form that no page of this
    service has sent."""
    if "authorization" in request.headers:
        return
    if request.method not in _SAFE:
        cookies.require_own_page(request)
    token = cookies.token_in(request)
    if token is None:
        return
    async with place_of(request.scope).before_the_key_is_known():
        found = await run_in_threadpool(services_of(request).sessions.find, token)
    if found is not None:
        request.state.session = found
        settle(request, Caller(found.key, found.token))


async def role_of(request: Request) -> Role | None:
    """The role of anyone who has met with a problem, so that its page has their menu. None: nobody in particular, or it
    can't be told."""
    if settled(request) is None and is_placed(request.scope):
        with suppress(Problem, *AWAY):
            await know_by_session(request)
    caller = settled(request)
    return None if caller is None else caller.role


def session_of(request: Request) -> Found | None:
    """The session that the request was sent with."""
    found: Found | None = getattr(request.state, "session", None)
    return found
