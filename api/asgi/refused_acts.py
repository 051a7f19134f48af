"""Of functions that refuse acts in a format, what belongs to which act: `match act` has an arm for each kind."""

import ast
import inspect
import textwrap
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from types import FunctionType
from typing import get_args

from domain.formats.contract import acts

ACTS: Mapping[str, type] = {kind.__name__: kind for each in get_args(acts.Act) for kind in (get_args(each) or (each,))}
"""By name, the kinds of what somebody asks to do."""


@cache
def arms_of(function: FunctionType) -> Mapping[str, frozenset[str]]:
    """By the name of an act, what the arms for it name; empty where the function looks at no act. What is named outside
    of these arms belongs to every act, and stands under no name."""
    if "act" not in function.__code__.co_names + function.__code__.co_varnames:
        return {}
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    found: dict[str, frozenset[str]] = {}
    for arm in (arm for each in ast.walk(tree) for arm in _arms(each)):
        named = frozenset(_last_names([*arm.body, *([arm.guard] if arm.guard else [])]))
        for act in _acts_in(arm.pattern):
            found[act] = found.get(act, frozenset()) | named
    return found


def names_of_others(function: FunctionType, asked: Collection[str]) -> frozenset[str]:
    """The names that are only in arms that are for none of the acts that are `asked`."""
    arms = arms_of(function)
    if not arms:
        return frozenset()
    own = frozenset[str]().union(*(named for act, named in arms.items() if act in asked))
    return frozenset[str]().union(*arms.values()) - own - _outside(function)


@cache
def _outside(function: FunctionType) -> frozenset[str]:
    """The names in the function outside of the arms for acts."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    for each in ast.walk(tree):
        if isinstance(each, ast.Match):
            each.cases = [arm for arm in each.cases if not _acts_in(arm.pattern)]
    return frozenset(_last_names([tree]))


def _arms(node: ast.AST) -> Iterator[ast.match_case]:
    if isinstance(node, ast.Match):
        yield from (arm for arm in node.cases if _acts_in(arm.pattern))


def _acts_in(pattern: ast.pattern) -> list[str]:
    """The acts that the pattern is for; none where it takes any."""
    named = (each.cls for each in ast.walk(pattern) if isinstance(each, ast.MatchClass))
    return [name for name in map(_last_name, named) if name in ACTS]


def _last_names(nodes: Collection[ast.AST]) -> Iterator[str]:
    for each in (inner for node in nodes for inner in ast.walk(node)):
        if isinstance(each, ast.Name | ast.Attribute):
            yield _last_name(each)


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
