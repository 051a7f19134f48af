"""The words that documents use for a status, a format or a criterion, as readers are told them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context

from api.http.problems import CATALOGUE
from api.site.frame.languages import Language, translations
from api.site.pictures.bracket import seeds
from api.site.words import announcement, commands, desk, frame, history, office, public, replay
from api.site.words.problems import ON_PAGES
from domain.formats.tie_breaks.criteria import NO_QUOTIENT, UNBOUNDED, WHOLE
from domain.scoring.result import TO_POINTS, Form

WORDS: Mapping[str, Mapping[Any, str]] = {
    **frame.WORDS,
    **public.WORDS,
    **desk.WORDS,
    **commands.WORDS,
    **announcement.WORDS,
    **office.WORDS,
    **history.WORDS,
    **replay.WORDS,
}

_MARKS = frozenset({"champion", "counted", "got_to", "in", "third"})
"""Numbers that tell readers no more than that one line is above another."""
_NOT_SHOWN = frozenset({*_MARKS, "stage", "error_rates"})
"""Numbers that a table is ranked by, and tells by the marks of its lines; and what a mean is made of."""
_WITHOUT_PLAY = ("default", "both-lost", "drawn-by-default")
_DECIMALS = {"points_quotient": 2, "error_rate": 3}
"""How many a number has that is told in thousand-millionths."""


@pass_context
def word(context: Context, value: Any, kind: str) -> str:  # noqa: ANN401 -- a text or a number
    """The readers' words for that value of that kind. Raises KeyError for one that has no words."""
    named = context.get("named_pools", {}).get(value) if kind == "pool" else None
    return named or word_in(context["language"], value, kind)


_NAMED_BY_A_FEDERATION = ("policy", "pool")
"""What a federation gives keys of its own: they are read as they were given, unless it names them too."""


@cache
def word_in(language: Language, value: Any, kind: str) -> str:  # noqa: ANN401 -- likewise
    if kind in _NAMED_BY_A_FEDERATION and value not in WORDS[kind]:
        return str(value)
    return translations(language).gettext(WORDS[kind][value])


@pass_context
def place_word(context: Context, slot: str) -> str:
    """The name of a place of a bracket: `upper 2-1` where there are several, else `2-1`."""
    return of_bracket(context, slot) or slot


@pass_context
def of_bracket(context: Context, slot: str | None) -> str:
    """In which of several brackets a place is, as `upper 2-1`, or for which stage a play-off is;
    empty where there are no several, or no place."""
    parts = (slot or "").split("-")
    named = (("-".join(parts[:most]), "-".join(parts[most:])) for most in range(len(parts) - 1, 0, -1))
    return next((f"{word(context, one, 'in_bracket')} {at}" for one, at in named if has_word(one, "in_bracket")), "")


def is_if_needed(slot: Mapping[str, Any]) -> bool:
    """Whether the two of one match are to meet there again, so that it is played only if that one decides nothing."""
    first, second = slot["seats"]
    is_open = first["entry"] is None and second["entry"] is None and first["waits_for"] is not None
    return is_open and first["waits_for"] == second["waits_for"] and not first["waits_for"].startswith("round-")


@pass_context
def happened(context: Context, topic: str) -> str:
    """The readers' words for an event of that topic, whatever its version."""
    return word(context, topic.rpartition(".")[0], "happened")


def has_word(value: str, kind: str) -> bool:
    """Whether there are words for that value of that kind: some kinds tell of a few values only."""
    return value in WORDS[kind]


@pass_context
def problem_word(context: Context, status: int) -> str:
    """The readers' word for a problem with that status."""
    known = WORDS["problem"]
    return word(context, status if status in known else 500 if status >= 500 else 400, "problem")


def waiting_place(one: Mapping[str, Any]) -> str:
    """The address of the page at which that is settled: the step of the desk, or the player's own."""
    before = "/tournaments" if one["kind"] == "entry-to-confirm" else "/desk"
    return f"{before}/{one['tournament']}{desk.WAITING_PLACE.get(one['kind'], '')}"


@pass_context
def refusal_words(context: Context, refused: Mapping[str, Any]) -> list[str]:
    """The fault and the advice, by the refusal's kind, in the page's language; nothing where that is not
    translated, as it never is into English."""
    texts = [text for text in (refused.get("title"), refused.get("advice")) if text]
    told = [translations(context["language"]).gettext(text) for text in texts]
    return told if all(ours != text for ours, text in zip(told, texts, strict=True)) else []


