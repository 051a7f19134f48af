"""No test names a time that load can outrun, nor a port that somebody else may have: there is one patience for all."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.source import files, name, nodes

WAITING = {"acquire", "communicate", "join", "settimeout", "wait", "wait_for"}
ASKING = {"AsyncClient", "Client", "delete", "get", "post", "put", "request", "stream"}
NAMED = {"connect_timeout", "patience_seconds", "timeout"}
LISTENING = {"bind", "create_server"}
SHORT_SECONDS = 1
"""Less is a pause between two looks, or the haste that a test is about."""


def numbers(nodes: list[ast.expr]) -> Iterator[float]:
    """Those of them that are numbers."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            yield node.value


def times_of_its_own(path: Path) -> list[int]:
    """The lines where a number says how long something is waited for at the most."""
    found = []
    for node in nodes(path):
        if isinstance(node, ast.Call):
            if _asks_over_http(node) and not any(each.arg in ("timeout", None) for each in node.keywords):
                found.append(node.lineno)  # for httpx it is five seconds then
            named = [each.value for each in node.keywords if each.arg in NAMED]
            waits = isinstance(node.func, ast.Attribute) and node.func.attr in WAITING
            # The first that `wait_for` takes is a position.
            told = node.args[1:] if isinstance(node.func, ast.Attribute) and node.func.attr == "wait_for" else node.args
            if any(number > SHORT_SECONDS for number in numbers([*named, *(told if waits else [])])):
                found.append(node.lineno)
        elif isinstance(node, ast.Compare) and "monotonic()" in ast.unparse(node.left) and [*numbers(node.comparators)]:
            found.append(node.lineno)
    return found


def _asks_over_http(call: ast.Call) -> bool:
    function = call.func
    return isinstance(function, ast.Attribute) and ast.unparse(function.value) == "httpx" and function.attr in ASKING


def ports_of_its_own(path: Path) -> list[int]:
    """The lines where something listens on a port that has a number."""
    calls = (node for node in nodes(path) if isinstance(node, ast.Call) and node.args)
    return [
        call.lineno
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr in LISTENING
        if isinstance(call.args[0], ast.Tuple) and any(numbers(call.args[0].elts[1:]))
    ]


def all_files() -> list[Path]:
    """All but those that measure times."""
    return [path for path in files("tests") if "bench" not in path.parts]


def test_times_that_load_can_outrun_are_in_no_test() -> None:
    assert [name(path, line) for path in all_files() for line in times_of_its_own(path)] == []


def test_ports_that_somebody_else_may_have_are_in_no_test() -> None:
    assert [name(path, line) for path in all_files() for line in ports_of_its_own(path)] == []
