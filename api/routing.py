"""Routes that take the query parameters they declare, once each, and no others."""

from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from api.problems import INPUT_INVALID, Problem

_SHOWN = 60


class StrictRoute(APIRoute):
    """A misspelt parameter is refused, not passed over."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        declared = frozenset(field.alias for field in self.dependant.query_params)

        async def checked(request: Request) -> Response:
            if request.scope["query_string"]:
                _require_declared(request, declared)
            return await handle(request)

        return checked


def _require_declared(request: Request, declared: frozenset[str]) -> None:
    given = Counter(name for name, _ in request.query_params.multi_items())
    wrong = [name for name, times in given.items() if name not in declared or times > 1]
    if wrong:
        errors = [
            {"in": "query", "pointer": f"/{name[:_SHOWN]}", "message": _why(name, declared)}
            for name in wrong[:20]
        ]
        raise Problem(INPUT_INVALID, f"{len(wrong)} query parameters are not allowed.", errors=errors)


def _why(name: str, declared: frozenset[str]) -> str:
    return "is given more than once" if name in declared else "is no parameter of this address"


def new_router(tag: str, prefix: str = "/v1") -> APIRouter:
    """A router whose routes are strict; `tag` groups them in the documentation."""
    return APIRouter(prefix=prefix, tags=[tag], route_class=StrictRoute)