def in_games(forms: Iterable[Form]) -> list[Form]:
    """Those of the forms in which games are told one by one, and no score to points."""
    return [one for one in forms if one not in TO_POINTS]


def on_page(refused: Mapping[str, Any]) -> str:
    """The advice about a refusal, in English, as it is done from a page; empty where nothing is advised."""
    return ON_PAGES.get(str(refused.get("type", "")).rpartition("/")[2], str(refused.get("advice", "")))


def columns(rows: Sequence[Mapping[str, Any]], criteria: Iterable[Mapping[str, Any]] = ()) -> list[str]:
    """The numbers that are in a table, in which those who are out of a later stage have others than those in it: those
    that it is ranked by in their order, and then all others."""
    there = dict.fromkeys(name for row in rows for name in row["values"] if is_shown(name))
    ranked = dict.fromkeys(one["name"] for one in criteria if one["name"] in there)
    return list(ranked | there)


def is_shown(name: str) -> bool:
    """Whether a number has a column of its own."""
    return name not in _NOT_SHOWN


def number_of(values: Mapping[str, Any], name: str) -> Any:  # noqa: ANN401 -- a number or a text
    """A number of a line, as its table shows it: anyone who is still in went out in no round, and has none to be
    told."""
    told = values.get(name, "")
    return "–" if name == "round" and told == 0 else figure(told, name)


def figure(value: Any, name: str) -> Any:  # noqa: ANN401 -- a number or a text
    """A number as a table shows it: what is told in thousand-millionths, with its decimals."""
    if name not in _DECIMALS or not isinstance(value, int):
        return value
    if value in (NO_QUOTIENT, UNBOUNDED):
        return "–" if value == NO_QUOTIENT or name != "points_quotient" else "∞"
    one = 10 ** _DECIMALS[name]
    whole, rest = divmod((value + WHOLE // (2 * one)) // (WHOLE // one), one)
    return f"{whole}.{rest:0{_DECIMALS[name]}}"


def halves(number: int) -> str:
    """So many halves as a score shows them: `1`, `½`, `1½`."""
    whole, half = divmod(number, 2)
    return f"{whole or ''}½" if half else str(whole)


@pass_context
def given_up(context: Context, match: Mapping[str, Any]) -> str:
    """The words for a match that ended without a score: given up before it began, or after that, or by default; empty
    where it was played."""
    result, ended = match.get("result") or {}, match.get("ended")
    if match.get("points"):
        return ""
    if ended == "won" and result.get("kind") == "conceded":
        return word(context, "conceded" if result["play_began"] else "forfeit", "given_up")
    return word(context, str(ended), "ended") if ended in _WITHOUT_PLAY else ""


@pass_context
def why_here(context: Context, row: Mapping[str, Any]) -> str:
    """Why a line of a table is where it is: by what it is below the one above it; empty for the first of all."""
    reason = row["reason"]
    if row["rank"] is None:
        return word(context, "open", "below")
    if reason["criterion"] is None:
        return word(context, "shared", "below") if reason["above"] else ""
    return _below(context, reason)


def _below(context: Context, reason: Mapping[str, Any]) -> str:
    """The value that the line above has and this one has not, or the numbers of both."""
    name = reason["criterion"]
    if name in _MARKS:
        return word(context, name, "below")
    mine, above = (figure(reason[one], name) for one in ("value", "value_above"))
    return f"{word(context, name, 'criterion')} {mine} : {above}"


@pass_context
def problem_title(context: Context, slug: str) -> str:
    """The title of the kind of problem with that slug, in English where it is not translated."""
    return translations(context["language"]).gettext(CATALOGUE.kinds[slug].title)


FILTERS: Mapping[str, Callable[..., Any]] = {
    "word": word,
    "has_word": has_word,
    "happened": happened,
    "problem_word": problem_word,
    "waiting_place": waiting_place,
    "columns": columns,
    "is_shown": is_shown,
    "number_of": number_of,
    "place_word": place_word,
    "of_bracket": of_bracket,
    "given_up": given_up,
    "why_here": why_here,
    "halves": halves,
    "problem_title": problem_title,
    "refusal_words": refusal_words,
    "in_games": in_games,
    "seeds": seeds,
    "on_page": on_page,
}
