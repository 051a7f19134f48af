"""The OpenAPI document, made from the routes.

FastAPI describes addresses, parameters and answers. Added here is what this service reads by itself: bodies, the
headers of commands and reads, problems, and which rules a route carries out, from the docstring's first line.
"""

import re
from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic.json_schema import models_json_schema

from api.asgi.field_texts import describe_fields, documents_by_schema
from api.asgi.groups import grouped
from api.asgi.once import operations, share_parameters, without_titles
from api.asgi.permitted import callers_of
from api.asgi.refusals import OF_ALL, OF_COMMANDS, slugs_of
from api.documents.csv_form import is_read_as_csv
from api.documents.service import ProblemDocument
from api.examples.answers import answers
from api.http.command_requests import Accepts
from api.http.problems import MEDIA_TYPE
from api.http.read_requests import Reads
from api.http.request_ids import HEADER as REQUEST_ID
from domain.kernel.ids import UUID_PATTERN

DESCRIPTION = """Tournaments, results and ratings of a federation, with their whole history.

Who asks is told by the header `Authorization: Bearer <key>`; `scoresheet keys make` makes keys. What is public can be
read without one.

Commands are POST requests, and PATCH requests where settings change: what is left out there stays. Each that writes
needs an `Idempotency-Key`: sent again with the same key, it gets its first answer. Calculations and previews write
nothing, and need none.
A change of something that exists needs its ETag in `If-Match`: `"person-<revision>"`, `"series-<revision>"`,
`"federation-<revision>"`, `"entry-<number>-<revision>"`, `"match-<number>-<revision>"`, likewise `dispute`, `ruling`
and `appeal`, and `"settings-<revision>"` for a tournament itself. Reading one thing gives its ETag; in
lists it is the `etag` of each, and answers to commands give the revisions. Answers carry `Scoresheet-Position`, the
log's position they were made at; a read that sends it back, with `Prefer: wait=5`, waits until it can show as much. A
read with the key or session of your last command waits for it by itself, 2 seconds at most; where it does not show it
yet, `Scoresheet-Behind` says so. A read whose answer lacks something, because an event that it is made of can't be read
until the operator has mended it, says `incomplete`, also in the header `Scoresheet-Incomplete: true`.

Each operation lists in `x-problems` the kinds of problems that it may answer with, beside those of `info`, which any
operation, or any command, may. `/v1/problems/<kind>` says what each means, and what to do. `x-callers` says who may
call it.

What has `text/csv` among its answers is read as CSV with `Accept: text/csv`, or with `.csv` at the end of its address
(RFC 4180, UTF-8). A text that a spreadsheet would take for a formula has an apostrophe before it, which an import takes
off again.
"""

Json = dict[str, Any]
_RULES = re.compile(r"\s*\((?P<rules>[A-Z]{2,3}-\d+[^()]*)\)\s*$")
_REF = "#/components/schemas/{model}"


ANSWER_HEADERS = {
    "Scoresheet-Position": "The log's position the answer was made at.",
    "Scoresheet-Incomplete": "`true` where the answer lacks something that can't be read at present.",
    "Scoresheet-Behind": "The position of your own newest command, where the answer does not show it yet. Read again.",
    "ETag": "The revision of what was read or changed.",
    "Link": 'The next page, as rel="next".',
    "Location": "Where to read what was created.",
    "Idempotent-Replayed": "`true` where the command had been accepted before.",
    REQUEST_ID: "The id of the request, which its lines in the service's log carry. Name it where you report a fault.",
}
PROBLEM = "Problem"
READ_PROBLEMS = (400, 401, 403, 404, 422, 429, 431, 503)
COMMAND_PROBLEMS = (400, 401, 403, 404, 408, 409, 412, 413, 415, 422, 428, 429, 431, 503)
PLAIN_PROBLEMS = (404, 422, 429, 431, 503)


def document(app: FastAPI) -> Json:
    """The whole document."""
    made = get_openapi(
        title=app.title, version=app.version, description=DESCRIPTION, routes=app.routes, openapi_version="3.1.0"
    )
    for route, method in _operations(app):
        _describe(made["paths"][route.path_format][method.lower()], route)
    made["components"]["schemas"] = _schemas_of(app, made["components"]["schemas"])
    made["components"]["responses"] = {PROBLEM: _problem_response()}
    made["info"]["x-problems"] = sorted(one.slug for one in OF_ALL)
    made["info"]["x-problems-of-commands"] = sorted(one.slug for one in OF_COMMANDS)
    made["servers"] = [{"url": ".", "description": "The service that this document comes from."}]
    made["paths"], made["tags"] = grouped(made["paths"])
    for operation in operations(made):
        if "parameters" in operation:
            operation["parameters"] = [_without_null(one) for one in without_titles(operation["parameters"])]
    _name_ids([made["paths"], made["components"]])
    share_parameters(made)
    made["components"]["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    made["components"]["headers"] = {
        name: {"description": text, "schema": {"type": "string"}} for name, text in ANSWER_HEADERS.items()
    }
    return made


