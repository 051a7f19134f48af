"""The table of visibility: of every read, and of what answers every command, preview and calculation, every field with
who it is for; and every fact of a problem.

It is made from the routes and the marks that fields bear, once, as the application starts; what doesn't say who sees it
fails the start.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_args, get_origin

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel

from api.documents.withholding import kinds_in
from api.http.read_requests import Reads
from domain.kernel.personal_text import Sealed, sealed_fields
from domain.kernel.visibility import PUBLIC, Part, audiences, blank, mark_of, marks

Fields = Mapping[str, Part]
"""By a field's place in the document, such as `items[].statements[].text`, who it is for."""


def table_of(routes: Iterable[object]) -> Mapping[str, Fields]:
    """By each read's path, the fields of its document. Raises ValueError where one doesn't say who sees it, or can't be
    left blank for those who don't."""
    return {route.path: dict(_fields_of(route)) for route in _answering(routes) if "GET" in (route.methods or ())}


def answers_of(routes: Iterable[object]) -> Mapping[str, Fields]:
    """By the path of what is sent, the fields of the document that answers it. Raises ValueError as `table_of` does,
    and where a kind of answer neither has `SEEN` nor marks on all its fields."""
    return {route.path: dict(_fields_of(route)) for route in _answering(routes) if "GET" not in (route.methods or ())}


def _answering(routes: Iterable[object]) -> Iterator[APIRoute]:
    return (one for one in routes if isinstance(one, APIRoute) and one.response_model is not None)


def audience_of(route: APIRoute) -> Part:
    """The audience of a read: what its dependency says; without one it shows nothing but what is the same for all."""
    return next((one.call.audience for one in _dependencies(route.dependant) if isinstance(one.call, Reads)), PUBLIC)


def _dependencies(dependant: Dependant) -> Iterator[Dependant]:
    for one in dependant.dependencies:
        yield one
        yield from _dependencies(one)


def _fields_of(route: APIRoute) -> Iterator[tuple[str, Part]]:
    for kind in kinds_in(route.response_model):
        if "GET" not in (route.methods or ()):
            audiences(kind)
        yield from _fields(kind, audience_of(route), ())


@cache
def _fields(kind: type[BaseModel], audience: Part, around: tuple[type[BaseModel], ...]) -> Sequence[tuple[str, Part]]:
    """The fields of a value of that kind, and of those in it; a kind inside itself is told once. Many documents hold
    the same kinds."""
    found: list[tuple[str, Part]] = []
    for name, field in kind.model_fields.items():
        seen, within = audience & marks(kind)[name], f"{name}{_within(field.annotation)}"
        if audience & Part.ANYBODY and name in sealed_fields(kind) and mark_of(field) is None:
            raise ValueError(f"{kind.__name__}.{name} is text about persons, and says not who sees it: mark it")
        if seen != audience:
            blank(field)
        found.append((name, seen))
        for inner in kinds_in(field.annotation):
            if inner is not Sealed and inner not in (*around, kind):
                own = seen & getattr(inner, "SEEN", PUBLIC)
                found += [(f"{within}.{place}", part) for place, part in _fields(inner, own, (*around, kind))]
    return found


def _within(annotation: Any) -> str:  # noqa: ANN401 -- any type
    """The rest of a place below a list or a mapping."""
    if get_origin(annotation) is tuple or annotation is list:
        return "[]"
    if get_origin(annotation) is dict:
        return "{}"
    return next((found for one in get_args(annotation) if (found := _within(one))), "")


def restricted(fields: Fields, audience: Part) -> dict[Part, list[str]]:
    """The fields that are not for all who the read is for, by whom they are for; what is in such a field and is
    for the same is not told again."""
    found: dict[Part, list[str]] = {}
    for place, seen in fields.items():
        around = place.rpartition(".")[0].removesuffix("[]").removesuffix("{}")
        if seen != fields.get(around, audience):
            found.setdefault(seen, []).append(place)
    return found
