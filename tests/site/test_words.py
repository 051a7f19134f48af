"""Whatever the domain can say on a page has a word there; a value without one would be an error of the service."""

import ast
import re

import pytest

from api.site.desk import showing
from api.site.frame.languages import LANGUAGES, Language
from api.site.frame.templates import environment
from api.site.frame.words import WORDS, columns
from api.site.office.commands import COMMANDS
from api.site.office.rooms import JOBS, ROOMS
from domain.formats.brackets.shared import InBrackets
from domain.formats.registry import FORMATS
from domain.formats.tie_breaks.criteria import CRITERIA, ENDS
from domain.formats.tie_breaks.options import TWICE
from domain.formats.tie_breaks.ranked import AGAIN, DECIDED
from domain.rating.classes import CLASSES
from domain.rating.policy import MICROPOINTS
from projections.queries.finding.players import ORDERS
from tests.house import source
from tests.site.messages import SITE
from tests.site.told_by_the_domain import LISTS, keyed, named, rules

OF_PAGES = {"problem", "what_to_do", "more", "section", "place", "step", "tile", "instead", "typed", "typed_field"}
OF_PAGES |= {
    "below",
    "yes_or_no",
    "player_order",
    "job",
    "correction",
    "correction_button",
    "given_up",
    "encoding",
    "rule",
    "seeded",
    "seeding",
}
"""Kinds of words for what the pages themselves have made up."""
NAMES = {"criterion", "meaning", "count", "why", "why_first", "why_bye"}
"""Kinds of words for names that formats give."""
OF_EVENTS = {"recorded", "recorded_value"}
"""Kinds of words for what events tell: what others have no word for."""
SOME_COMMANDS = {"consequence"}
"""Kinds of words for what comes of a command, where its name and its fields don’t tell."""
SOME_FIELDS = {"explained"}
"""Kinds of words for fields of a command, where their names don’t tell."""
NOT_SHOWN = {
    *(
        "points",
        "requested_bye",
        "rematches",
        "score",
    ),  # of those who are to be paired; only checks of a draw tell them
    *("colour", "met", "rest"),  # grounds, which are told as passed_colour and so on
    *("counts", "number", "enum", "without"),  # fields of values
    *("first", "second", "default", "drawn", "drawn-by-default", "abandoned", "both-lost", "won"),  # how games ended
    *("coin-flips", "play-offs", "lots", "bracket"),  # what a check of a draw is about
    *("form", "tournament", "entries", "matches", "table"),  # the outcome of a tournament, of which the digest is told
}
_SHOWN_AS = re.compile(r'word\("(\w+)"\)|"word", "(\w+)"')


@pytest.mark.parametrize("kind", sorted(LISTS))
def test_everything_of_a_list_has_a_word_and_no_word_is_left_over(kind: str) -> None:
    assert set(WORDS[kind]) == LISTS[kind]


def test_every_number_that_a_format_names_has_a_word() -> None:
    told = {*WORDS["criterion"], *WORDS["count"]}
    assert {*keyed(), *named("Criterion", "account")} - told == NOT_SHOWN
    assert named("Criterion", "account") <= set(WORDS["criterion"])


def test_every_criterion_of_an_order_has_a_name_and_an_explanation_to_choose_it_by() -> None:
    numbers = {name for one in CRITERIA.values() for name in (one.column, *one.beside)}
    assert numbers | {f"{CRITERIA[TWICE].column}{AGAIN}", DECIDED.name} <= set(WORDS["criterion"])
    assert set(WORDS["meaning"]) <= set(WORDS["criterion"])
    assert all(WORDS["setting_option"][key].startswith(f"{key}: ") for key in (*CRITERIA, *ENDS))


def test_every_rule_that_a_format_gives_as_its_reason_has_a_word() -> None:
    assert {*WORDS["why"], *WORDS["why_bye"]} == rules()
    brackets = {one.rule for one in FORMATS.values() if isinstance(one, InBrackets)}
    assert brackets <= set(WORDS["why"]) & set(WORDS["why_bye"]), "a bracket has matches and byes"
    assert set(WORDS["why_first"]) <= set(WORDS["why"])


OF_ROUNDS = ("in_bracket", "round_called", "rounds_called")
"""Kinds of words for rounds, which filters of their own take."""
OF_FILES = ("list_column", "mend")
"""Kinds of words of tables that a page gives out."""


def test_every_kind_of_word_is_tied_to_what_can_be_said() -> None:
    assert {*LISTS, *OF_PAGES, *NAMES, *OF_EVENTS, *SOME_COMMANDS, *SOME_FIELDS} == set(WORDS)
    assert all(set(WORDS[kind]) <= set(WORDS["command"]) for kind in SOME_COMMANDS)
    of_office = {f"{name}.{one.name}" for name, command in COMMANDS.items() for one in command.inputs}
    assert all(set(WORDS[kind]) <= of_office for kind in SOME_FIELDS)
    shown = {kind for path in SITE.rglob("*.html") for found in _SHOWN_AS.findall(path.read_text()) for kind in found}
    assert shown - {""} | OF_EVENTS | {"happened", "below", "given_up", *OF_ROUNDS, "typed_field", *OF_FILES} == set(
        WORDS
    )


def test_names_that_pages_have_made_up_have_a_word() -> None:
    files = source.files("api/site/desk", "api/site/office", "api/site/players", "api/site/replay")
    calls = (node for path in files for node in ast.walk(source.tree(path)))
    wrong = [one for one in calls if isinstance(one, ast.Call) and getattr(one.func, "id", "") == "WrongTypedError"]
    assert set(WORDS["typed"]) == {
        text.value for one in wrong for text in one.args[:1] if isinstance(text, ast.Constant)
    }
    assert set(WORDS["step"]) == set(showing.PAGES)
    assert set(WORDS["problem"]) == set(WORDS["what_to_do"])
    assert set(WORDS["player_order"]) == set(ORDERS)
    assert set(WORDS["job"]) == set(JOBS)
    assert sorted(room for rooms in JOBS.values() for room in rooms) == sorted(ROOMS)
    assert set(WORDS["more"]) == set(WORDS["section"]) == LISTS["status"] - {"cancelled"}


@pytest.mark.rule("ELO-9")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rating_class_is_called_by_its_bounds_as_numbers_are_written_beside_it(language: Language) -> None:
    page = environment(language).from_string("{{ name | word('rating_class') }}|{{ lowest | number(0) }}")
    above = ""
    for one in CLASSES:
        told = page.render(name=one.name, lowest=(one.lowest or 0) // MICROPOINTS, language=language)
        name, _, lowest = told.partition("|")
        assert name.endswith(f" {above}") if one.lowest is None else name.startswith(lowest)
        above = lowest


def test_columns_of_a_table_are_in_the_order_by_which_it_is_ranked() -> None:
    rows = [{"values": {"points": 2, "lot": 1, "games": 5, "encounter": 0}}, {"values": {"points": 0, "later": 1}}]
    criteria = [{"name": name} for name in ("points", "encounter", "lot", "lot", "missing")]
    assert columns(rows, criteria) == ["points", "encounter", "lot", "games", "later"]
    assert columns(rows) == ["points", "lot", "games", "encounter", "later"]
