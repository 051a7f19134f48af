"""The OpenAPI document: true of what the service answers, and its examples work."""

import hashlib
import json
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import orjson
import pytest
import schemathesis
from hypothesis import HealthCheck
from jsonschema_rs import Draft202012Validator, Registry
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from api.asgi import openapi
from api.http.command_requests import Accepts
from domain.kernel.calendar import Calendar
from tests.api.support import Season, Service, documents, routes, score, season
from tests.patience import PATIENCE_SECONDS
from tests.properties import PROFILE, examples

DOCUMENT: dict[str, Any] = json.loads(documents().openapi)
ADDRESS = "http://localhost/openapi.json"
REGISTRY = Registry([(ADDRESS, DOCUMENT)])
"""Schemas of the document are looked up in it: to hand all components to each validator takes longer than it does."""
# Every field by itself at its limits takes minutes, and examples are made by each process that collects tests: both
# are tried in `make proof`. What a preview takes is tried where the command itself is sent, for that would be as much
# again.
PHASES = {
    "phases": {phase: {"enabled": PROFILE == "proof"} for phase in ("coverage", "examples")},
    "operations": [{"include-path-regex": "/(previews|bulk)", "phases": {"coverage": {"enabled": False}}}],
}
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT, config=schemathesis.Config.from_dict(PHASES)).exclude(
    path_regex="/stream$"  # which goes on for as long as it is read
)
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)


@pytest.fixture(scope="module")
def target(service: Service) -> Season:
    """A season that is sent whatever the document allows."""
    made = season(service)
    made.play()
    made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 7})
    return made


def test_the_document_is_small_and_says_once_what_holds_of_many() -> None:
    operations = [one for methods in DOCUMENT["paths"].values() for one in methods.values()]
    assert len(orjson.dumps(DOCUMENT)) / len(operations) < 7 * 1024
    assert DOCUMENT["servers"][0]["url"] == "."
    problems = [answer for one in operations for code, answer in one["responses"].items() if code >= "400"]
    assert {json.dumps(answer) for answer in problems} == {'{"$ref": "#/components/responses/Problem"}'}
    said = Counter(json.dumps(each) for one in operations for each in one.get("parameters", []) if "$ref" not in each)
    assert [parameter for parameter, times in said.items() if times > 1] == []


def test_document_is_valid_by_an_independent_validator() -> None:
    assert [error.message for error in OpenAPIV31SpecValidator(DOCUMENT).iter_errors()] == []
    small = {name: part for name, part in DOCUMENT.items() if name != "components"}
    for description, is_valid in (("A list.", True), (1, False)):
        answers = {"responses": {"200": {"description": description}}}
        found = list(OpenAPIV31SpecValidator({**small, "paths": {"/v1/x": {"get": answers}}}).iter_errors())
        assert (found == []) == is_valid


HEADERS = {
    ("If-None-Match", 'W/"x"'): True,
    ("If-None-Match", '"x"'): True,
    ("If-None-Match", '"match-3-17", W/"x" ,,"y"'): True,
    ("If-None-Match", '""'): True,
    ("If-None-Match", "*"): True,
    ("If-None-Match", "x"): False,
    ("If-None-Match", '"a b"'): False,
    ("If-None-Match", '*, "x"'): False,
    ("Scoresheet-Position", "0"): True,
    ("Scoresheet-Position", "-1"): False,
    ("Scoresheet-Position", "01"): False,
    ("Scoresheet-Position", "1.5"): False,
    ("Scoresheet-Position", "9007199254740992"): False,
    ("Prefer", "wait=30"): True,
    ("Prefer", "respond-async, wait=3"): True,
    ("Prefer", "wait"): True,
}


