"""What does not change while the service runs: rating classes, permitted sanctions, kinds of problems."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

from fastapi import Query
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from api.documents.lists import Page, whole_list
from api.documents.ratings import RatingClassDocument
from api.documents.service import ProblemKind
from api.http import parameters
from api.http.problems import CATALOGUE, PROBLEM_UNKNOWN, HttpProblem, Problem
from api.http.read_requests import known_by_bytes
from api.http.responses import json_answer
from api.http.routing import new_router
from domain.officiating.sanction_catalogue import CATALOGUE as SANCTIONS
from domain.officiating.sanction_catalogue import NEWEST, Edition, SanctionRule
from domain.rating.classes import CLASSES
from domain.tournament.presets.preset import Preset
from domain.tournament.presets.registry import PRESETS
from projections.views.ratings import points

router = new_router("reference")


def _list_answer(request: Request, items: Sequence[BaseModel]) -> Response:
    """What the program itself knows changes with the program alone."""
    return known_by_bytes(request, json_answer(whole_list(items)))


@router.get("/presets", response_model=Page[Preset])
def list_presets(request: Request) -> Response:
    """List the words that announce a tournament as one of the sources has it (TD-21)

    With `preset` an announcement takes all that it does not say itself from here; the event then holds everything.
    """
    return _list_answer(request, list(PRESETS.values()))


@router.get("/rating-classes", response_model=Page[RatingClassDocument])
def list_rating_classes(request: Request) -> Response:
    """List the rating classes, the highest first (ELO-9)"""
    classes = [
        RatingClassDocument(name=each.name, lowest=None if each.lowest is None else points(each.lowest))
        for each in CLASSES
    ]
    return _list_answer(request, classes)


@router.get("/sanctions-catalogue", response_model=Page[SanctionRule])
def list_sanctions_catalogue(
    request: Request,
    edition: Annotated[Edition, Query(description="The edition of the rules; left out, the newest.")] = NEWEST,
) -> Response:
    """List which sanctions an edition of the federation's rules permits, clause by clause (TD-22)

    The mildest first. `breaches` are the clauses whose breach a line is for; `after_warning` are sanctions that a
    warning comes before, `exceptional` those for exceptional circumstances; where `for_good` is false nobody is banned
    without an end. A ruling may name any of these clauses, or a section that holds them. What it orders beyond that is
    flagged, not refused: as `not-permitted`, `for-good`, `no-warning-before`, or, under a clause that nothing here
    covers, `unlisted-clause`.
    """
    return _list_answer(request, list(SANCTIONS[edition]))


@router.get("/problems", response_model=Page[ProblemKind])
def list_problems(request: Request) -> Response:
    """List the kinds of problems there are"""
    return _list_answer(request, [_kind(kind) for kind in CATALOGUE.kinds.values()])


@router.get("/problems/{slug}", response_model=ProblemKind)
def read_problem(slug: parameters.Slug) -> Response:
    """Read about a kind of problem: what it means, by which rule, and what to do

    The `type` of every problem leads here.
    """
    kind = CATALOGUE.kinds.get(slug)
    if kind is None:
        raise Problem(PROBLEM_UNKNOWN, f"There is no kind of problem called {slug}.")
    return json_answer(_kind(kind))


def _kind(kind: HttpProblem) -> ProblemKind:
    return ProblemKind(**asdict(kind), type=kind.type)