def _schemas_of(app: FastAPI, schemas: dict[str, Json]) -> Json:
    """All schemas by name: those of bodies too, and none that the framework adds for itself."""
    schemas.update(_body_schemas(app))
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    describe_fields(schemas, documents_by_schema(app))
    found: Json = without_titles(dict(sorted(schemas.items())))
    return found


def _name_ids(part: object) -> None:
    """Each id is said to be a UUID, for clients that have a type of their own for these."""
    for one in part if isinstance(part, list) else [*part.values()] if isinstance(part, dict) else ():
        _name_ids(one)
    if isinstance(part, dict) and part.get("pattern") == UUID_PATTERN:
        part["format"] = "uuid"


def _without_null(parameter: Json) -> Json:
    """The parameter, which can be left out and never is null, and says once what it means."""
    schema = {name: one for name, one in parameter["schema"].items() if name != "description"}
    kinds = [one for one in schema.pop("anyOf", ()) if one != {"type": "null"}]
    inner = kinds[0] if len(kinds) == 1 else {"anyOf": kinds} if kinds else {}
    return {**parameter, "schema": {**inner, **schema}}


def _operations(app: FastAPI) -> Iterator[tuple[APIRoute, str]]:
    for route in app.routes:
        if isinstance(route, APIRoute) and route.include_in_schema:
            for method in sorted(route.methods or ()):
                yield route, method


def dependency(route: APIRoute, kind: type) -> Any:  # noqa: ANN401 -- of the kind asked for
    """The route's dependency of that kind, or None."""
    found = [each.call for each in route.dependant.dependencies if isinstance(each.call, kind)]
    return found[0] if found else None


def _describe(operation: Json, route: APIRoute) -> None:
    accepts = dependency(route, Accepts)
    reads = dependency(route, Reads) is not None
    operation["operationId"] = route.name
    operation["x-problems"] = slugs_of(route)
    operation["x-callers"] = callers_of(route)
    operation.update(_texts(route))
    _describe_responses(operation, accepts, reads=reads, as_csv=is_read_as_csv(route.dependant))
    operation["security"] = [{"key": []}] if accepts else [{}, {"key": []}]
    if accepts is not None:
        operation["requestBody"] = _request_body(accepts)


def _texts(route: APIRoute) -> Json:
    first, _, rest = (route.endpoint.__doc__ or route.name).partition("\n")
    found = _RULES.search(first)
    description = " ".join(rest.split())
    if found is None:
        return {"summary": first, "description": description}
    rules = [rule.strip() for rule in found["rules"].split(",")]
    named = f"Rules: {', '.join(rules)}."
    return {
        "summary": first[: found.start()],
        "description": f"{description}\n\n{named}".strip(),
        "x-rules": rules,
    }


def _describe_responses(operation: Json, accepts: "Accepts[Any] | None", *, reads: bool, as_csv: bool) -> None:
    responses = {code: answer for code, answer in operation["responses"].items() if code.startswith("2")}
    names = ["Scoresheet-Position"] if accepts or reads else []
    names += ["ETag", "Location", "Idempotent-Replayed"] if accepts and not accepts.calculates else []
    names += ["Scoresheet-Incomplete", "Scoresheet-Behind", "ETag", "Link"] if reads else []
    names.append(REQUEST_ID)
    for answer in responses.values():
        for media, content in answer.get("content", {}).items():
            content.pop("itemSchema", None)  # no word of OpenAPI 3.1, in which the stream is text
            content.setdefault("schema", {"type": "string"})
            if media == "application/json" and operation["operationId"] in answers():
                content["example"] = answers()[operation["operationId"]]
        answer["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
    if as_csv:
        responses["200"].setdefault("content", {})["text/csv"] = {"schema": {"type": "string"}}
    if reads:
        responses["304"] = {"description": "The reader has it already."}
    numbers = COMMAND_PROBLEMS if accepts else READ_PROBLEMS if reads else PLAIN_PROBLEMS
    own = [number for number in (409, 410) if str(number) in operation["responses"]]
    responses |= {str(number): {"$ref": f"#/components/responses/{PROBLEM}"} for number in (*numbers, *own)}
    operation["responses"] = responses


def _problem_response() -> Json:
    schema = {"$ref": _REF.format(model=ProblemDocument.__name__)}
    return {
        "description": "What is wrong, and what to do.",
        "headers": {REQUEST_ID: {"$ref": f"#/components/headers/{REQUEST_ID}"}},
        "content": {MEDIA_TYPE: {"schema": schema}},
    }


def _request_body(accepts: "Accepts[Any]") -> Json:
    content: Json = {"schema": {"$ref": _REF.format(model=accepts.model.__name__)}}
    if accepts.examples is not None:
        content["examples"] = {name: {"value": value} for name, value in accepts.examples.items()}
    return {"required": accepts.required, "content": {"application/json": content}}


def _body_schemas(app: FastAPI) -> Json:
    accepted = [dependency(route, Accepts) for route, _ in _operations(app)]
    models = {accepts.model.__name__: accepts.model for accepts in accepted if accepts is not None}
    wanted: list[Any] = [(model, "validation") for _, model in sorted(models.items())]
    wanted.append((ProblemDocument, "validation"))
    _, schemas = models_json_schema(wanted, ref_template=_REF)
    found: Json = schemas["$defs"]
    return found
