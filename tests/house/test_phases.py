"""How far a match is, is told in its own room, as its phase (ALL-3). Elsewhere nobody works it out of what was reported
and what is effective: each place would take another match for one that is open."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.house.source import PROGRAM, ROOT, files, name, nodes

OWN_ROOM = ROOT / "domain" / "match"
PARTS = ("effective", "report")
"""What of a match, or a sitting of it, is there or not."""
NOT_OF_A_MATCH = {"ops/evidence/process.py"}
"""Files whose reports are no match's."""


def asked(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """What is compared with nothing, or taken for true or false."""
    for node in nodes:
        match node:
            case ast.Compare(left=left, comparators=[ast.Constant(value=None)]):
                yield left
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) | ast.Assert(test=test):
                yield test
            case ast.BoolOp(values=values):
                yield from values
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield operand
            case ast.comprehension(ifs=ifs):
                yield from ifs
            case ast.match_case(guard=ast.expr() as guard):
                yield guard


def of_a_match(said: Iterable[ast.AST]) -> Iterator[int]:
    """The lines where a part of a match is asked whether it is there."""
    for asked_for in asked(said):
        match asked_for:
            case ast.Attribute(attr=attr, lineno=line) if attr in PARTS:
                yield line
            case ast.Name(id=id_, lineno=line) if id_ in PARTS:
                yield line
            case ast.NamedExpr(value=ast.Attribute(attr=attr, lineno=line)) if attr in PARTS:
                yield line


def test_nobody_but_the_room_of_a_match_asks_whether_it_has_a_report_or_has_come_to_something() -> None:
    elsewhere = [path for path in files(*PROGRAM) if OWN_ROOM not in path.parents]
    found = [name(path, line) for path in elsewhere for line in sorted(set(of_a_match(nodes(path))))]
    assert [one for one in found if one.partition(":")[0] not in NOT_OF_A_MATCH] == []


@pytest.mark.parametrize(
    "said",
    [
        "match.effective is None",
        "match.sitting.report is not None",
        "x if match.effective else y",
        "[one for one in matches if one.effective]",
        "not match.sitting.report and late",
        "report is None",
        "(it := match.effective) is None",
    ],
)
def test_lint_finds_each_way_to_ask(said: str) -> None:
    assert list(of_a_match(ast.walk(ast.parse(said))))


def test_lint_looks_at_the_program_and_not_at_the_room_of_a_match() -> None:
    assert [path for path in files("domain") if OWN_ROOM in path.parents]
    assert any(of_a_match(nodes(path)) for path in sorted(Path(OWN_ROOM).glob("*.py")))
