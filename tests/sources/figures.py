"""Which figures stand in a test: its numbers, those of what it uses in its file, and those of its pages."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from tests.golden.tables import page_of

ROOT = Path(__file__).parents[2]
_PAGE = re.compile(r"table\('([\w/]+)'")


def stands(figure: str, test: str) -> bool:
    """Whether the test, named as `file::test`, shows that number or word."""
    return re.search(rf"(?<![\w.]){re.escape(figure)}(?![\w])", _text(test)) is not None


@cache
def _text(test: str) -> str:
    file, _, name = test.partition("::")
    defined = _defined(file)
    text = "\n".join(_reached(defined, name, set()))
    return text + "\n".join(page_of(page) for page in _PAGE.findall(text))


@cache
def _defined(file: str) -> Mapping[str, ast.stmt]:
    """What a file defines, by name."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    found: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = _without_source(node)
        elif isinstance(node, ast.Assign):
            found |= {one.id: node for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)}
    return found


def _without_source(node: ast.FunctionDef) -> ast.FunctionDef:
    """Without the marks: the clauses' own numbers show nothing."""
    node.decorator_list = [one for one in node.decorator_list if "pytest.mark.parametrize" in ast.unparse(one)]
    return node


def _reached(defined: Mapping[str, ast.stmt], name: str, seen: set[str]) -> Iterator[str]:
    if name in defined and name not in seen:
        seen.add(name)
        yield ast.unparse(defined[name])
        for one in ast.walk(defined[name]):
            if isinstance(one, ast.Name):
                yield from _reached(defined, one.id, seen)
