"""What was wrong with something, as whatever has found it says so in English, told in the language of the page.

Some sentences are told otherwise on pages, in English too (`words/problems.py`). All others are translated as they are:
`languages/<language>/sentences.po` has them, with names in place of what each tells of.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Self

from jinja2 import pass_context
from jinja2.runtime import Context

from api.site.frame.languages import Language, catalogue, message_files, translations
from api.site.frame.words import WORDS, word
from api.site.frame.written import day, moments, number
from api.site.words.problems import MESSAGES
from domain.formats.registry import KINDS

SENTENCES = "sentences"
"""The catalogue that has them."""
_NAME = re.compile(r"%\((\w+)\)s")
_SLUG = re.compile(r"[a-z]+(?:[-_][a-z]+)*")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_LISTED = re.compile(r"(, | and | or )")
_MORE = re.compile(r"(?P<first>.+) and (?P<number>[0-9]+) more")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_KEY = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")
_WITHIN = frozenset({"detail", "problem", "wrong"})
"""Names of what is a sentence itself."""
_DEEPEST = 3
"""How often a sentence is looked for within another: anyone who sends what is told can put very many into it."""
_BEGINNING = 6
"""By so many characters sentences are looked for."""
_NUMBERS = frozenset({"limit", "largest_change", "most_k_steps", "rows", "points", "points_2"})
"""Names of numbers that nobody types again, as those of matches are."""
_TYPED = frozenset(
    {"taken", "all", "columns", "missing", "unknown", "kinds", "known", "tag", "code", "result", "result_2"}
)
"""Names of what is typed into lists, where only the words of programs are read."""
_KINDS = (
    *("entry_status", "status", "ruling", "told", "remedy", "format", "form", "role", "side", "match_status"),
    *("decision", "option", "ended", "policy", "field", "setting"),
)
"""The kinds of words that sentences name things by; the first that has one for it tells it."""
_CHOSEN = ("verification", "pairings_shown", "replays_shown", "choice", "yes_or_no", "pool", "rating_class")
"""Further kinds of words for what is chosen in forms."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """The text between the names in a sentence, from its beginning to its end, and these names in their order."""

    between: Sequence[str]
    names: Sequence[str]

    @classmethod
    def of(cls, message: str) -> Self:
        """That of a message with `%(name)s` where it names something."""
        parts = _NAME.split(message)
        return cls(parts[::2], parts[1::2])

    def found_in(self, message: str) -> Mapping[str, str] | None:
        """The values in the message, by name, each as short as can be; None where it is another sentence. It is gone
        through once, whatever has been put into it."""
        if not self.names:
            return {} if message == self.between[0] else None
        first, *middle, last = self.between
        begin, end, named = len(first), len(message) - len(last), list[str]()
        if not (message.startswith(first) and message.endswith(last)):
            return None
        for text in middle:
            place = message.find(text, begin + 1, end)
            if place < 0:
                return None
            named.append(message[begin:place])
            begin = place + len(text)
        return None if begin >= end else dict(zip(self.names, (*named, message[begin:end]), strict=True))


@pass_context
def message_words(context: Context, message: str) -> str:
    """The readers' words for the message; empty where it has no words. It may name the field first."""
    return _words(context, message, 0)


def _words(context: Context, message: str, depth: int) -> str:
    if depth > _DEEPEST:
        return ""
    told = _translate(context, message, depth) or _within(context, message, depth)
    if told:
        return told
    field, _, rest = message.partition(": ")
    inner = _words(context, rest, depth + 1) if rest else ""
    return inner and f"{labelled(context, field)}: {inner}"


def _within(context: Context, message: str, depth: int) -> str:
    """The same for what is told as a sentence, but known without its capital and its full stop."""
    told = _translate(context, message[:1].lower() + message[1:-1], depth) if message.endswith(".") else ""
    return told and f"{told[:1].upper()}{told[1:]}."


def _translate(context: Context, message: str, depth: int) -> str:
    for sentence, words in _candidates(context["language"], message):
        found = sentence.found_in(message)
        if found is None:
            continue
        named = {name: _translate_name(context, name, text, depth) for name, text in found.items()}
        if all(named.values()):
            return words % named
    return ""


def _translate_name(context: Context, name: str, text: str, depth: int) -> str:
    """The names in a sentence, as readers are told them; empty where it is a sentence that has no words."""
    if name in _WITHIN:
        return _words(context, text, depth + 1)
    if name == "field":
        return _gettext(context, labelled(context, text))
    if name in _TYPED or _QUOTED.fullmatch(text):
        return text
    if found := _MORE.fullmatch(text):
        first = _translate_list(context, found["first"])
        return _gettext(context, "%(first)s and %(number)s more") % {"first": first, "number": found["number"]}
    if name in _NUMBERS and _NUMBER.fullmatch(text):
        return number(context, text)
    return day(context, text) if _DAY.fullmatch(text) else _translate_list(context, moments(context, text))


