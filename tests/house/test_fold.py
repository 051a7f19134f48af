"""The fold asks no rule: nothing that lays events comes upon a refusal (ALL-11)."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from tests.house import source

DOMAIN = Path("domain")
_PLACES = ("*/evolve.py", "*/evolve/*.py", "match/*.py", "*/state.py")
FOLDS = tuple(path for place in _PLACES for path in DOMAIN.glob(place))
"""What lays events on states, and the record of a match that it lays them in."""

Name = tuple[str, str]
"""A function or class: its module and its name there."""


def module_of(path: Path) -> str:
    return ".".join(path.with_suffix("").parts)


@cache
def names_used() -> Mapping[Name, frozenset[Name]]:
    """By each function and class of the domain, the names of the domain that it uses, be they called or raised."""
    used: dict[Name, frozenset[Name]] = {}
    for path in sorted(DOMAIN.rglob("*.py")):
        module, tree = module_of(path), source.tree(path)
        meant = dict(_meant(module, tree))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                used[module, node.name] = frozenset(_used(node, meant))
    return used


def _meant(module: str, tree: ast.Module) -> Iterator[tuple[str, Name]]:
    """What the names of a module stand for; those of a module itself stand for it."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, (module, node.name)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield alias.asname or alias.name, (node.module, alias.name)


def _used(node: ast.AST, meant: Mapping[str, Name]) -> Iterator[Name]:
    for inner in ast.walk(node):
        match inner:
            case ast.Name(id=name) if name in meant:
                yield meant[name]
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in meant:
                yield ".".join(meant[module]), name


def reached(roots: set[Name]) -> Mapping[Name, Name]:
    """All that these use, directly or not, each with what uses it."""
    found, waiting = dict.fromkeys(roots, ("", "")), list(roots)
    while waiting:
        user = waiting.pop()
        for name in sorted(names_used().get(user, ())):
            if name not in found:
                found[name] = user
                waiting.append(name)
    return found


def test_nothing_that_lays_an_event_comes_upon_a_refusal() -> None:
    folds = {module_of(path) for path in FOLDS}
    found = reached({name for name in names_used() if name[0] in folds})
    assert len(found) > 300
    assert [(user, name) for name, user in found.items() if name[1] == "Refused" or "problems" in name[0]] == []


def test_values_of_the_domain_are_copied_by_its_own_function() -> None:
    """The library's `replace` takes ten times as long, and laying events is mostly that."""
    copying = Path("domain/kernel/replacing.py")
    found = [
        str(path)
        for path in sorted(DOMAIN.rglob("*.py"))
        for node in source.nodes(path)
        if path != copying and isinstance(node, ast.ImportFrom | ast.Import | ast.Attribute) and _copies(node)
    ]
    assert found == []


def _copies(node: ast.ImportFrom | ast.Import | ast.Attribute) -> bool:
    match node:
        case ast.ImportFrom(module="dataclasses"):
            return "replace" in [alias.name for alias in node.names]
        case ast.Attribute(value=ast.Name(id="dataclasses"), attr="replace"):
            return True
        case _:
            return False
