"""A name is one line, wherever one is given: in bodies, in files, on the command line; what was recorded is read."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError
from typer.testing import CliRunner

from api.asgi import openapi
from api.http.command_requests import Accepts
from domain.application.person_lines import persons_in
from domain.clubs.events import ClubFounded
from domain.importing.match_lists.match_list import matches_in
from domain.kernel.values import Given, GivenName, Label, Name
from domain.person.details import Details
from ops.command_line import app
from tests.api.support import routes
from tests.properties import PROFILE

LINES = ("Ada\nBlum", "Ada\tBlum", "Ada\u2028Blum", "Ada\u2029Blum", "Ada\rBlum", "Ada\x0bBlum", "Ada\x85Blum")
LONGEST_NAME = 200
BAD_OPTION = 2
NOW = datetime(2026, 11, 29, tzinfo=UTC)
Schema = Mapping[str, Any]
Body = dict[str, Any]


def adapters() -> dict[str, TypeAdapter[Any]]:
    found = ((route.path, openapi.dependency(route, Accepts)) for route in routes())
    return {path: accepts.body.adapter for path, accepts in found if accepts is not None}


class Names:
    """The names in a schema, each as a body that holds nothing else but what leads there."""

    def __init__(self, schema: Schema) -> None:
        self._known = schema.get("$defs", {})
        self._schema = schema

    def bodies(self, text: str) -> Iterator[tuple[str, Any]]:
        yield from self._in(self._schema, text, "", ())

    def _in(self, schema: Schema, text: str, at: str, within: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
        if "$ref" in schema:
            name = schema["$ref"].removeprefix("#/$defs/")
            if name not in within:
                yield from self._in(self._known[name], text, at, (*within, name))
            return
        for one in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
            yield from self._in(one, text, at, within)
        if schema.get("type") == "string" and schema.get("maxLength") == LONGEST_NAME and "pattern" not in schema:
            yield at, text
        for one in filter(None, (schema.get("items"), *schema.get("prefixItems", ()))):
            yield from ((path, [found]) for path, found in self._in(one, text, f"{at}[]", within))
        constant = {name: one["const"] for name, one in schema.get("properties", {}).items() if "const" in one}
        for name, one in schema.get("properties", {}).items():
            for path, found in self._in(one, text, f"{at}.{name}", within):
                yield path, {**constant, name: found}


def is_refused_as_lines(adapter: TypeAdapter[Any], body: object) -> bool:
    """Whether one of the reasons against the body is that a name has several lines."""
    try:
        adapter.validate_json(json.dumps(body), strict=True, context=Given())
    except ValidationError as invalid:
        told = [error["msg"] for error in invalid.errors()]
        return any("must be one line" in text or "no control characters" in text for text in told)
    return False


@pytest.mark.longer
def test_every_name_of_a_body_is_one_line() -> None:
    """With one text of several lines; in `make proof` with another, too."""
    found, taken = 0, []
    for path, adapter in adapters().items():
        for text in LINES[: 2 if PROFILE == "proof" else 1]:
            for place, body in Names(adapter.json_schema()).bodies(text):
                found += 1
                if not is_refused_as_lines(adapter, body):
                    taken.append(f"{path} {place}")
    assert taken == []
    assert found > 100


@pytest.mark.parametrize("text", LINES)
@pytest.mark.parametrize("kind", [GivenName, Label])
def test_given_name_and_label_are_one_line(kind: Any, text: str) -> None:  # noqa: ANN401 -- a type
    with pytest.raises(ValidationError):
        TypeAdapter(kind).validate_python(text)


@pytest.mark.parametrize("text", LINES[:4])
def test_recorded_name_of_several_lines_is_read(text: str) -> None:
    assert ClubFounded.model_validate({"club": "00000000-0000-4000-8000-000000000001", "name": text}).name == text
    assert Details.model_validate({"name": text, "legal_name": text}).name == text
    with pytest.raises(ValidationError):
        TypeAdapter(Name).validate_python(text, context=Given())


@pytest.mark.parametrize("text", LINES[:4])
def test_name_of_several_lines_in_a_file_is_refused_by_its_line(text: str) -> None:
    (person,) = persons_in(["name\n", f'"{text}"\n'], lambda _: True, "a file")
    assert "must be one line" in (person.problem or "")
    (match,) = matches_in(["date,winner,loser,length\n", f'2026-03-01,"{text}",Bo,5\n'], NOW)
    assert "must be one line" in (match.problem or "")


@pytest.mark.parametrize("text", LINES[:2])
@pytest.mark.parametrize(
    "typed",
    [
        ["import", "matches", "list.csv", "--name"],
        ["import", "persons", "list.csv", "--name"],
        ["import", "entries", "list.csv", "00000000-0000-4000-8000-000000000001", "--name"],
        ["import", "report-file", "list.trf", "--name"],
        ["import", "club", "list.jsonl", "--name"],
        ["keys", "make", "--role", "administrator", "--label"],
    ],
)
def test_name_of_several_lines_on_the_command_line_is_refused(typed: list[str], text: str) -> None:
    ended = CliRunner().invoke(app, [*typed, text], env={"COLUMNS": "200"})
    assert ended.exit_code == BAD_OPTION
    assert "must be one line" in ended.stderr
