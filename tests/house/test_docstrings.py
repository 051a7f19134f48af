"""Docstrings begin with their subject, in short sentences and plain words."""

import ast
import re
from collections.abc import Iterator

from tests.house.source import classes, files, functions, name, nodes

_OF_SITE = ("frame", "hall", "login", "office", "pictures", "replay")
_OF_API = ("analysis", "asgi", "examples", "http", "pages", "queries", *(f"site/{one}" for one in _OF_SITE))
FINISHED = ("domain", "projections", "ops", *(f"api/{one}" for one in _OF_API))
"""Folders in which the docstring of every function and class does; others have some left that begin as a question."""
PLAIN = ("domain/tournament",)
"""Folders in which all docstrings do, of classes, modules and names too, and are short and plain."""
MOST_WORDS = 24
_QUESTION = re.compile(r"(What|Who|Whom|Whose|How)\b")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|;\s|\n\n|\n- ")
_OLD_WORD = re.compile(r"\b(told|laid|stands|whoever|whom|anew)\b")
_CODE = re.compile(r"`[^`]*`")


def docstrings() -> Iterator[tuple[str, str]]:
    """Every docstring of those folders, with its place."""
    for path in files(*PLAIN):
        for node in nodes(path):
            match node:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield name(path, node.lineno), text


def sentences(text: str) -> list[str]:
    """The sentences of a docstring; what follows a semicolon is one of its own."""
    return _SENTENCE.split(text)


def test_docstrings_of_functions_and_classes_begin_with_their_subject() -> None:
    every = [(path, one) for path in files(*FINISHED) for one in (*functions(path), *classes(path))]
    assert len(every) > 1_000
    found = [(path, one) for path, one in every if _QUESTION.match(ast.get_docstring(one, clean=False) or "")]
    assert [name(path, one.lineno) for path, one in found] == []


def test_docstrings_of_plain_folders_begin_with_their_subject() -> None:
    every = list(docstrings())
    assert len(every) > 1_000
    assert [place for place, text in every if _QUESTION.match(text)] == []


def test_sentences_of_docstrings_are_short() -> None:
    long = [(place, one) for place, text in docstrings() for one in sentences(text) if len(one.split()) > MOST_WORDS]
    assert long == []


def test_docstrings_use_plain_words() -> None:
    found = [(place, _OLD_WORD.findall(_CODE.sub("", text))) for place, text in docstrings()]
    assert [(place, words) for place, words in found if words] == []


def test_sentence_is_counted_to_its_end() -> None:
    assert sentences("The state. It is kept; so is `a` (TD-9).") == ["The state.", "It is kept", "so is `a` (TD-9)."]
