"""What holds of every operation in the OpenAPI document: one shape of page, one default of `limit`, ids as UUIDs."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import api
from api.http.paging import USUAL
from domain.kernel.ids import UUID_PATTERN
from tests.api.support import documents

Json = dict[str, Any]
DOCUMENT: Json = json.loads(documents().openapi)
SCHEMAS: Json = DOCUMENT["components"]["schemas"]
PAGE = {"items", "next", "names", "incomplete"}
FEEDS = {"read_feed", "read_feed_lines"}
"""Batches for followers, whose size a follower chooses by what it can hold."""


def operations() -> Iterator[Json]:
    for methods in DOCUMENT["paths"].values():
        yield from methods.values()


def resolved(schema: Json) -> Json:
    while "$ref" in schema:
        schema = SCHEMAS[schema["$ref"].rpartition("/")[2]]
    return schema


def parameters(operation: Json) -> dict[str, Json]:
    shared = DOCUMENT["components"]["parameters"]
    every = [
        shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in operation.get("parameters", ())
    ]
    return {one["name"]: one for one in every}


def answers(operation: Json) -> Iterator[Json]:
    """What the operation answers in JSON where it is not refused."""
    for status, answer in operation["responses"].items():
        content = answer.get("content", {}).get("application/json")
        if status.startswith("2") and content is not None:
            yield content


def lists() -> list[Json]:
    """The operations that answer several things: by their name, their parameters or their answer."""
    found = []
    for one in operations():
        fields = {name for answer in answers(one) for name in resolved(answer["schema"]).get("properties", {})}
        if one["operationId"].startswith("list_") or "cursor" in parameters(one) or "items" in fields:
            found.append(one)
    return found


@pytest.mark.parametrize("operation", lists(), ids=lambda one: one["operationId"])
def test_page_has_one_shape_everywhere(operation: Json) -> None:
    [answer] = answers(operation)
    schema = resolved(answer["schema"])
    assert set(schema["required"]) >= PAGE
    assert schema["properties"]["next"]["anyOf"] == [{"type": "string"}, {"type": "null"}]
    assert "cursor" not in parameters(operation) or "Link" in operation["responses"]["200"]["headers"]


def test_limit_has_one_default_everywhere() -> None:
    limited = {one["operationId"]: parameters(one).get("limit") for one in operations()}
    sizes = {name: one["schema"]["default"] for name, one in limited.items() if one and name not in FEEDS}
    assert len(sizes) > 40
    assert set(sizes.values()) == {USUAL}


def test_pages_go_on_by_one_cursor_and_nothing_else() -> None:
    for one in operations():
        taken = parameters(one)
        assert ("cursor" in taken) == ("limit" in taken) or one["operationId"] in FEEDS, one["operationId"]
        assert "page" not in taken, one["operationId"]


PERSON_OR_KEY = {"/report/decisions/0/given_by", "/changed/reported_by", "/items/0/reported_by"}
"""Who acted: a person, or the key of a machine that acts for nobody."""
CALCULATES = re.compile(r"/(calculations|previews|trials|analysis|live-score)(/|$)")


def test_idempotency_key_is_asked_for_where_something_is_written_and_nowhere_else() -> None:
    writing = 0
    for path, methods in DOCUMENT["paths"].items():
        for method, one in methods.items():
            writes = method != "get" and not CALCULATES.search(path)
            asked = parameters(one).get("Idempotency-Key", {"required": False})["required"]
            assert asked == writes, (method, path)
            taken = [answer for status, answer in one["responses"].items() if status.startswith("2")]
            assert taken, (method, path)
            headers = {name for answer in taken for name in answer.get("headers", ())}
            assert ("Idempotent-Replayed" in headers) == writes, (method, path)
            writing += writes
    assert writing > 100


LOOKED_THROUGH = ("tournaments", "persons", "series", "clubs", "members", "entries", "players")
"""What people look for by name."""
BY_NAME = {"list_persons", "list_series"}
"""Sorted by name, and in no other way."""


def test_lists_that_people_look_through_are_searched_and_sorted() -> None:
    for name in LOOKED_THROUGH:
        [operation] = [one for one in operations() if one["operationId"] == f"list_{name}"]
        assert "search" in parameters(operation), name
        assert ("sort" in parameters(operation)) != (operation["operationId"] in BY_NAME), name
    assert [one["operationId"] for one in operations() if "order" in parameters(one)] == []


ACTS = {
    "acknowledge": "acknowledgement",
    "annul": "annulment",
    "approve": "approval",
    "cancel": "cancellation",
    "close": "closing",
    "complete": "completion",
    "confirm": "confirmation",
    "disable": "disabling",
    "enable": "enabling",
    "end": "end",
    "exchange": "exchange",
    "lift": "lift",
    "merge": "merge",
    "refuse": "refusal",
    "reinstate": "reinstatement",
    "release": "release",
    "reopen": "reopening",
    "resign": "resignation",
    "resolve": "resolution",
    "resume": "resumption",
    "reveal": "reveal",
    "revoke": "revocation",
    "rotate": "rotation",
    "start": "start",
    "stop": "stop",
    "suspend": "suspension",
    "verify": "verification",
    "void": "voiding",
    "withdraw": "withdrawal",
}
"""One verb for each act in the names of operations, and one noun for it at the end of their addresses."""
NAMED_BY_THINGS = {
    "withdraw_record": "withdrawals",
    "resolve_wrong_length": "length",
    "rotate_webhook_secret": "secret",
}
"""Addresses that end with what is acted on."""


def test_each_act_has_one_word_in_addresses_and_names() -> None:
    met = set[str]()
    for path, methods in DOCUMENT["paths"].items():
        for name, noun in ((one["operationId"], path.rpartition("/")[2]) for one in methods.values()):
            verb = name.partition("_")[0]
            if verb not in ("read", "list"):
                assert noun == NAMED_BY_THINGS.get(name, ACTS.get(verb, noun)), name
                assert ACTS.get(verb) == noun or noun not in ACTS.values(), name
                met |= {verb} & ACTS.keys()
    assert met == ACTS.keys()


def test_ids_are_uuids_in_the_document() -> None:
    """Where a schema takes UUIDs alone, it says so; and each id in an answer is at such a place."""
    said = [one for one in _schemas([DOCUMENT["paths"], DOCUMENT["components"]]) if one.get("pattern") == UUID_PATTERN]
    assert len(said) > 200
    assert all(one["format"] == "uuid" for one in said)
    seen = [held for one in operations() for answer in answers(one) for held in _held(answer)]
    assert len(seen) > 200
    assert {path for path, is_said in seen if not is_said} <= PERSON_OR_KEY


def _schemas(part: object) -> Iterator[Json]:
    if isinstance(part, dict):
        yield part
    for one in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _schemas(one)


def _held(answer: Json) -> Iterator[tuple[str, bool]]:
    """Where the example holds a UUID, and whether its schema says that it is one."""
    if "example" in answer:
        yield from _ids(answer["example"], [answer["schema"]], "")


def _ids(value: object, schemas: list[Json], path: str) -> Iterator[tuple[str, bool]]:
    told = [one for schema in schemas for one in _alternatives(schema)]
    if isinstance(value, str) and re.fullmatch(UUID_PATTERN, value):
        yield path, any(one.get("format") == "uuid" or one.get("type") not in ("string", None) for one in told)
    elif isinstance(value, dict):
        for name, one in value.items():
            inner = [each["properties"][name] for each in told if name in each.get("properties", {})]
            inner += [
                each["additionalProperties"] for each in told if isinstance(each.get("additionalProperties"), dict)
            ]
            if inner:
                yield from _ids(one, inner, f"{path}/{name}")
    elif isinstance(value, list):
        inner = [each["items"] for each in told if isinstance(each.get("items"), dict)]
        inner += [one for each in told for one in each.get("prefixItems", ())]
        for one in value:
            yield from _ids(one, inner, f"{path}/0")


def _alternatives(schema: Json) -> Iterator[Json]:
    found = resolved(schema)
    within = [*found.get("anyOf", ()), *found.get("oneOf", ())]
    if not within:
        yield found
    for one in within:
        yield from _alternatives(one)


API = Path(api.__path__[0])
ANSWERING = {"answer", "answer_page", "document", "table"}


def test_position_of_an_answer_is_asked_for_before_what_it_answers() -> None:
    """Asked for afterwards, it would promise what was recorded meanwhile and is not in the answer."""
    answers = [
        (path, each)
        for path in sorted(API.rglob("*.py"))
        for each in ast.walk(ast.parse(path.read_text()))
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr in ANSWERING
    ]
    assert len(answers) > 100
    late = [
        f"{path.name}:{each.lineno}"
        for path, each in answers
        if any(isinstance(one, ast.Attribute) and one.attr == "position" for one in map(_called, each.args))
    ]
    assert late == []


def _called(argument: ast.expr) -> ast.expr | None:
    return argument.func if isinstance(argument, ast.Call) else None
