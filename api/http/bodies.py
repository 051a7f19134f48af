"""Request bodies: read up to a limit and in time, taken only as strict JSON, checked in one pass.

What other readers of JSON let pass is refused: names given twice (which one counts?), NaN and infinities, UTF-16,
lone surrogates, nesting deeper than the parser goes. No message repeats more than a little of what was sent.
"""

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, NoReturn, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request

from api.documents.nearest import fields_at, meant
from api.http.problems import (
    BODY_MALFORMED,
    BODY_TIMEOUT,
    BODY_TOO_LARGE,
    INPUT_INVALID,
    MEDIA_TYPE_UNSUPPORTED,
    Problem,
)
from domain.kernel.values import DayBounds, Given

T = TypeVar("T")

BODY_LIMIT = 64 * 1024
LIST_LIMIT = 1024 * 1024
LONG_LIST_LIMIT = 8 * LIST_LIMIT
"""Of a list's text, in bytes: some 100,000 matches."""
BODY_SECONDS = 20.0
"""For a body of up to a MiB to arrive; a longer one has as long for each MiB."""
MOST_ERRORS = 20
LONGEST_TEXT = 200
MOST_NAMES = 100
"""In one object: more than any command has, and few enough to say of each that it is unknown."""
MOST_DIGITS = 15
"""Of a number with a fraction: what a float keeps exactly. Longer ones are taken as text."""
_PARSED_INLINE = 16 * 1024
_NAMES_A_DAY = re.compile(rb'"[0-9]{4}-[0-9]{2}-[0-9]{2}"')
_NOWHERE = object()
_OURS = re.compile("^(Value error, )+")
"""What the library puts before sentences of our own, once for each reader inside another."""


async def read_body(request: Request, limit: int) -> bytes:
    """The body's bytes. Raises Problem where there are more than `limit`, or they don't arrive in time."""
    declared, seconds = request.headers.get("content-length", "0"), BODY_SECONDS * max(1.0, limit / LIST_LIMIT)
    if declared.isdecimal() and int(declared[:20]) > limit:
        raise _too_large(limit)
    try:
        async with asyncio.timeout(seconds):
            return await _collect(request, limit)
    except TimeoutError:
        problem = Problem(BODY_TIMEOUT, f"The body was not complete after {seconds:.0f} seconds.")
        problem.headers["Connection"] = "close"
        raise problem from None
    except ClientDisconnect:
        raise Problem(BODY_MALFORMED, "The connection ended before the body did.") from None


async def _collect(request: Request, limit: int) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise _too_large(limit)
    return bytes(body)


def _too_large(limit: int) -> Problem:
    return Problem(BODY_TOO_LARGE, f"At most {limit} bytes are taken here.", {"Connection": "close"}, limit=limit)


@dataclass(frozen=True, slots=True)
class BodyOf(Generic[T]):
    """The way to read one kind of body. An empty body is taken as `{}`, for commands that need no more."""

    adapter: TypeAdapter[T]
    limit: int = BODY_LIMIT

    async def read(self, request: Request, days: Callable[[object], DayBounds]) -> tuple[bytes, T]:
        """The bytes as sent and the checked value. `days` are asked for where the body names a day, with what the body
        says, in another thread. Raises Problem, and what `days` raises."""
        raw = await read_body(request, self.limit)
        if raw:
            _require_json(request.headers)
        if _NAMES_A_DAY.search(raw):
            return raw, await run_in_threadpool(self.parse, raw, days)
        if len(raw) <= _PARSED_INLINE:
            return raw, self.parse(raw or b"{}")
        return raw, await run_in_threadpool(self.parse, raw)

    def parse(self, raw: bytes, days: Callable[[object], DayBounds] | None = None) -> T:
        """The checked value. Raises Problem."""
        value = strict_json(raw)
        try:
            return self.adapter.validate_json(raw, strict=True, context=Given(days and days(value)))
        except ValidationError as invalid:
            errors = invalid.errors(include_url=False, include_input=False, include_context=False)
            if errors[0]["type"] == "json_invalid":
                raise Problem(BODY_MALFORMED, "The body has a lone surrogate, or nests too deeply.") from None
            raise invalid_input("body", [self._name_nearest(error, value) for error in errors], value) from None

    def _name_nearest(self, error: ErrorDetails, value: object) -> ErrorDetails:
        """The error, which for a name that nothing has says which one is near."""
        if error["type"] != "extra_forbidden":
            return error
        *place, name = places_in(error["loc"], value)
        found = meant(str(name), fields_at(_schema_of(self.adapter), place, value))
        return {**error, "msg": f"is no field here{found}"}


