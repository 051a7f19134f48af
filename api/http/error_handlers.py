"""How what goes wrong becomes a problem: one handler per kind of exception."""

import logging
import re
from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

import psycopg
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match

from api.http.addresses import Addresses
from api.http.bodies import invalid_input
from api.http.callers import settled
from api.http.own_writes import behind
from api.http.problems import (
    BODY_MALFORMED,
    FAULT,
    HEADER_MALFORMED,
    LOG_HELD,
    METHOD_NOT_ALLOWED,
    ONLY_PLAYS,
    READ_TOO_LONG,
    ROLE_INSUFFICIENT,
    ROUTE_UNKNOWN,
    UNAVAILABLE,
    UNREADABLE,
    HttpProblem,
    Problem,
    of_type,
)
from api.http.request_ids import HEADER, request_id
from api.http.responses import RETRY_SECONDS, problem_answer
from api.http.services import services_of
from domain.journal.abandonment import Abandoned, BudgetSpent
from domain.journal.errors import Corrupt, Unavailable, Unfolded
from domain.kernel.ids import UUID_PATTERN
from domain.kernel.refusal import Refused
from domain.problems.keys import KEY_NOT_ITS_OWN
from domain.problems.tournament import NOT_ALLOWED
from projections.queries.log.held import Held

ToldOf = Callable[[Request, Refused], tuple[str, Mapping[str, object]]]

logger = logging.getLogger(__name__)

AWAY: tuple[type[Exception], ...] = (Unavailable, psycopg.OperationalError, psycopg.InterfaceError)
"""What is raised while the database does not answer."""
_LATER = {"Retry-After": RETRY_SECONDS}
MENDING_SECONDS = "60"
"""Somebody has to do it."""
_PERSON = re.compile(f"[Pp]erson ({UUID_PATTERN.strip('^$')})")
_OF_OFFICES = (NOT_ALLOWED, KEY_NOT_ITS_OWN)
"""What is refused to anyone who is not of the staff."""
_BY_STATUS = {404: ROUTE_UNKNOWN, 405: METHOD_NOT_ALLOWED}


def install(app: FastAPI, told_of: ToldOf) -> None:
    """Lets the application answer every exception with a problem; `told_of` gives the sentence and the facts of a
    refusal as its sender is shown them."""
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(Refused, partial(_answer_refusal, told_of))
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    for unavailable in AWAY:
        app.add_exception_handler(unavailable, _unavailable)
    for unreadable in (Corrupt, Unfolded):
        app.add_exception_handler(unreadable, _unreadable)
    app.add_exception_handler(Abandoned, _answer_nobody)
    for spent in (BudgetSpent, psycopg.errors.QueryCanceled):
        app.add_exception_handler(spent, _too_long)
    app.add_exception_handler(Exception, _fault)


async def _problem(request: Request, problem: Any) -> Response:  # noqa: ANN401 -- starlette's handlers take any exception
    if problem.kind is ROLE_INSUFFICIENT and _only_plays(request):
        return problem_answer(ONLY_PLAYS, problem.detail, problem.facts)
    headers = {**(problem.headers or {}), **behind(request)}
    return problem_answer(problem.kind, problem.detail, problem.facts, headers)


async def _answer_refusal(told_of: ToldOf, request: Request, refused: Any) -> Response:  # noqa: ANN401 -- likewise
    detail, facts = await run_in_threadpool(told_of, request, refused)
    kind = ONLY_PLAYS if refused.problem in _OF_OFFICES and _only_plays(request) else of_type(refused.problem)
    return problem_answer(kind, await run_in_threadpool(_naming, request, detail), facts, behind(request))


def _only_plays(request: Request) -> bool:
    """Whether its sender came in by a mail: then it may be theirs to do, and not by this login."""
    caller = settled(request)
    return caller is not None and caller.only_plays


def _naming(request: Request, detail: str) -> str:
    """Names the persons in a refusal. The decision knows no names, and a refusal may be stored: persons are named as it
    is told."""
    persons = _PERSON.findall(detail)
    caller = getattr(request.state, "caller", None)
    to_all = caller is None or not caller.is_told_names
    names = services_of(request).names(persons, to_all=to_all) if persons else {}
    return _PERSON.sub(lambda found: names.get(found[1], found[0]), detail)


async def _invalid(_: Request, invalid: Any) -> Response:  # noqa: ANN401 -- likewise
    errors = [error | {"in": str(error["loc"][0]), "loc": error["loc"][1:]} for error in invalid.errors()]
    header = next((error for error in errors if error["in"] == "header"), None)
    if header is not None:
        name = str(header["loc"][0])
        return problem_answer(HEADER_MALFORMED, f"{name} {header['msg'].lower()}.", {"header": name})
    problem = invalid_input("query", errors)
    return problem_answer(problem.kind, problem.detail, problem.facts)


async def _http(request: Request, error: Any) -> Response:  # noqa: ANN401 -- likewise
    kind = _BY_STATUS.get(error.status_code) or _problem_of(error.status_code)
    headers = {"Allow": ", ".join(_allowed_methods(request))} if kind is METHOD_NOT_ALLOWED else error.headers
    return problem_answer(kind, kind.title + ".", {}, headers)


def _allowed_methods(request: Request) -> list[str]:
    """Every method that some route takes at this address; whatever allows GET allows HEAD (RFC 9110, 9.3.2)."""
    addresses: Addresses = request.app.state.addresses
    routes = [one for one in addresses.routes_at(request.scope) if one.matches(request.scope)[0] is not Match.NONE]
    methods = {method for route in routes for method in getattr(route, "methods", None) or ()}
    return sorted(methods | {"HEAD"} if "GET" in methods else methods)


def _problem_of(status: int) -> HttpProblem:
    """The problem of what the framework itself refuses: requests that can't be read."""
    base = BODY_MALFORMED if status < 500 else FAULT
    return HttpProblem(base.slug, status, HTTPStatus(status).phrase, base.advice)


async def _unavailable(request: Request, error: Any) -> Response:  # noqa: ANN401 -- likewise
    held = await run_in_threadpool(_hold_reason, request)
    if held is not None:
        return problem_answer(LOG_HELD, held.detail, {}, {"Retry-After": MENDING_SECONDS})
    logger.warning("unavailable: %s", " ".join(str(error).split()))
    return problem_answer(UNAVAILABLE, "Whether the command was carried out shows when it is sent again.", {})


def _hold_reason(request: Request) -> Held | None:
    """Why nothing is appended, where that is so and the database tells it."""
    try:
        return services_of(request).readings.hold_reason()
    except AWAY:
        return None


async def _unreadable(_: Request, error: Any) -> Response:  # noqa: ANN401 -- likewise
    """Answers a body that can't be read, and logs nothing of it: it may be text about a person."""
    logger.error("unreadable: %s", type(error).__name__)
    facts, headers = {"incomplete": True}, {"Retry-After": MENDING_SECONDS}
    return problem_answer(UNREADABLE, "All else goes on; of this nothing is lost.", facts, headers)


async def _too_long(_: Request, __: Exception) -> Response:
    return problem_answer(READ_TOO_LONG, "It was given up, so that others are not kept waiting.", {}, _LATER)


async def _answer_nobody(_: Request, __: Exception) -> Response:
    """Nobody reads it."""
    return problem_answer(UNAVAILABLE, "The sender has left.", {})


async def _fault(_: Request, __: Exception) -> Response:
    """The server logs the exception with its traceback; nothing of it is shown."""
    return problem_answer(FAULT, "Something went wrong that nobody foresaw.", {}, {HEADER: request_id.get()})