@pytest.mark.parametrize(("header", "taken"), HEADERS.items(), ids=lambda value: str(value))
def test_header_is_taken_where_the_document_allows_it(service: Service, header: tuple[str, str], taken: bool) -> None:
    name, value = header
    schema = DOCUMENT["components"]["parameters"][name]["schema"]
    said = int(value) if schema["type"] == "integer" and re.fullmatch("-?(0|[1-9][0-9]*)", value) else value
    assert Draft202012Validator(schema).is_valid(said) == taken
    answer = service.http.get("/v1/tournaments", headers={name: value})
    assert (answer.status_code in (200, 304)) == taken
    if not taken:
        assert answer.json()["type"] == "/v1/problems/header-malformed"
        assert answer.json()["header"] == name


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("Idempotency-Key", "a key, with spaces", None),
        ("Idempotency-Key", "k" * 200, None),
        ("Idempotency-Key", "k" * 201, "idempotency-key-missing"),
        ("If-Match", '"settings-1"', None),
        ("If-Match", '"settings-1" , W/"x"', None),
        ("If-Match", "*", "if-match-malformed"),
        ("If-Match", "settings-1", "if-match-malformed"),
    ],
)
def test_header_of_a_command_is_taken_where_the_document_allows_it(
    target: Season, name: str, value: str, problem: str | None
) -> None:
    schema = DOCUMENT["components"]["parameters"][name]["schema"]
    assert Draft202012Validator(schema).is_valid(value) == (problem is None)
    headers = {**target.director.headers(), "Idempotency-Key": f"{name} {value}"[:150], "If-Match": '"settings-1"'}
    answer = target.service.http.post(
        f"{target.path}/cancellation", json={"reason": ""}, headers=headers | {name: value}
    )
    expected = problem or "input-invalid"
    assert answer.json()["type"] == f"/v1/problems/{expected}"


def test_the_document_is_sent_compressed_to_anyone_who_takes_that(service: Service) -> None:
    packed = service.http.get("/openapi.json")
    plain = service.http.get("/openapi.json", headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.num_bytes_downloaded < len(plain.content) / 5
    assert packed.json() == plain.json() == DOCUMENT
    again = service.http.get("/openapi.json", headers={"If-None-Match": packed.headers["ETag"]})
    assert again.status_code == 304


LARGEST_PAGE = 60_000


def test_documentation_has_a_page_for_each_group_of_operations(service: Service) -> None:
    page = service.http.get("/docs")
    leads_to = set(re.findall(r'href="docs/operations/([^"#]+)#([^"]+)"', page.text))
    assert {one for _, one in leads_to} == {
        one["operationId"] for methods in DOCUMENT["paths"].values() for one in methods.values()
    }
    for group in {group for group, _ in leads_to}:
        found = service.http.get(f"/docs/operations/{group}")
        assert len(found.content) <= LARGEST_PAGE, group
        assert {one for where, one in leads_to if where == group} <= set(re.findall(r'id="([^"]+)"', found.text))
        for name in set(re.findall(r'href="\.\./schemas/([^"]+)"', found.text)):
            assert name in DOCUMENT["components"]["schemas"]
    assert service.http.get("/docs/operations/nothing").status_code == 404


def test_documentation_has_a_page_for_each_schema(service: Service) -> None:
    names = re.findall(r'href="schemas/([^"]+)"', service.http.get("/docs/schemas").text)
    assert set(names) == set(DOCUMENT["components"]["schemas"])
    page = service.http.get("/docs/schemas/RulingView")
    linked = set(re.findall(r'href="(\w+)"', page.text))
    assert linked
    assert linked <= set(names)
    assert service.http.get("/docs/schemas/NoSuch").status_code == 404


def test_documentation_pages_are_small(service: Service) -> None:
    guides = set(re.findall(r'href="docs/(guides/[^"]+)"', service.http.get("/docs").text)) - {"guides/access"}
    for path in ("", "/schemas", *(f"/{guide}" for guide in guides)):
        assert len(service.http.get(f"/docs{path}").content) <= LARGEST_PAGE, path


def test_documentation_runs_its_own_script_alone(service: Service) -> None:
    page = service.http.get("/docs/operations/enter-players")
    assert [tag["name"] for tag in DOCUMENT["tags"]][:3] == [
        "Find your way",
        "Announce and start a tournament",
        "Enter players",
    ]
    script = re.findall(r"<script>(.*?)</script>", page.text, re.DOTALL)[0]
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in page.headers["Content-Security-Policy"]


def test_guides_are_pages(service: Service) -> None:
    directing = service.http.get("/docs/guides/directing")
    assert 'href="formats"' in directing.text
    assert "<script" not in directing.text
    assert service.http.get("/docs/guides/none-such").json()["detail"].startswith("There is no guide none-such")


def test_every_route_is_described() -> None:
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], f"{method} {path}"
            assert operation["summary"][0].isupper(), operation["summary"]
            assert "(" not in operation["summary"]
            if path.startswith("/v1/tournaments/{tournament}"):
                assert operation["x-rules"], f"{method} {path}"
    identifiers = [each["operationId"] for methods in DOCUMENT["paths"].values() for each in methods.values()]
    assert len(set(identifiers)) == len(identifiers)


