"""Routes of pages, and which addresses are theirs: all but those of the API and of its documentation."""

from inspect import isasyncgenfunction, iscoroutinefunction
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from api.http.routing import Handler, StrictRoute, asking_once

_OF_THE_API = ("/v1", "/docs", "/openapi.json", "/asyncapi.json", "/health", "/ready", "/metrics")


class PageRoute(StrictRoute):
    """A field of a form that was left empty says nothing, and neither does a parameter that the page does not know: a
    link that is shared gets some from those who pass it on."""

    def known_query(self, query: bytes) -> bytes:
        """The query's parameters for the page."""
        said = parse_qsl(query.decode("latin-1"), encoding="latin-1")
        return urlencode([one for one in said if one[0] in self.declared], encoding="latin-1").encode("latin-1")

    def get_route_handler(self) -> Handler:
        """The handler of a request. Raises Problem."""
        # Streams and forms see what changes meanwhile.
        if self.methods == {"GET"} and not (iscoroutinefunction(self.endpoint) or isasyncgenfunction(self.endpoint)):
            self.dependant.call = asking_once(self.endpoint)
        handle = super().get_route_handler()

        async def with_known(request: Request) -> Response:
            request.scope["query_string"] = self.known_query(request.scope["query_string"])
            return await handle(Request(request.scope, request.receive))

        return with_known


def new_pages() -> APIRouter:
    """A router for pages. They are no part of the API's description."""
    return APIRouter(route_class=PageRoute, include_in_schema=False)


def is_page(path: str) -> bool:
    """Whether what is at that path is told as a page, be it only that nothing does."""
    return not any(path == one or path.startswith(f"{one}/") for one in _OF_THE_API)
