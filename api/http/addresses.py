"""Which routes can be at an address: a few of the hundreds that each request would be held against one by one."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter
from starlette.routing import BaseRoute
from starlette.types import Receive, Scope, Send

from api.documents.csv_form import ENDING

_REST = ":path}"
"""Of a parameter that takes all further parts of the address."""


@dataclass(slots=True)
class _Place:
    """A part of addresses: what follows by the words that are there, what follows any, and the routes that end here."""

    words: "dict[str, _Place]" = field(default_factory=dict)
    anything: "_Place | None" = None
    routes: list[int] = field(default_factory=list)
    routes_below: list[int] = field(default_factory=list)

    def after(self, part: str) -> "_Place":
        """Where a route goes on behind that part, which is a word or has a parameter in it."""
        if "{" not in part:
            return self.words.setdefault(part.removesuffix(ENDING), _Place())
        self.anything = self.anything or _Place()
        return self.anything

    def reached(self, part: str) -> "Iterable[_Place]":
        """Where a request's address may go on."""
        found = (self.words.get(part), self.anything)
        return (one for one in found if one is not None)


class Addresses:
    """Routes by the parts of their addresses. It takes the place of a router's own search, which asks each route."""

    def __init__(self, router: APIRouter) -> None:
        self._router = router
        self._begin = _Place()
        self._routers: dict[tuple[int, ...], APIRouter] = {}
        for number, route in enumerate(router.routes):
            self._add(number, getattr(route, "path", None))

    def _add(self, number: int, path: str | None) -> None:
        """A route without an address of its own may be anywhere."""
        place, parts = self._begin, [_REST] if path is None else path.split("/")
        for part in parts:
            if _REST in part:
                place.routes_below.append(number)
                return
            place = place.after(part)
        place.routes.append(number)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hands the request to the route that it is for, as the router does."""
        scope.setdefault("router", self._router)
        await self._router_at(scope).app(scope, receive, send)

    def routes_at(self, scope: Mapping[str, Any]) -> Sequence[BaseRoute]:
        """The routes that may be at that address, in the order in which they are asked."""
        return self._router_at(scope).routes

    def _router_at(self, scope: Mapping[str, Any]) -> APIRouter:
        if scope["type"] != "http" or scope.get("root_path"):
            return self._router
        numbers = self._numbers_at(scope["path"])
        if numbers not in self._routers:
            self._routers[numbers] = self._with_routes(numbers)
        return self._routers[numbers]

    def _numbers_at(self, path: str) -> tuple[int, ...]:
        places, found = [self._begin], list(self._begin.routes_below)
        for part in path.removesuffix(ENDING).split("/"):
            if not places:
                break
            places = [one for place in places for one in place.reached(part)]
            found += (number for place in places for number in place.routes_below)
        return tuple(sorted({*found, *(number for place in places for number in place.routes)}))

    def _with_routes(self, numbers: Iterable[int]) -> APIRouter:
        """The router, with none but these routes."""
        router = copy(self._router)
        router.routes = [self._router.routes[number] for number in numbers]
        return router
