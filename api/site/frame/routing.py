"""Routes of pages, and which addresses are theirs: all but those of the API and of its documentation."""

from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from api.http.routing import Handler, StrictRoute

_OF_THE_API = ("/v1", "/docs", "/openapi.json", "/asyncapi.json", "/health", "/ready")


class PageRoute(StrictRoute):
    """A field of a form that was left empty says nothing."""

    def get_route_handler(self) -> Handler:
        """How a request is handled. Raises Problem."""
        handle = super().get_route_handler()

        async def without_empty(request: Request) -> Response:
            said = parse_qsl(request.scope["query_string"].decode("latin-1"), encoding="latin-1")
            request.scope["query_string"] = urlencode(said, encoding="latin-1").encode("latin-1")
            return await handle(Request(request.scope, request.receive))

        return without_empty


def new_pages() -> APIRouter:
    """A router for pages. They are no part of the API's description."""
    return APIRouter(route_class=PageRoute, include_in_schema=False)


def is_page(path: str) -> bool:
    """Whether what stands at that path is told as a page, be it only that nothing does."""
    return not any(path == one or path.startswith(f"{one}/") for one in _OF_THE_API)
