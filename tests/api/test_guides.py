"""The commands in the README and the guides are such as the service takes, and the routes they name are there."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from starlette.routing import Match

from api.asgi.app import create_app
from api.asgi.openapi import dependency
from api.http.command_requests import Accepts

ROOT = Path(__file__).parents[2]
SOME_ID = "8f14e45f-ceea-5b7a-9c3d-2f1b6a0c4d21"
_COMMAND = re.compile(
    r"(?:tell \$\w+ (?P<path>\S+)|change (?P<resource>\S+) (?P<action>[\w-]+)|(?P<announce>announce))"
    r"(?:[^\n']|\\\n|-H '[^']*')*?'(?P<body>\{(?:[^']|'\"?\$[^']*'?\"?')*\})'"
)
_DIGEST = re.compile(r"'\$(?:seen|told)'")
_WHOLE = re.compile(r"`(?:GET |POST )(/v1/[^`]+)`")
_BELOW = re.compile(r"`([a-z-]+/[a-z{][a-z/{}-]*[a-z}])`")
_VARIABLE = re.compile(r"'\"?\$(?:\{[^}]*\}|\w+)\"?'|\$(?:\{[^}]*\}|\w+)")


def commands(guide: str) -> Iterator[tuple[str, str]]:
    """Each command's path below /v1 and its body, with an id, a number or a digest for each variable."""
    for block in re.findall(r"```\n(.*?)```", (ROOT / guide).read_text(encoding="utf-8"), re.DOTALL):
        for found in _COMMAND.finditer(block):
            path = found["path"] or (f"{found['resource']}/{found['action']}" if found["resource"] else "tournaments")
            yield _path(path), _VARIABLE.sub(SOME_ID, _DIGEST.sub("0" * 64, found["body"]))


def _path(path: str) -> str:
    """Numbers of entries are `$2` and `$n` there, all else that is a variable is an id."""
    return _VARIABLE.sub(SOME_ID, re.sub(r"entries/\$\w+", "entries/1", path))


@pytest.mark.parametrize(
    ("guide", "least"), [("README.md", 12), ("api/guides/FORMATS.md", 25), ("api/guides/DIRECTING.md", 50)]
)
def test_every_command_exists_and_its_body_is_taken(guide: str, least: int) -> None:
    found = list(commands(guide))
    for path, body in found:
        _accepts(path).body.parse(body.encode())
    assert len(found) >= least


def routes_named(guide: str) -> set[str]:
    """The paths below /v1 that the guide names, by themselves or below the tournament, outside of its commands."""
    prose = re.sub(r"```\n.*?```", "", (ROOT / guide).read_text(encoding="utf-8"), flags=re.DOTALL)
    whole = {path.removeprefix("/v1/") for path in _WHOLE.findall(prose)}
    return whole | {f"tournaments/{{tournament}}/{path}" for path in _BELOW.findall(prose)}


def test_the_routes_that_the_guide_to_directing_names_are_there() -> None:
    named = routes_named("api/guides/DIRECTING.md")
    assert len(named) > 30
    assert named <= {route.path.removeprefix("/v1/") for route in _routes()}


def test_every_command_of_directing_is_in_its_guide() -> None:
    tags = {"rulings", "proceedings", "reports"}
    posted = {route.path for route in _routes() if "POST" in (route.methods or ()) and tags & set(route.tags)}
    sent = {_route(path).path for path, _ in commands("api/guides/DIRECTING.md")}
    assert posted - sent <= {f"/v1/{path}" for path in routes_named("api/guides/DIRECTING.md")}


def _routes() -> list[APIRoute]:
    return [route for route in create_app(NotImplemented).routes if isinstance(route, APIRoute)]


def _accepts(path: str) -> Accepts[Any]:
    accepts = dependency(_route(path), Accepts)
    assert isinstance(accepts, Accepts)
    return accepts


def _route(path: str) -> APIRoute:
    scope = {"type": "http", "method": "POST", "path": f"/v1/{path}"}
    for route in _routes():
        if route.matches(scope)[0] is Match.FULL:
            return route
    raise AssertionError(f"nothing is posted to {path}")
