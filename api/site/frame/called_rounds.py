"""What rounds are called wherever a page tells of one: `Semifinals`, or `Round 4`."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context

from api.http.services import Services
from api.queries.as_of import state_at
from api.site.frame.languages import translations
from api.site.words.public import ROUND, ROUND_TITLE, WORDS
from domain.tournament.derived.round_names import RoundNames, round_names

Said = Callable[[str], str]
LOADER = "named_rounds"
"""The value of a page that gives the names of the rounds of its tournament, once they are needed."""
NOTHING = RoundNames({}, {}, ())


def loader(services: Services, values: Mapping[str, Any]) -> Callable[[], RoundNames]:
    """Of the tournament that the page is about, if it is about one."""
    about = values.get("tournament")
    named = isinstance(about, Mapping) and about.get("id")
    return cache(lambda: round_names(state_at(services, str(named))) if named else NOTHING)


def title_of(said: Said, names: RoundNames, number: int) -> str:
    """`Semifinals`, or `Round 4`, said in a language."""
    name = names.rounds.get(number)
    return said(ROUND_TITLE) % {"number": number} if name is None else said(WORDS["rounds_called"][name])


def line_of(said: Said, names: RoundNames, number: int, slot: str | None) -> str:
    """`Semifinal`, or `round 4`; empty where the place in a bracket of the beaten tells the round by itself."""
    place = (number, slot or "")
    if place in names.places:
        return said(WORDS["round_called"][names.places[place]])
    return "" if place in names.of_beaten else said(ROUND) % {"number": number}


@pass_context
def round_title(context: Context, number: int) -> str:
    """The name of a round where it is listed."""
    return title_of(_gettext_of(context), _names(context), number)


@pass_context
def in_round(context: Context, match: Mapping[str, Any]) -> str:
    """In which round a match or a bye is; empty where it is in none."""
    if not match["round"]:
        return ""
    return line_of(_gettext_of(context), _names(context), match["round"], match["slot"])


@pass_context
def round_figure(context: Context, number: int) -> str:
    """The same below a heading that says that it is a round: its name, or its number alone."""
    name = _names(context).rounds.get(number)
    return str(number) if name is None else _gettext_of(context)(WORDS["round_called"][name])


def _gettext_of(context: Context) -> Said:
    return translations(context["language"]).gettext


def _names(context: Context) -> RoundNames:
    return context[LOADER]() if LOADER in context else NOTHING


FILTERS: Mapping[str, Callable[..., Any]] = {
    "round_title": round_title,
    "in_round": in_round,
    "round_figure": round_figure,
}
