"""Every test can fail: it asserts, expects an exception, or calls something in the tests that does."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.house.source import ROOT, files, functions, name, nodes

Function = ast.FunctionDef | ast.AsyncFunctionDef
Named = ast.Attribute | ast.Name
EXPECTING = {"raises", "fail", "warns", "assert_outcomes"}
"""Of pytest's own, what fails a test."""
WAITING = {"wait_for", "expect_navigation", "wait_for_url", "wait_for_function", "wait_for_selector"}
"""Of the browser's own: each fails where what it waits for does not come."""


@dataclass(frozen=True)
class Read:
    """A function of the tests: its file and name, whether it asserts by itself, and what it calls."""

    file: str
    name: str
    asserts: bool
    calls: frozenset[str]


def read(path: Path, function: Function) -> Read:
    """What it calls is known by its last name; fixtures count as called."""
    nodes = list(ast.walk(function))
    calls = (node.func for node in nodes if isinstance(node, ast.Call))
    names = {one.attr if isinstance(one, ast.Attribute) else one.id for one in calls if isinstance(one, Named)}
    fixtures = {argument.arg for argument in function.args.args}
    asserts = any(isinstance(node, ast.Assert | ast.Raise) for node in nodes)
    return Read(path.relative_to(ROOT).as_posix(), function.name, asserts, frozenset(names | fixtures))


def failing(found: Sequence[Read]) -> set[str]:
    """The names of all functions that may fail a test: those that assert, and those that call one of these."""
    names = EXPECTING | WAITING | {one.name for one in found if one.asserts}
    while more := {one.name for one in found if one.name not in names and one.calls & names}:
        names |= more
    return names


def test_every_test_asserts_or_calls_what_does() -> None:
    found = [read(path, function) for path in files("tests") for function in functions(path)]
    names = failing(found)
    tests = [one for one in found if one.name.startswith("test_")]
    assert len(tests) > 3_000
    assert [f"{one.file}: {one.name}" for one in tests if not one.asserts and not one.calls & names] == []


def test_question_to_a_desk_has_its_answer() -> None:
    """`desk.when(...)` alone checks nothing: `then`, `refused` or `changes` follows, or what is done with its value."""
    asked = [
        name(path, node.lineno)
        for path in files("tests")
        for node in nodes(path)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, Named)
        if ast.unparse(node.value.func).rpartition(".")[2] == "when"
    ]
    assert asked == []
