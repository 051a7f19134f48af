"""A language that marks whatever pages have translated: what is there without a mark was given to no translator.

Each message is told as `⟦message⟧`, but for what it names. What is left besides marks, names and numbers is text that
readers of other languages are shown in English.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from gettext import NullTranslations
from html.parser import HTMLParser

import pytest
from babel import Locale

from api.site.frame import languages, sentences, templates, words

LANGUAGE: languages.Language = "da"
"""In whose place it is told: numbers and days are written as in that."""
_NAMED = re.compile(r"(%\(\w+\)s|%%)")
_MARKED = re.compile("⟦[^⟦⟧]*⟧")
_WORDS = re.compile(r"[^\W\d_]{2,}")
_SPACE = re.compile(r"\s+")
_NO_TEXT = frozenset({"script", "style", "code", "pre", "bdi", "q", "textarea"})
"""Programs, and elements that hold what somebody has typed."""
_ATTRIBUTES = ("title", "aria-label", "placeholder", "alt", "label", "content")
_BUTTONS = ("submit", "button", "reset")
_EMPTY = frozenset({"input", "meta", "link", "br", "hr", "img", "col"})


def marked(text: str) -> str:
    """The text with marks around all but what it names."""
    return "".join(piece if _NAMED.fullmatch(piece) else f"⟦{piece}⟧" for piece in _NAMED.split(text) if piece)


class Marking(NullTranslations):
    """Tells each message with its marks."""

    def gettext(self, message: str) -> str:
        return marked(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return marked(msgid1 if n == 1 else msgid2)


@contextmanager
def marking() -> Iterator[None]:
    """All pages of this process are told so."""
    told = {one: marked(one) for one in sentences._translated_sentences(LANGUAGE)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(languages, "NullTranslations", Marking)
        patch.setattr(languages, "message_files", lambda _: [])
        patch.setattr(sentences, "_translated_sentences", lambda _: told)
        _forget()
        yield
    _forget()


def _forget() -> None:
    for kept in (
        languages.translations,
        templates.environment,
        words.word_in,
        sentences._sentences,
        sentences._by_beginning,
    ):
        kept.cache_clear()


def _days() -> Iterator[str]:
    locale = Locale.parse(LANGUAGE)
    for told in (locale.months, locale.days):
        for width in ("wide", "abbreviated"):
            yield from (name.strip(".") for name in told["format"][width].values())


_DAYS = frozenset(_days())


@dataclass
class _Texts(HTMLParser):
    """The texts of a page that are seen or heard, and the elements that the reading is in, each with its language."""

    found: list[str] = field(default_factory=list)
    within: list[tuple[str, str | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag not in _EMPTY:
            self.within.append((tag, None if tag == "html" else told.get("lang")))
        shown = (*_ATTRIBUTES, "value") if told.get("type") in _BUTTONS else _ATTRIBUTES
        if tag != "meta" or told.get("name") == "description":
            self.found += [text for name in shown if (text := told.get(name))]

    def handle_endtag(self, tag: str) -> None:
        while self.within and self.within.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        tongues = {lang for _, lang in self.within if lang}
        if not tongues - {"en"} and not any(tag in _NO_TEXT for tag, _ in self.within):
            self.found.append(data)


def unmarked(page: str, known: "re.Pattern[str]") -> set[str]:
    """The texts of the page that nobody translates, but for what is known to be no text of pages."""
    parser = _Texts()
    parser.feed(_MARKED.sub(" ", page))
    return {text for text in parser.found if _has_words(known.sub(" ", _SPACE.sub(" ", text)))}


def _has_words(text: str) -> bool:
    return any(one.lower() not in _DAYS for one in _WORDS.findall(text))
