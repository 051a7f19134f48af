"""The commands in the README and the guide to formats are such as the service takes."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from starlette.routing import Match

from api.app import create_app
from api.commands import Accepts
from api.openapi import dependency

ROOT = Path(__file__).parents[2]
SOME_ID = "8f14e45f-ceea-5b7a-9c3d-2f1b6a0c4d21"
_COMMAND = re.compile(
    r"(?:tell \$\w+ (?P<path>\S+)|change (?P<resource>\S+) (?P<action>[\w-]+)|(?P<announce>announce))"
    r"(?:[^\n']|\\\n|-H '[^']*')*?'(?P<body>\{(?:[^']|'\"?\$[^']*'?\"?')*\})'"
)
_VARIABLE = re.compile(r"'\"?\$(?:\{[^}]*\}|\w+)\"?'|\$(?:\{[^}]*\}|\w+)")


def commands(guide: str) -> Iterator[tuple[str, str]]:
    """Each command's path below /v1 and its body, with an id or a number for each variable."""
    for block in re.findall(r"```\n(.*?)```", (ROOT / guide).read_text(encoding="utf-8"), re.DOTALL):
        for found in _COMMAND.finditer(block):
            path = found["path"] or (f"{found['resource']}/{found['action']}" if found["resource"] else "tournaments")
            yield _path(path), _VARIABLE.sub(SOME_ID, found["body"])


def _path(path: str) -> str:
    """Numbers of entries are `$2` and `$n` there, all else that is a variable is an id."""
    return _VARIABLE.sub(SOME_ID, re.sub(r"entries/\$\w+", "entries/1", path))


@pytest.mark.parametrize(("guide", "least"), [("README.md", 12), ("api/FORMATS.md", 25)])
def test_every_command_exists_and_its_body_is_taken(guide: str, least: int) -> None:
    found = list(commands(guide))
    for path, body in found:
        _accepts(path).body.parse(body.encode())
    assert len(found) >= least


def _accepts(path: str) -> Accepts[Any]:
    scope = {"type": "http", "method": "POST", "path": f"/v1/{path}"}
    for route in create_app(NotImplemented).routes:
        if isinstance(route, APIRoute) and route.matches(scope)[0] is Match.FULL:
            accepts = dependency(route, Accepts)
            assert isinstance(accepts, Accepts)
            return accepts
    raise AssertionError(f"nothing is posted to {path}")
