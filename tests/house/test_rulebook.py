"""Each rule of the rulebook is found by its id: where it is carried out, and in the tests that show it."""

import re
from pathlib import Path

from tests.house.source import ROOT, files

IDS = (Path(__file__).parent / "rulebook_ids.txt").read_text().split()
README = (ROOT / "domain" / "README.md").read_text()
ELSEWHERE = README.partition("### Rules that the program does not carry out")[2].partition("\n## ")[0]


def named(text: str) -> set[str]:
    return set(re.findall(r"\b(?:[A-Z]{3}|TD|SE|DE|RR)-\d+\b", text))


def test_each_rule_is_found_in_the_domain_or_its_readme() -> None:
    texts = [README, *(path.read_text() for path in files("domain"))]
    assert set(IDS) <= set().union(*map(named, texts))


def test_each_rule_is_shown_by_a_test_or_carried_out_by_others() -> None:
    marks = (mark for path in files("tests") for mark in re.findall(r"mark\.rule\(([^)]*)\)", path.read_text()))
    marked = set().union(*map(named, marks))
    assert marked <= set(IDS)
    assert set(IDS) - marked == named(ELSEWHERE) - marked
