"""Reads that go by their address alone where nobody in particular asks: made once for all who ask at the same time.

A hall does that after each result. Nobody is given what was begun before tables had moved on to what they were told of.
"""

from collections.abc import Hashable, Mapping
from functools import partial

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from api.http.command_requests import list_header
from api.http.concurrency_limit import place_of
from api.http.etags import unchanged
from api.http.responses import POSITION, not_modified
from api.http.routing import Handler, StrictRoute
from api.http.services import services_of
from api.queries.news import News

HAS = b"if-none-match"
_NAMING = {b"authorization", POSITION.lower().encode()}
_TOLD_BY = (b"accept", b"host")
"""The headers that such an answer goes by."""


class SharedReadRoute(StrictRoute):
    """A read of the public. With parameters, a key, or a position that is to be waited for, each is made by itself."""

    def get_route_handler(self) -> Handler:
        """The handler of a request. Raises Problem."""
        handle = super().get_route_handler()

        async def together(request: Request) -> Response:
            if request.scope["query_string"] or not names_nobody(request.scope):
                return await handle(request)
            place_of(request.scope).take()
            news: News = request.app.state.table_news
            news.begin(services_of(request).readings.listen)
            made = partial(handle, without_what_they_have(request))
            return _for_one(request, await news.together(_key_of(news, request.scope), made))

        return together


def shared_reads(*tags: str) -> APIRouter:
    """A router whose reads are made once for all who ask for the same at the same time."""
    return APIRouter(prefix="/v1", tags=list(tags), route_class=SharedReadRoute)


def names_nobody(scope: Scope) -> bool:
    """Whether the request has no key, and no position that is to be waited for. A session is seen by its cookie."""
    return scope["method"] == "GET" and not any(name in _NAMING for name, _ in scope["headers"])


def without_what_they_have(request: Request, **further: object) -> Request:
    """The same request of one who has nothing of the answer yet, with more in its scope."""
    headers = [each for each in request.scope["headers"] if each[0] != HAS]
    return Request({**request.scope, "headers": headers, **further}, request.receive)


def _key_of(news: News, scope: Scope) -> Hashable:
    told = tuple(each for each in scope["headers"] if each[0] in _TOLD_BY)
    return SharedReadRoute, news.edition, scope["scheme"], scope["raw_path"], told


def _for_one(request: Request, answer: Response) -> Response:
    """The answer to one of them, 304 to anyone who has it: what is told beside it on the way is told to each. Raises
    Problem (400)."""
    tag = answer.headers.get("etag")
    if tag is not None and unchanged(list_header(request, HAS.decode()), tag):
        return not_modified(_but_of_content(answer.headers))
    own = Response(answer.body, answer.status_code)
    own.raw_headers = list(answer.raw_headers)
    return own


def _but_of_content(headers: Mapping[str, str]) -> dict[str, str]:
    return {
        name: value for name, value in headers.items() if not name.startswith("content-") or name.endswith("location")
    }
