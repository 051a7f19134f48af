"""Routes that take the query parameters they declare, once each, and no others.

Commands are handled by the shortest way: FastAPI describes them, but what it would work out again for each request,
which dependencies there are and how they are called, is known beforehand. That is a sixth of a command's time.
"""

from collections import Counter
from collections.abc import Callable, Coroutine
from functools import cached_property, wraps
from inspect import iscoroutinefunction
from typing import Any

import psycopg
from fastapi import APIRouter
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Scope

from api.documents.csv_form import ENDING, is_read_as_csv
from api.documents.nearest import meant
from api.http.command_requests import Accepts
from api.http.concurrency_limit import place_of
from api.http.own_writes import remember
from api.http.problems import INPUT_INVALID, Problem
from api.http.read_requests import Reads
from api.http.services import services_of
from domain.journal.asked_once import asked_once

_SHOWN = 60

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class StrictRoute(APIRoute):
    """A misspelt parameter is refused, not passed over. What can be read as CSV is so at its address with `.csv`."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether the request is for this route."""
        if scope["type"] == "http" and scope["path"].endswith(ENDING) and is_read_as_csv(self.dependant):
            scope = {**scope, "path": scope["path"].removesuffix(ENDING)}
        return super().matches(scope) if self._may_be_at(scope) else (Match.NONE, {})

    def _may_be_at(self, scope: Scope) -> bool:
        """False where the ends of the address, which are looked at in no time, are not the route's: each request is
        held against hundreds of routes."""
        begins, ends = self._ends_of_path
        path = scope["path"]
        return (path.startswith(begins) and path.endswith(ends)) or bool(scope.get("root_path"))

    @cached_property
    def _ends_of_path(self) -> tuple[str, str]:
        """The parts of its address before the first parameter, and behind the last."""
        return self.path_format.partition("{")[0], self.path_format.rpartition("}")[2]

    @cached_property
    def declared(self) -> frozenset[str]:
        """The query parameters that it takes."""
        parts = (self.dependant, *self.dependant.dependencies)
        return frozenset(field.alias for part in parts for field in part.query_params)

    def get_route_handler(self) -> Handler:
        """The handler of a request, once its query and its sender's place are looked at. Raises Problem."""
        handle = _command_handler(self.dependant, self.endpoint) or super().get_route_handler()
        asks_who = any(isinstance(each.call, Accepts | Reads) for each in self.dependant.dependencies)
        takes_thread = not asks_who and not iscoroutinefunction(self.endpoint)

        async def checked(request: Request) -> Response:
            if request.scope["query_string"]:
                _require_declared(request, self.declared)
            if takes_thread:
                place_of(request.scope).take()
                await place_of(request.scope).take_thread()
            return await _answer_or_repeat(handle, request)

        return checked


async def _answer_or_repeat(handle: Handler, request: Request) -> Response:
    """The answer; a read that met a broken connection is made again, once. A command is for its sender to repeat."""
    try:
        return await handle(request)
    except psycopg.errors.QueryCanceled:
        raise  # it has taken as long as one may, on a connection that is whole
    except (psycopg.OperationalError, psycopg.InterfaceError):
        if request.method != "GET":
            raise
        await run_in_threadpool(services_of(request).mend)
        return await handle(request)


def _command_handler(dependant: Dependant, endpoint: Callable[..., Response]) -> Handler | None:
    """The handler of a command; None for other routes. What `Accepts` refuses goes before what the address lacks."""
    accepts = [each.call for each in dependant.dependencies if isinstance(each.call, Accepts)]
    if not accepts:
        return None

    async def handle(request: Request) -> Response:
        incoming = await accepts[0](request)
        named = _path_values(dependant, request)
        answer = await run_in_threadpool(endpoint, incoming=incoming, **named)
        remember(request, answer, services_of(request).own_writes)
        return answer

    return handle


def _path_values(dependant: Dependant, request: Request) -> dict[str, object]:
    """The parameters in the address. Raises RequestValidationError."""
    values, errors = {}, []
    for field in dependant.path_params:
        given = request.path_params[field.alias]
        values[field.name], wrong = field.validate(given, {}, loc=("path", field.alias))
        errors += wrong
    if errors:
        raise RequestValidationError(errors)
    return values


def _require_declared(request: Request, declared: frozenset[str]) -> None:
    given = Counter(name for name, _ in request.query_params.multi_items())
    wrong = [name for name, times in given.items() if name not in declared or times > 1]
    if wrong:
        errors = [
            {"in": "query", "pointer": f"/{name[:_SHOWN]}", "message": _why(name, declared)} for name in wrong[:20]
        ]
        raise Problem(INPUT_INVALID, f"Number of query parameters that are not allowed: {len(wrong)}.", errors=errors)


def _why(name: str, declared: frozenset[str]) -> str:
    if name in declared:
        return "is given more than once"
    return f"is not a parameter of this address{meant(name, declared)}"


def asking_once(show: Callable[..., Response]) -> Callable[..., Response]:
    """The same endpoint, which asks the same question once, however many answers it puts together."""

    @wraps(show)
    def shown(**named: object) -> Response:
        with asked_once():
            return show(**named)

    return shown


def new_router(*tags: str, prefix: str = "/v1") -> APIRouter:
    """A router whose routes are strict; `tags` group them in the documentation."""
    return APIRouter(prefix=prefix, tags=list(tags), route_class=StrictRoute)
