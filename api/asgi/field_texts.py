"""What the fields of an OpenAPI document mean is written into it, from `api.documents.fields`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any, get_args, get_type_hints

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import BaseModel, PlainSerializer

from api.documents.fields import TEXTS, entry_of
from api.documents.service import ProblemDocument
from api.http.command_requests import Accepts
from api.http.command_routes import CommandBody

Json = dict[str, Any]


def describe_fields(schemas: Mapping[str, Json], documents: Mapping[str, type]) -> None:
    """Each field that says nothing of itself is described as its document has it."""
    for schema, property_, told in properties(schemas):
        entry = entry_by(documents.get(schema), property_)
        if entry is not None:
            told.setdefault("description", TEXTS[entry])


def properties(schemas: Mapping[str, Json]) -> Iterator[tuple[str, str, Json]]:
    """Each schema's name, with each of its properties by name."""
    for schema, told in schemas.items():
        for property_, one in told.get("properties", {}).items():
            yield schema, property_, one


def undescribed(schemas: Mapping[str, Json]) -> list[str]:
    """The fields that nothing is said of."""
    return [f"{schema}.{property_}" for schema, property_, told in properties(schemas) if not told.get("description")]


def entry_by(document: type | None, property_: str) -> str | None:
    """The name under which a property of that document is described, None where it is not."""
    if document is None:
        return None
    names = {alias: name for name, (alias, _) in _fields(document).items()}
    meant = document.COMMAND if issubclass(document, CommandBody) else document
    return entry_of(meant, names[property_])


def documents_by_schema(app: FastAPI) -> dict[str, type]:
    """The documents that the application takes and gives, by the names of their schemas."""
    found: dict[type, None] = {}
    for annotation in _taken_and_given(app):
        _collect(annotation, found)
    return {re.sub(r"[^a-zA-Z0-9._-]", "_", document.__name__): document for document in found}


def _taken_and_given(app: FastAPI) -> Iterator[object]:
    yield ProblemDocument
    for route in app.routes:
        if isinstance(route, APIRoute):
            yield route.response_model
            yield from (each.call.model for each in route.dependant.dependencies if isinstance(each.call, Accepts))


def _collect(annotation: object, found: dict[type, None]) -> None:
    """Adds the documents that the annotation names, and those within them."""
    if not isinstance(annotation, type) or get_args(annotation):
        inner = get_args(annotation)
    elif annotation in found or not (is_dataclass(annotation) or issubclass(annotation, BaseModel)):
        inner = ()
    else:
        found[annotation] = None
        inner = tuple(kind for _, kind in _fields(annotation).values())
    for one in inner:
        _collect(one.return_type if isinstance(one, PlainSerializer) else one, found)


def _fields(document: type) -> dict[str, tuple[str, object]]:
    """The name that each field has in JSON, and what it holds, by its name."""
    if issubclass(document, BaseModel):
        return {name: (one.alias or name, one.rebuild_annotation()) for name, one in document.model_fields.items()}
    return {name: (name, kind) for name, kind in get_type_hints(document, include_extras=True).items()}
