"""The page of the sources goes through every clause, and is made from what is in the code."""

import re

import pytest

from tests.rule_table import RULE_ID
from tests.sources.clauses import clause_of, clauses
from tests.sources.figures import stands
from tests.sources.page import FILE, ROOT, cited, files, named_by, page, rules_in, showing, shown


def test_the_page_is_as_the_marks_have_it() -> None:
    """If not: `python -m tests.sources.page` writes it."""
    assert FILE.read_text(encoding="utf-8") == page()


def test_every_clause_became_rules_that_tests_show_or_is_the_board_s_for_a_reason() -> None:
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    marks = (mark for text in texts for mark in re.findall(r"mark\.rule\(([^)]*)\)", text))
    tested = {rule for mark in marks for rule in re.findall(r'"([^"]+)"', mark)}
    for clause in clauses().values():
        assert all(RULE_ID.fullmatch(rule) for rule in clause.rules)
        assert set(clause.rules) <= tested, clause
        assert clause.rules or clause.kept_because, clause


def test_every_clause_that_became_a_rule_is_named_by_a_test() -> None:
    assert [clause.name for clause in clauses().values() if clause.rules and not named_by(clause)] == []


def test_every_figure_of_a_clause_stands_in_a_test_that_names_it_or_is_the_board_s_for_a_reason() -> None:
    assert all(clause.rules for clause in clauses().values() if clause.figures)
    assert all(clause.kept_because for clause in clauses().values() if clause.kept_figures)
    missing = [
        (clause.name, figure)
        for clause in clauses().values()
        for figure in clause.figures
        if not any(stands(figure, test) for test in named_by(clause))
    ]
    assert missing == []


def test_each_rule_that_a_clause_became_is_shown_with_it() -> None:
    """By a test that names both, so that nothing is in the list that no mark says."""
    shown_together = {(clause_of(name).name, rule) for one in showing() for name in one.clauses for rule in one.rules}
    listed = {(clause.name, rule) for clause in clauses().values() for rule in clause.rules}
    assert sorted(listed - shown_together) == []


def test_each_rule_in_the_list_is_named_by_the_program() -> None:
    rooms = ("domain", "projections", "api", "ops")
    texts = (path.read_text(encoding="utf-8") for room in rooms for path in (ROOT / room).rglob("*.py"))
    named = {rule for text in texts for rule in rules_in(text)}
    assert sorted({rule for clause in clauses().values() for rule in clause.rules} - named) == []


def test_marks_and_files_name_clauses_that_are_listed() -> None:
    """A file may cite a whole section, such as 3.5."""
    sections = {name.rpartition(".")[0] for name in clauses()}
    assert all(clause_of(name) for name in shown())
    assert all(name in sections or clause_of(name) for name in files() if name.startswith("ausbgf "))


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("(STK-1 to STK-3)", {"STK-1", "STK-2", "STK-3"}),
        ("SWI-1..3, TD-6", {"SWI-1", "SWI-2", "SWI-3", "TD-6"}),
        ("TD-6 to TD-8", {"TD-6", "TD-7", "TD-8"}),
    ],
)
def test_ranges_of_rules_are_written_out(text: str, rules: set[str]) -> None:
    assert rules_in(text) == rules


def test_citations_are_read() -> None:
    assert list(cited("breaks [2.2.2, 4.1.5(b)] and [3.1-3.7]")) == [
        "ausbgf 2.2.2",
        "ausbgf 4.1.5(b)",
        "ausbgf 3.1",
        "ausbgf 3.7",
    ]


def test_no_sentence_of_a_source_stands_on_the_page() -> None:
    said = (line for line in page().splitlines() if line.startswith("| "))
    assert all(len(re.split(r" \| ", line)[1]) < 160 for line in said)
