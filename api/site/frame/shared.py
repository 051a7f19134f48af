"""Pages that everybody is shown alike: made once for all who ask at the same time, as a hall does after each result."""

from collections.abc import Hashable
from copy import copy

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from api.http.concurrency_limit import place_of
from api.http.responses import POSITION
from api.http.routing import Handler
from api.http.services import services_of
from api.http.sessions import cookies
from api.queries.news import News
from api.site.frame.routing import PageRoute

KEPT_SECONDS = 5.0
"""For how long a page is kept for those who open ones ask for it again, unless something happens."""
_AGAIN = "hx-request"
"""The header of those who ask again, since they were told that something has: they were told how far, too."""
_TOLD_BY = (_AGAIN, "host", "cookie", "accept-language", "accept-encoding", "if-none-match")
"""The headers that an answer to somebody who is nobody in particular goes by."""


class SharedPageRoute(PageRoute):
    """A page that goes by who asks in nothing but what they may see, and by the address."""

    def get_route_handler(self) -> Handler:
        """How a request is handled. Raises Problem."""
        handle = super().get_route_handler()

        async def together(request: Request) -> Response:
            if not _is_of_nobody_in_particular(request):
                return await handle(request)
            place_of(request.scope).take(None)
            news: News = request.app.state.table_news
            news.begin(services_of(request).readings.listen)
            keep = KEPT_SECONDS if _AGAIN in request.headers else 0.0
            return _own(await news.together((news.reached, *_asked(request)), lambda: handle(request), keep))

        return together


def shared_pages() -> APIRouter:
    """A router for pages that are made once for all who ask for the same at the same time."""
    return APIRouter(route_class=SharedPageRoute, include_in_schema=False)


def _is_of_nobody_in_particular(request: Request) -> bool:
    """Whether the request names nobody, and no position that is to be waited for."""
    named = {"authorization", POSITION.lower()} & set(request.headers)
    return request.method == "GET" and not named and cookies.token_in(request) is None


def _asked(request: Request) -> tuple[Hashable, ...]:
    """What the answer goes by."""
    told = (request.headers.get(name) for name in _TOLD_BY)
    return (request.scope["scheme"], request.scope["raw_path"], request.scope["query_string"], *told)


def _own(answer: Response) -> Response:
    """The same answer for one of them: what is told beside it on the way is told to each."""
    own = copy(answer)
    own.raw_headers = list(answer.raw_headers)
    return own
