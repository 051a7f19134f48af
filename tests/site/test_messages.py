"""Every message of every page is there in every language."""

import re

import pytest

from api.site.frame.languages import Language
from api.site.frame.sentences import SENTENCES
from tests.site.messages import ROOMS, TRANSLATED, Message, file_of, messages, translated

_NAMED = re.compile(r"%\((\w+)\)s")


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_is_missing_and_none_is_left_over(language: Language, room: str) -> None:
    """`python -m tests.site.messages` brings the catalogues up to date."""
    has = translated(language, room)
    assert {one for one in messages(room) if not _texts(has.get(one))} == set()
    assert set(has) - set(messages(room)) == set()
    assert {path.stem for path in file_of(language, room).parent.iterdir()} == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_names_what_its_message_names(language: Language, room: str) -> None:
    """What was wrong may be told without naming all of it."""
    wrong = [message for message, told in translated(language, room).items() if _named(told) != _named(message)]
    assert [one for one in wrong if room != SENTENCES or _named(translated(language, room)[one]) - _named(one)] == []


def _named(told: Message) -> set[str]:
    """What the text, or any of its plural forms, names."""
    return set(_NAMED.findall(" ".join(_texts(told))))


def _texts(told: Message | None) -> tuple[str, ...]:
    """The text, or its plural forms; nothing where one of them is not translated."""
    texts = (told,) if isinstance(told, str) else tuple(told or ())
    return texts if all(texts) else ()
