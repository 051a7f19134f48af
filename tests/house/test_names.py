"""Names of functions say what they do or give: a verb with its object, or a noun; no bare participle (`shown`).
Names of tests begin with their subject."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.house import source

_PARTICIPLE = re.compile(
    "begun|bound|brought|built|chosen|come|done|drawn|fallen|found|given|gone|grown|held|hidden|kept|known|laid|left|"
    "lost|made|met|paid|put|read|said|seen|sent|set|shown|spent|split|taken|thrown|told|won|written|[a-z]+ed"
)
_NO_PARTICIPLE = frozenset({"feed", "need", "seed", "speed", "embed", "exceed", "proceed"})
_BEFORE_A_SUBJECT = re.compile(
    "after|also|as|at|because|before|between|by|during|for|from|how|however|if|in|it|nor|of|on|once|otherwise|outside|"
    "since|that|there|they|to|under|unless|until|what|whatever|when|where|whether|which|while|who|whoever|whom|whose|"
    "why|with|within|without"
)
_AFTER = re.compile("after|as|at|back|before|by|for|from|in|of|off|on|out|over|to|up|with")


def is_bare(name: str) -> bool:
    """Whether the name is a participle alone, or one with a preposition and nothing after it."""
    first, *rest = name.split("_")
    if first in _NO_PARTICIPLE or not _PARTICIPLE.fullmatch(first):
        return False
    return not rest or (len(rest) == 1 and _AFTER.fullmatch(rest[0]) is not None)


HELD = ("domain", "projections", "api")
"""Folders whose functions are named so, private ones too."""
PRIVATE_ALONE = "api"
"""There this holds for private ones."""
_SAME_VERB = ("put", "read")
"""As methods these are verbs: `ledger.put(match)`, `log.read(after)`."""


def bare() -> Iterator[str]:
    """The functions and methods that have such a name. A property may read as an adjective of its object."""
    for path in source.files(*HELD):
        for node in source.functions(path):
            if is_property(node) or not is_bare(node.name.lstrip("_")):
                continue
            is_held = node.name.startswith("_") or not path.is_relative_to(source.ROOT / PRIVATE_ALONE)
            if is_held and (node in source.tree(path).body or node.name not in _SAME_VERB):
                yield f"{source.name(path, node.lineno)} {node.name}"


def is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether it is read as a field is."""
    return any("property" in ast.unparse(one) for one in node.decorator_list)


def test_functions_and_methods_are_named_by_a_verb_with_its_object_or_a_noun() -> None:
    assert list(bare()) == []


@pytest.mark.parametrize("name", ["shown", "read_from", "conceded_by", "settled", "taken_back"])
def test_bare_participle_is_found(name: str) -> None:
    assert is_bare(name)


@pytest.mark.parametrize("name", ["seed", "read_trf", "changed_matches", "seal_secret", "feed_of", "begun_matches"])
def test_name_with_an_object_is_free(name: str) -> None:
    assert not is_bare(name)


def test_test_begins_with_its_subject() -> None:
    tests = [
        f"{source.name(path, node.lineno)} {node.name}"
        for path in source.files("tests")
        for node in ast.walk(source.tree(path))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        if _BEFORE_A_SUBJECT.fullmatch(node.name.split("_")[1])
    ]
    assert tests == []