@lru_cache(maxsize=256)
def _schema_of(adapter: TypeAdapter[Any]) -> Mapping[str, Any]:
    return adapter.json_schema()


def _require_json(headers: Headers) -> None:
    if headers.get("content-encoding", "identity").lower() != "identity":
        raise Problem(MEDIA_TYPE_UNSUPPORTED, "Compressed bodies are not taken.")
    media_type, _, parameters = ", ".join(headers.getlist("content-type")).partition(";")
    charset = parameters.strip().lower().replace('"', "")
    if media_type.strip().lower() != "application/json" or charset not in ("", "charset=utf-8"):
        raise Problem(MEDIA_TYPE_UNSUPPORTED, "The content type must be application/json, in UTF-8.")


def strict_json(raw: bytes) -> Any:  # noqa: ANN401 -- any JSON
    """The value that the bytes hold. Raises Problem where they are not strict JSON."""
    try:
        return json.loads(raw.decode(), object_pairs_hook=_unique, parse_float=_exact, parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise Problem(BODY_MALFORMED, "The body is not UTF-8.") from None
    except RecursionError:
        raise Problem(BODY_MALFORMED, "The body is nested too deeply.") from None
    except json.JSONDecodeError as problem:
        raise Problem(BODY_MALFORMED, f"{problem.msg}, at line {problem.lineno} column {problem.colno}.") from None
    except ValueError:
        raise Problem(BODY_MALFORMED, "The body has a number with too many digits.") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MOST_NAMES:
        raise Problem(BODY_MALFORMED, f"An object has more than {MOST_NAMES} names.")
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Problem(BODY_MALFORMED, "A name is given twice in one object.")
    return found


def _exact(number: str) -> float:
    if sum(character.isdecimal() for character in number) > MOST_DIGITS:
        raise Problem(BODY_MALFORMED, "A number has more digits than it would keep; send it as text.")
    return float(number)


def _refuse_constant(name: str) -> NoReturn:
    raise Problem(BODY_MALFORMED, f"{name} is not a number in JSON.")


def invalid_input(place: str, errors: Sequence[Mapping[str, Any]], value: object = None) -> Problem:
    """The problem for values that were not allowed; `place` is where they stood, unless an error says `in` which
    place; `value` is the body as parsed."""
    told = [
        {
            "in": error.get("in", place),
            "pointer": _pointer(error["loc"], value),
            "message": _short(_OURS.sub("", error["msg"])),
        }
        for error in errors[:MOST_ERRORS]
    ]
    return Problem(INPUT_INVALID, f"Number of values that are not allowed: {len(errors)}.", errors=told)


def _pointer(location: Sequence[object], value: object) -> str:
    """A JSON pointer (RFC 6901)."""
    parts = (_short(str(part)).replace("~", "~0").replace("/", "~1") for part in places_in(location, value))
    return "".join(f"/{part}" for part in parts)


def places_in(location: Sequence[object], value: object) -> Sequence[object]:
    """The names and numbers that lead there: names of alternatives, which are in no document, are left out."""
    parts = []
    for place, part in enumerate(location):
        inner = _inside(value, part)
        if inner is not _NOWHERE:
            value = inner
        elif place < len(location) - 1:
            continue
        parts.append(part)
    return parts


def _inside(value: object, part: object) -> object:
    """The value under that name or number in an object or list, or `_NOWHERE`."""
    if isinstance(value, dict) and part in value:
        return value[part]
    if isinstance(value, list) and isinstance(part, int) and part < len(value):
        return value[part]
    return _NOWHERE


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…"
