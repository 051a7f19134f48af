"""The program's files, as the lints of the house read them."""

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = ("domain", "projections", "api", "ops")


def files(*folders: str) -> list[Path]:
    """The Python files in these folders, sorted."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    """What the file says."""
    return ast.parse(path.read_text())


@cache
def nodes(path: Path) -> Sequence[ast.AST]:
    """All that the file says, in no order. They are walked through once for all lints, which takes longest."""
    return tuple(ast.walk(tree(path)))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of the file, those in others and in classes too."""
    return (node for node in nodes(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def classes(path: Path) -> Iterator[ast.ClassDef]:
    """Every class of the file."""
    return (node for node in nodes(path) if isinstance(node, ast.ClassDef))


def lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many lines the body has, without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body and body[-1].end_lineno else 0


def name(path: Path, line: int | None = None) -> str:
    """The file, and the line, as they are told."""
    return f"{path.relative_to(ROOT)}" + (f":{line}" if line else "")