def test_every_model_has_a_name_of_its_own() -> None:
    """Where two models share a name, one would stand for the other, or both under the names of their modules."""
    assert [name for name in DOCUMENT["components"]["schemas"] if "__" in name] == []
    models: dict[str, set[type]] = {}
    for route in routes():
        accepts = openapi.dependency(route, Accepts)
        if accepts is not None:
            models.setdefault(accepts.model.__name__, set()).add(accepts.model)
    assert {name: kinds for name, kinds in models.items() if len(kinds) > 1} == {}


def test_every_example_is_valid_by_the_schema_it_stands_with() -> None:
    found = 0
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            if "examples" not in content:
                continue
            checked = _checked(path, method, "requestBody", "content", "application/json", "schema")
            for name, example in content["examples"].items():
                errors = [error.message for error in checked.iter_errors(example["value"])]
                assert errors == [], f"{method} {path}, {name}"
                found += 1
    assert found > 20


NEVER_ANSWERED = ("confirm_import", "exchange_key", "read_card_of_line", "read_card_of_match")
"""In the scenes that every caller walks nobody may do these, nothing is signed yet, or no team is rated: their answers
are like those of their kind, and `/check-card` reads a whole card."""


def test_answers_have_examples_that_are_valid_by_their_schemas() -> None:
    without, found = [], 0
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            for code, answer in operation["responses"].items():
                content = answer.get("content", {}).get("application/json") if code < "300" else None
                if content is None or not content.get("schema"):
                    continue
                if "example" not in content:
                    without.append(operation["operationId"])
                    continue
                checked = _checked(path, method, "responses", code, "content", "application/json", "schema")
                errors = [error.message for error in checked.iter_errors(content["example"])]
                assert errors == [], operation["operationId"]
                found += 1
    assert sorted(without) == sorted(NEVER_ANSWERED)
    assert found > 240


def _checked(*names: str) -> Draft202012Validator:
    """What checks by the schema at that place among the paths of the document."""
    place = "/".join(quote(name.replace("~", "~0").replace("/", "~1")) for name in names)
    return Draft202012Validator({"$ref": f"{ADDRESS}#/paths/{place}"}, registry=REGISTRY)


def test_every_path_of_the_document_is_served() -> None:
    served = {(route.path_format, method.lower()) for route in routes() for method in sorted(route.methods or ())}
    documented = {(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods}
    assert documented <= served


def test_every_example_is_a_body_that_is_taken() -> None:
    found = 0
    for route in routes():
        accepts = openapi.dependency(route, Accepts)
        if accepts is not None and accepts.examples is not None:
            for example in accepts.examples.values():
                accepts.body.parse(json.dumps(example).encode(), lambda _: Calendar("UTC"))
                found += 1
    assert found > 20


@SCHEMA.parametrize()
@examples(2, proof=50, suppress_health_check=list(HealthCheck))
def test_the_service_answers_as_the_document_says(case: Case[Any], target: Season) -> None:
    for name, value in (("tournament", target.id), ("person", target.persons[0])):
        if name in case.path_parameters:
            case.path_parameters[name] = value
    case.headers.pop("Scoresheet-Position", None)  # one that is not reached yet is answered 503, as it should
    for headers in senders(case, target):
        case.call_and_validate(
            base_url=target.service.url, headers=headers, checks=list(CHECKS), timeout=PATIENCE_SECONDS
        )


_ASKED_BY_ANYBODY: set[str] = set()


def senders(case: Case[Any], target: Season) -> Iterator[dict[str, str]]:
    """The headers of the director, and of anybody: of these once for each operation, and in `make proof` each time."""
    yield target.director.headers()
    if PROFILE == "proof" or case.operation.label not in _ASKED_BY_ANYBODY:
        _ASKED_BY_ANYBODY.add(case.operation.label)
        yield {}


def test_the_season_survived_what_it_was_sent(target: Season) -> None:
    """After the tests above, in this file's order: reads still work, and the projections have followed."""
    director = target.service.administrator()
    director.position = target.service.services.journal.position()
    assert director.read(f"{target.path}/standings")["tournament"] == target.id
    assert director.read("/ready")["parked"] == 0
    assert (
        director.post(f"{target.path}/matches", {"sides": [1, 2], "length": 7, "result": score(0, 0)}).status_code
        >= 400
    )
