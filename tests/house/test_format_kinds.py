"""Nothing outside its folder asks which format a tournament has: pages and routes go by what formats say of
themselves, and their words by tables that the registry fills."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from domain.formats.registry import KINDS
from tests.house import source

_OF_FORMATS = re.compile(r"\b(?:format|formats|begins|stage|options|begin)\.kind\b")
_QUOTED = re.compile(r"""["']([a-z-]+)["']""")
_TEMPLATE = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
_ROOMS = ("api/site", "api/routes", "api/pages", "projections", "domain/tournament", "domain/importing")
_ALSO_SAID_OF_OTHERS = frozenset({"open", "champion"})
"""Kinds that are the name of something else too, such as of a match that is open."""


def named_in_template(text: str) -> Iterator[str]:
    """The kinds of formats that what a template asks for names beside the kind of a format."""
    for asked in _TEMPLATE.findall(text):
        if _OF_FORMATS.search(asked):
            yield from (one for one in _QUOTED.findall(asked) if one in KINDS)


def named_in_program(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The kinds of formats that something is compared with."""
    for node in nodes:
        if isinstance(node, ast.Compare):
            about_kind = any(isinstance(one, ast.Attribute) and one.attr == "kind" for one in ast.walk(node))
            texts = {
                one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)
            }
            yield from texts & {*KINDS} - (frozenset() if about_kind else _ALSO_SAID_OF_OTHERS)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{% if tournament.format.kind == "swiss" %}', ["swiss"]),
        ('{% elif "champion" in (begins.kind, begins.preset) %}', ["champion"]),
        ('{% if chart.kind == "ring" %}{% if match.status == "open" %}', []),
        ('{{ format.kind | word("format") }}', []),
    ],
)
def test_kind_of_a_format_is_found_in_a_template(text: str, found: list[str]) -> None:
    assert list(named_in_template(text)) == found


@pytest.mark.parametrize(
    ("text", "found"), [("one.kind == 'swiss'", ["swiss"]), ("x == 'nxe'", ["nxe"]), ("status == 'open'", [])]
)
def test_kind_of_a_format_is_found_in_a_program(text: str, found: list[str]) -> None:
    assert list(named_in_program(ast.walk(ast.parse(text)))) == found


def test_no_template_asks_which_format_it_is() -> None:
    paths = sorted(Path(source.ROOT, "api/site/templates").rglob("*.html"))
    assert paths
    assert {path.name: found for path in paths if (found := list(named_in_template(path.read_text("utf-8"))))} == {}


def test_no_program_outside_the_formats_asks_which_format_it_is() -> None:
    paths = source.files(*_ROOMS)
    assert {str(path): found for path in paths if (found := list(named_in_program(source.nodes(path))))} == {}
