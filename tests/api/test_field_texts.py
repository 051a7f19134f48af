"""Every field of every request and answer says what it means, once, and more than its name and type do."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from api.asgi.field_texts import documents_by_schema, entry_by, properties
from api.documents.fields import FILES, TEXTS, named_texts
from tests.api.support import documents, unserved_app

DOCUMENT: dict[str, Any] = json.loads(documents().openapi)
SCHEMAS = DOCUMENT["components"]["schemas"]
LONGEST_SENTENCE = 25
_EMPTY = frozenset(
    re.findall(
        r"\w+",
        """a an and are array as at be boolean by for from has have in integer is it its number object of on or string
        text that the there this to true false value was what when whether which who with""",
    )
)


def says_more(name: str, text: str) -> bool:
    """Whether the text says more than the name of its field, or of its type."""
    words = {_stem(word) for word in re.findall(r"[a-z]+", text.lower())} - {_stem(word) for word in _EMPTY}
    return len(words - {_stem(word) for word in name.lower().split("_")}) >= 1


def _stem(word: str) -> str:
    return word.removesuffix("s").removesuffix("ed")


def parameters() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each parameter of an operation, with the operation's name."""
    for methods in DOCUMENT["paths"].values():
        for operation in methods.values():
            for one in operation.get("parameters", ()):
                shared = DOCUMENT["components"]["parameters"]
                yield operation["operationId"], shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one


def test_fields_are_all_described() -> None:
    found = {f"{schema}.{name}": told.get("description", "") for schema, name, told in properties(SCHEMAS)}
    assert [name for name, text in found.items() if not says_more(name.rpartition(".")[2], text)] == []
    assert len(found) > 3_000


def test_parameters_are_all_described() -> None:
    found = {f"{operation} {told['name']}": told.get("description", "") for operation, told in parameters()}
    assert [name for name, text in found.items() if not text] == []
    assert len(found) > 1_000


def test_texts_of_fields_are_all_used_and_written_once() -> None:
    shown = documents_by_schema(unserved_app())
    used = {entry_by(shown.get(schema), name) for schema, name, _ in properties(SCHEMAS)}
    assert set(TEXTS) - used == set(), "no document has these fields"
    written = [name for file in FILES for names in named_texts(file) for name in names.split()]
    assert len(written) == len(set(written))


def test_texts_of_fields_are_plain() -> None:
    assert {name: text for name, text in TEXTS.items() if not is_plain(text)} == {}


def is_plain(text: str) -> bool:
    """Whether it is made of short sentences, of today's words."""
    sentences = re.split(r"(?<=[.!?:;])\s", text)
    begins = all(one[0].isupper() or one[0] in "`0123456789" for one in re.split(r"(?<=[.!?])\s", text))
    short = all(len(one.split()) <= LONGEST_SENTENCE for one in sentences)
    return begins and text.endswith(".") and short and re.search(r"\b(whoever|whom|anew|(is|are) told)\b", text) is None


@pytest.mark.parametrize(
    "text", ["of the match", "The match", "The person whom it is for.", "It is told later.", "Word " * 26 + "end."]
)
def test_texts_that_are_not_plain_are_found(text: str) -> None:
    assert not is_plain(text)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("played_at", "The played at.", False),
        ("played_at", "When it was played.", False),
        ("played_at", "When the match was played, in UTC.", True),
        ("rating", "The rating.", False),
        ("length", "", False),
        ("length", "An integer.", False),
        ("length", "The match length in points.", True),
    ],
)
def test_text_that_repeats_name_or_type_says_nothing(name: str, text: str, says: bool) -> None:
    assert says_more(name, text) == says
