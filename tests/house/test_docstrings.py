"""The docstring of a public function begins with its subject."""

import ast
import re

from tests.house.source import files, functions, name

FINISHED = ("domain", "projections")
"""Other folders still have some that begin as a question does."""
_QUESTION = re.compile(r"(What|Who|Whom|Whose|How)\b")


def test_docstring_of_a_public_function_begins_with_its_subject() -> None:
    public = [(path, one) for path in files(*FINISHED) for one in functions(path) if not one.name.startswith("_")]
    assert len(public) > 1_000
    found = [(path, one) for path, one in public if _QUESTION.match(ast.get_docstring(one, clean=False) or "")]
    assert [name(path, one.lineno) for path, one in found] == []
