"""The messages that people read, on pages and in refusals, are in plain words and short sentences."""

import re

import pytest

from tests.site.messages import ROOMS, messages

LONGEST = 25
_SENTENCE = re.compile(r"(?<=[.!?:;])\s+")
_PLACE = re.compile(r"%\(\w+\)s|`[^`]*`")
_OLD = re.compile(r"\b(whoever|whom|anew|stands?|particulars|(?:is|are|was|were|be|been) told)\b", re.IGNORECASE)
OF_THE_RULES = re.compile(r"\b(?:double|ruling|result|play)\b.*\bstands?\b")
"""The rules themselves say that a double, a ruling, a result or a play stands."""


def said(room: str) -> list[str]:
    """The messages of a room as people read them, each form of a plural for itself."""
    texts = [text for one in messages(room) for text in ((one,) if isinstance(one, str) else one)]
    return [_PLACE.sub("X", text) for text in texts]


@pytest.mark.parametrize("room", ROOMS)
def test_messages_use_words_of_an_ordinary_product(room: str) -> None:
    assert [text for text in said(room) if _OLD.search(text) and not OF_THE_RULES.search(text)] == []


@pytest.mark.parametrize("room", ROOMS)
def test_messages_have_sentences_of_25_words_at_most(room: str) -> None:
    sentences = [sentence for text in said(room) for sentence in _SENTENCE.split(text)]
    assert [sentence for sentence in sentences if len(sentence.split()) > LONGEST] == []


def test_messages_are_many() -> None:
    assert sum(len(said(room)) for room in ROOMS) > 3_000


@pytest.mark.parametrize("text", ["Whoever has no key asks.", "It stands there.", "The operator is told."])
def test_old_word_is_found(text: str) -> None:
    assert _OLD.search(text)
