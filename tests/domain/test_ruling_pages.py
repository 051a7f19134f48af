"""Rulings and appeals worked by hand, a page for each clause (TD-4 to TD-17, TD-22, ALL-9)."""

import re
from contextlib import nullcontext
from pathlib import Path

import pytest

from domain.errors import Refused
from tests.domain.story import Story
from tests.golden import tables

PAGES = sorted((Path(tables.__file__).parent / "rulings").glob("*.md"))


def _marked(path: Path) -> object:
    """The page with the rules that its title names."""
    title = path.read_text(encoding="utf-8").partition("\n")[0]
    return pytest.param(
        f"rulings/{path.stem}", marks=pytest.mark.rule(*re.findall(r"[A-Z]{2,3}-\d+", title)), id=path.stem
    )


@pytest.mark.parametrize("page", [_marked(path) for path in PAGES])
def test_it_goes_as_on_the_page(page: str) -> None:
    (start,) = tables.table(page, 1)
    story = Story(int(start["players"]), int(start["length"]))
    matches, table = story.matches(), story.table()
    for line in tables.table(page, 2):
        answer = act(story, line)
        matches, table = line["matches"] or matches, line["table"] or table
        assert (answer, story.matches(), story.table()) == (line["answer"], matches, table), line["does"]


def act(story: Story, line: tables.Row) -> str:
    """Does it, and answers with the refusal, or with what is flagged of a ruling that was given."""
    refused = line["answer"] and not line["answer"].startswith("flagged")
    given = len(story.desk.state.directing.rulings)
    with pytest.raises(Refused) if refused else nullcontext() as refusal:
        story.act(line["who"], line["does"])
    if refusal is not None:
        return str(refusal.value.problem.slug)
    return story.flagged() if len(story.desk.state.directing.rulings) > given else ""


def test_there_is_a_page_for_every_clause_about_rulings() -> None:
    clauses = {
        "td_4",
        "td_5",
        "td_7",
        "td_9",
        "td_10",
        "td_11",
        "td_12",
        "td_13",
        "td_14",
        "td_15",
        "td_16",
        "td_17",
        "td_22",
    }
    assert clauses <= {path.stem for path in PAGES}