def _translate_list(context: Context, text: str) -> str:
    return "".join(_one(context, each) for each in _LISTED.split(text))


def _one(context: Context, text: str) -> str:
    """A word for it, where it is a word of programs."""
    if _LISTED.fullmatch(text):
        return text.replace(text.strip(), _gettext(context, text.strip()))
    kind = next((kind for kind in _KINDS if text in WORDS[kind]), None)
    return word(context, text, kind) if kind else _gettext(context, text) if _SLUG.fullmatch(text) else text


def _gettext(context: Context, text: str) -> str:
    return translations(context["language"]).gettext(text)


@cache
def _sentences(language: Language) -> Sequence[tuple[Sentence, str]]:
    """Each sentence, and how it is told: first those that have most words of their own."""
    in_words = translations(language).gettext
    known = {**_translated_sentences(language), **{message: in_words(told) for message, told in MESSAGES.items()}}
    made = ((Sentence.of(sentence), told) for sentence, told in known.items())
    return tuple(sorted(made, key=lambda one: -sum(map(len, one[0].between))))


@cache
def _by_beginning(language: Language) -> Mapping[str, Sequence[tuple[Sentence, str]]]:
    """The same by how they begin, each with the shorter beginnings that these begin with; those are by "", too."""
    known = [(sentence.between[0][:_BEGINNING], (sentence, words)) for sentence, words in _sentences(language)]
    long = {beginning for beginning, _ in known if len(beginning) == _BEGINNING}
    found = {begins: tuple(one for beginning, one in known if begins.startswith(beginning)) for begins in long}
    return {**found, "": tuple(one for beginning, one in known if len(beginning) < _BEGINNING)}


def _candidates(language: Language, message: str) -> Sequence[tuple[Sentence, str]]:
    """The sentences that can be the message: there are a thousand, and few that begin as it does."""
    known = _by_beginning(language)
    return known.get(message[:_BEGINNING], known[""])


def _translated_sentences(language: Language) -> dict[str, str]:
    """The sentences that are translated as they are."""
    files = (path for path in message_files(language) if path.stem == SENTENCES)
    return {str(one.id): str(one.string) for path in files for one in catalogue(path) if one.id and one.string}


@pass_context
def place_typed(context: Context, pointer: str) -> str:
    """Where in a form something is wrong, by the labels of the form: of `/command/remedies/0/points` what is ordered,
    the first of it, its points."""
    parts = pointer.removeprefix("/command").strip("/").split("/")
    parts = [part for part in parts if part and not (part == parts[0] and part in WORDS["command"])]
    parts = [part for before, part in pairwise(("", *parts)) if before != "format" or part not in KINDS]
    return ", ".join(str(int(part) + 1) if part.isdecimal() else labelled(context, part) for part in parts)


def labelled(context: Context, name: str) -> str:
    """The form's label of the field with that name; the name where no form has one."""
    kind = next((kind for kind in ("field", "setting", "remedy", "typed_field") if name in WORDS[kind]), None)
    return word(context, name, kind) if kind else name


@pass_context
def settings_labelled(context: Context, text: str) -> str:
    """The text with what a form calls the settings that it names as programs do, without what an empty one means."""

    def called(found: re.Match[str]) -> str:
        name = found[0]
        return f"“{word(context, name, 'setting').partition(';')[0]}”" if name in WORDS["setting"] else name

    return _KEY.sub(called, text)


@pass_context
def field_typed(context: Context, name: str) -> str:
    """The form's label of the field that it sends under that name: `remedies.2.points` as above, and `score-4` as the
    score of the fourth."""
    parts = re.split(r"[.]|-(?=[0-9]+$)", name)
    told = (
        word(context, one, "typed_field") if one in WORDS["typed_field"] else labelled(context, one) for one in parts
    )
    return (", " if "." in name else " ").join(told)


@pass_context
def text_typed(context: Context, text: str) -> str:
    """The text that was typed, or the form's label of what was chosen."""
    kind = next((kind for kind in (*_KINDS, *_CHOSEN) if text in WORDS[kind]), None)
    return word(context, text, kind) if kind else text


FILTERS: Mapping[str, Callable[..., Any]] = {
    "message_words": message_words,
    "place_typed": place_typed,
    "settings_labelled": settings_labelled,
    "field_typed": field_typed,
    "text_typed": text_typed,
}
