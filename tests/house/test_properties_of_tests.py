"""Tests can fail, and choose nothing that does not follow from the code."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.source import files, functions, name, nodes

TESTS = files("tests")


def suppressing(path: Path) -> Iterator[tuple[ast.With, str]]:
    """The blocks of a file that let an exception pass, with what they suppress."""
    for node in nodes(path):
        if isinstance(node, ast.With):
            yield from ((node, ast.unparse(item)) for item in node.items if "suppress(" in ast.unparse(item))


def test_no_assertion_is_let_pass() -> None:
    found = [
        name(path, block.lineno)
        for path in TESTS
        for block, suppressed in suppressing(path)
        if "AssertionError" in suppressed or any(isinstance(node, ast.Assert) for node in ast.walk(block))
    ]
    assert found == []


def is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = {"given", "played_on"}
    return any(
        isinstance(node, ast.Name) and node.id in names for one in function.decorator_list for node in ast.walk(one)
    )


def ends_early(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether an example can end without an assertion: by a return before it, or where every one is on a condition."""
    early = False
    for statement in function.body:
        if isinstance(statement, ast.Assert):
            return early
        early = early or any(isinstance(node, ast.Return) for node in ast.walk(statement))
    return early or any(isinstance(node, ast.Assert) for node in ast.walk(function))


def says_so(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether it says that an example came to its assertion."""
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call) and not node.args)
    return any(isinstance(called, ast.Name) and called.id == "reached" for called in calls)


def test_a_property_that_can_end_early_says_whether_it_came_to_its_assertion() -> None:
    found = [
        name(path, function.lineno)
        for path in TESTS
        for function in functions(path)
        if is_property(function) and ends_early(function) and not says_so(function)
    ]
    assert found == []


def test_only_a_property_says_that_it_came_to_its_assertion() -> None:
    """A test of other kinds would fail only where it runs, and some are skipped where their data is absent."""
    found = [
        name(path, function.lineno)
        for path in TESTS
        for function in functions(path)
        if function.name.startswith("test_") and not is_property(function) and says_so(function)
    ]
    assert found == []


def unseeded(path: Path) -> Iterator[ast.Call]:
    """Calls that draw something that does not follow from a seed."""
    for node in nodes(path):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            of_nothing = called.split(".")[-1] in ("Random", "seed") and not node.args
            if of_nothing or called in UNSEEDED or called.startswith(UNSEEDED_MODULES):
                yield node


UNSEEDED = ("uuid4", "uuid1", "uuid.uuid4", "os.urandom", "urandom", "random.shuffle", "random.choice", "random.sample")
UNSEEDED_MODULES = ("secrets.token", "secrets.choice", "secrets.randbelow")
NAMES = "tests/conftest.py", "tests/bench/database.py", "tests/security/logins.py"
"""They name databases, roles and folders, which several runs at once must not share."""


def test_nothing_is_drawn_without_a_seed() -> None:
    found = [name(path, call.lineno) for path in TESTS for call in unseeded(path) if name(path) not in NAMES]
    assert found == []
