"""The words that documents use for a status, a format or a criterion, as readers are told them."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context

from api.http.problems import CATALOGUE
from api.site.frame.languages import Language, translations
from api.site.words import announcement, commands, desk, frame, history, office, public
from api.site.words.problems import MESSAGES, ON_PAGES

WORDS: Mapping[str, Mapping[Any, str]] = {
    **frame.WORDS,
    **public.WORDS,
    **desk.WORDS,
    **commands.WORDS,
    **announcement.WORDS,
    **office.WORDS,
    **history.WORDS,
}

_NAMED = re.compile(r"%\\\((\w+)\\\)s")
_NOT_SHOWN = frozenset({"champion", "in", "third", "stage"})
"""Numbers that a table is ranked by, and tells by the marks of its lines."""


@pass_context
def word(context: Context, value: Any, kind: str) -> str:  # noqa: ANN401 -- a text or a number
    """What readers are told for that value of that kind. Raises KeyError for one that has no words."""
    return _word(context["language"], value, kind)


@cache
def _word(language: Language, value: Any, kind: str) -> str:  # noqa: ANN401 -- likewise
    return translations(language).gettext(WORDS[kind][value])


@pass_context
def happened(context: Context, topic: str) -> str:
    """What readers are told has happened by an event of that topic, whatever its version."""
    return word(context, topic.rpartition(".")[0], "happened")


def has_word(value: str, kind: str) -> bool:
    """Whether there are words for that value of that kind: some kinds tell of a few values only."""
    return value in WORDS[kind]


@pass_context
def problem_word(context: Context, status: int) -> str:
    """What readers are told of a problem with that status."""
    known = WORDS["problem"]
    return word(context, status if status in known else 500 if status >= 500 else 400, "problem")


def waiting_place(kind: str) -> str:
    """The step of the desk at which that is settled, behind the tournament's address."""
    return desk.WAITING_PLACE.get(kind, "")


@pass_context
def refusal_words(context: Context, refused: Mapping[str, Any]) -> list[str]:
    """What is wrong and what to do next, by the refusal's kind, in the page's language; nothing where that is not
    translated, as it never is into English."""
    texts = [text for text in (refused.get("title"), refused.get("advice")) if text]
    told = [translations(context["language"]).gettext(text) for text in texts]
    return told if all(ours != text for ours, text in zip(told, texts, strict=True)) else []


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The messages that have words, each as what matches it."""
    return tuple((re.compile(_NAMED.sub(r"(?P<\1>.+?)", re.escape(one))), told) for one, told in MESSAGES.items())


@pass_context
def message_words(context: Context, message: str) -> str:
    """What readers are told for a message about something typed; empty where it has no words. It may name the field
    first."""
    for pattern, told in _patterns():
        if found := pattern.fullmatch(message):
            named = {name: _labelled(context, text) for name, text in found.groupdict().items()}
            return translations(context["language"]).gettext(told) % named
    field, _, rest = message.partition(": ")
    inner = message_words(context, rest) if rest else ""
    return inner and f"{_labelled(context, field)}: {inner}"


def on_page(refused: Mapping[str, Any]) -> str:
    """What to do next about a refusal, in English, as it is done from a page; empty where nothing is advised."""
    return ON_PAGES.get(str(refused.get("type", "")).rpartition("/")[2], str(refused.get("advice", "")))


@pass_context
def place_typed(context: Context, pointer: str) -> str:
    """Where in a form something is wrong, by the labels of the form: of `/command/remedies/0/points` what is ordered,
    the first of it, its points."""
    parts = [part for part in pointer.split("/") if part not in ("", "command")]
    return ", ".join(str(int(part) + 1) if part.isdecimal() else _labelled(context, part) for part in parts)


def _labelled(context: Context, name: str) -> str:
    kind = next((kind for kind in ("field", "setting", "remedy") if name in WORDS[kind]), None)
    return word(context, name, kind) if kind else name


def columns(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """The numbers that stand in a table, in which those who are out of a later stage have others than those in it."""
    return [name for name in dict.fromkeys(name for row in rows for name in row["values"]) if name not in _NOT_SHOWN]


def number_of(values: Mapping[str, Any], name: str) -> Any:  # noqa: ANN401 -- a number or a text
    """A number of a line, as its table shows it: whoever is still in went out in no round, and has none to be told."""
    told = values.get(name, "")
    return "–" if name == "round" and told == 0 else told


@pass_context
def problem_title(context: Context, slug: str) -> str:
    """What the kind of problem with that slug is called, in English where it is not translated."""
    return translations(context["language"]).gettext(CATALOGUE.kinds[slug].title)


FILTERS: Mapping[str, Callable[..., Any]] = {
    "word": word,
    "has_word": has_word,
    "happened": happened,
    "problem_word": problem_word,
    "waiting_place": waiting_place,
    "columns": columns,
    "number_of": number_of,
    "problem_title": problem_title,
    "place_typed": place_typed,
    "refusal_words": refusal_words,
    "on_page": on_page,
    "message_words": message_words,
}
