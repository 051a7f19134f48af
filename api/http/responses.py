"""Answers: JSON bodies, problems, and the headers that go with them."""

from collections.abc import Mapping
from typing import Any

import orjson
from pydantic import BaseModel
from starlette.responses import Response

from api.http.problems import MEDIA_TYPE, HttpProblem

POSITION = "Scoresheet-Position"
INCOMPLETE = "Scoresheet-Incomplete"
BEHIND = "Scoresheet-Behind"
"""Of a read that does not show its reader's own newest command yet: the position of that."""
REPLAYED = "Idempotent-Replayed"
RETRY_SECONDS = "1"
TEXT = "text/plain; charset=utf-8"
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
NEVER = {"Cache-Control": "no-store"}
"""Of what is stored nowhere on the way."""
A_MOMENT = {"Cache-Control": "public, max-age=5"}
_VARYING = {"Cache-Control": "no-cache", "Vary": "Authorization"}


def json_answer(body: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON answer; models are written as pydantic writes them."""
    return bytes_answer(json_of(body), status, headers)


def json_of(body: object) -> bytes:
    """The body as JSON; models are written as pydantic writes them."""
    return orjson.dumps(body, default=_plain)


def bytes_answer(content: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer of what is JSON already."""
    return Response(content, status, {**_VARYING, **(headers or {})}, "application/json")


def document_answer(content: bytes, media_type: str, headers: Mapping[str, str]) -> Response:
    """A document that is no JSON."""
    return Response(content, 200, {**_VARYING, **headers}, media_type)


def not_modified(headers: Mapping[str, str]) -> Response:
    """304: the reader has it already."""
    return Response(status_code=304, headers={**_VARYING, **headers})


def problem_answer(
    kind: HttpProblem, detail: str, facts: Mapping[str, object], headers: Mapping[str, str] | None = None
) -> Response:
    """A problem (RFC 9457). What is in `facts` can't take the place of the members that every problem has."""
    body = {
        **facts,
        "type": kind.type,
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
        "rule": kind.rule,
        "advice": kind.advice,
    }
    further = {"Retry-After": RETRY_SECONDS} if kind.status in (429, 503) else {}
    if facts.get("incomplete"):
        further[INCOMPLETE] = "true"
    content = orjson.dumps(body, default=str)
    return Response(content, kind.status, {**NEVER, **further, **(headers or {})}, MEDIA_TYPE)


def _plain(value: object) -> Any:  # noqa: ANN401 -- what orjson asks for
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    raise TypeError(f"no JSON for {type(value).__name__}")
