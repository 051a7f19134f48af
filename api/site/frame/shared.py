"""Pages that everybody is shown alike: made once for all who ask at the same time, as a hall does after each result.

What is kept for those who ask again is handed out before anything else of the request is looked at, so that a hall
costs the others next to nothing; and few of them are made at once, so that no other page waits for all of them.
"""

from collections.abc import Hashable
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from api.http.command_requests import list_header
from api.http.concurrency_limit import place_of
from api.http.etags import unchanged
from api.http.problems import Problem
from api.http.routing import Handler
from api.http.services import services_of
from api.http.sessions import cookies
from api.queries.news import News
from api.queries.shared_reads import HAS, names_nobody, without_what_they_have
from api.site.frame.routing import PageRoute
from api.site.frame.visit import ANSWERS

KEPT_SECONDS = 5.0
"""For how long a page is kept for those who open ones ask for it again, unless something happens."""
_AGAIN = b"hx-request"
"""The header of those who ask again, since they were told that something has: they were told how far, too."""
_TOLD_BY = (_AGAIN, b"host", b"cookie", b"accept-language", b"accept-encoding")
"""The headers that an answer to somebody who is nobody in particular goes by."""
_OF_CONTENT = (b"content-length", b"content-type", b"content-encoding")


@dataclass(frozen=True, slots=True)
class Page:
    """A page that was made, and the route that it was asked by."""

    answer: Response
    route: Any

    def for_one(self, scope: Scope) -> Response:
        """The answer to one of them, 304 to anyone who has it: what is told beside it on the way is told to each.
        Raises Problem (400) where their If-None-Match can't be read."""
        own = copy(self.answer)
        own.raw_headers = list(own.raw_headers)
        tag = own.headers.get("etag")
        if tag is not None and unchanged(list_header(Request(scope), HAS.decode()), tag):
            own.status_code, own.body = 304, b""
            own.raw_headers = [each for each in own.raw_headers if each[0] not in _OF_CONTENT]
        return own


class KeptPages:
    """Answers anyone who asks again with the page that is kept, all others by `app`; plain ASGI."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        page, answer = _kept_page(scope), None
        with suppress(Problem):  # which the application answers with a page
            answer = page.for_one(scope) if page else None
        if page is None or answer is None:
            await self._app(scope, receive, send)
        else:
            scope["route"] = page.route
            await answer(scope, receive, send)


def _kept_page(scope: Scope) -> Page | None:
    if scope["type"] != "http" or not _asks_again(scope) or not names_nobody(scope):
        return None
    news: News = scope["app"].state.table_news
    page = news.kept((news.edition, *_page_key(scope)))
    return page if isinstance(page, Page) else None


class SharedPageRoute(PageRoute):
    """A page that goes by who asks in nothing but what they may see, and by the address."""

    def get_route_handler(self) -> Handler:
        """The handler of a request. Raises Problem."""
        handle = super().get_route_handler()

        async def made(request: Request, news: News) -> Page:
            async with news.places:
                return Page(await handle(_whole(request, news)), self)

        async def together(request: Request) -> Response:
            if not names_nobody(request.scope) or cookies.token_in(request) is not None:
                return await handle(request)
            place_of(request.scope).take()
            news: News = request.app.state.table_news
            news.begin(services_of(request).readings.listen)
            keep = KEPT_SECONDS if _asks_again(request.scope) else 0.0
            request.scope["query_string"] = self.known_query(request.scope["query_string"])
            asked = (news.edition, *_page_key(request.scope))
            page = await news.together(asked, partial(made, request, news), keep)
            return page.for_one(request.scope)

        return together


def shared_pages() -> APIRouter:
    """A router for pages that are made once for all who ask for the same at the same time."""
    return APIRouter(route_class=SharedPageRoute, include_in_schema=False)


def _asks_again(scope: Scope) -> bool:
    return any(name == _AGAIN for name, _ in scope["headers"])


def _page_key(scope: Scope) -> tuple[Hashable, ...]:
    """The key that the answer goes by."""
    told = tuple(each for each in scope["headers"] if each[0] in _TOLD_BY)
    return (scope["scheme"], scope["raw_path"], scope["query_string"], told)


def _whole(request: Request, news: News) -> Request:
    """The same request of one who has nothing of the page yet. Those who ask again look at much the same, each at
    another page."""
    further = {ANSWERS: news.answers(KEPT_SECONDS)} if _asks_again(request.scope) else {}
    return without_what_they_have(request, **further)
