"""Directing told by hand, a page for each clause from TD-1 to TD-25 (and ALL-9), named by its id.

A page's first table says how a tournament is set up; the second is its story. `who` does what a line says, and `answer`
is the problem it is refused with, or what is flagged of a ruling. Every other column is what is shown after it; the
first line says it all as it is before, and an empty cell that nothing has changed.
"""

import re
from contextlib import nullcontext
from pathlib import Path

import pytest

from domain.kernel.refusal import Refused
from tests.domain.story import Story
from tests.domain.story_acts import moment
from tests.domain.story_columns import shown
from tests.golden import tables

FOLDER = "directing"
PAGES = sorted((Path(tables.__file__).parent / FOLDER).glob("*_[0-9]*.md"))
ACTED = ("at", "who", "does", "answer")
"""The columns that tell what was done; all others, what is shown."""


def _rules(path: Path) -> list[str]:
    """The rules that a page's title names."""
    return re.findall(r"[A-Z]{2,3}-\d+", path.read_text(encoding="utf-8").partition("\n")[0])


def _marked(path: Path) -> object:
    return pytest.param(f"{FOLDER}/{path.stem}", marks=pytest.mark.rule(*_rules(path)), id=path.stem)


@pytest.mark.parametrize("page", [_marked(path) for path in PAGES])
def test_evening_goes_as_on_the_page(page: str) -> None:
    (start,) = tables.table(page, 1)
    story = Story(start)
    before: dict[str, str] = {}
    for line in tables.table(page, 2):
        columns = [name for name in line if name not in ACTED]
        before = {name: line[name] or before[name] for name in columns}
        answer = act(story, line)
        now = {name: shown(story, name) for name in columns}
        assert (answer, now) == (line["answer"], before), line["does"]


def act(story: Story, line: tables.Row) -> str:
    """Does it, and answers with the refusal, or with what is flagged of a ruling that was given."""
    if not line["does"]:
        return ""
    if line.get("at"):
        story.desk.passes(moment(line["at"]))
    refused = line["answer"] and not line["answer"].startswith("flagged")
    given = len(story.desk.state.directing.rulings)
    with pytest.raises(Refused) if refused else nullcontext() as refusal:
        story.act(line["who"], line["does"])
    if refusal is not None:
        return str(refusal.value.problem.slug)
    return story.flagged() if len(story.desk.state.directing.rulings) > given else ""


@pytest.mark.parametrize("number", range(1, 26))
def test_every_clause_about_directing_has_a_page_that_names_it(number: int) -> None:
    (page,) = (path for path in PAGES if path.stem == f"td_{number}")
    assert _rules(page)[0] == f"TD-{number}"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_page_tells_what_was_before_and_what_has_changed(path: Path) -> None:
    first, *rest = tables.table(f"{FOLDER}/{path.stem}", 2)
    columns = [name for name in first if name not in ACTED]
    assert not first["does"]
    assert all(first[name] for name in columns)
    assert all(any(line[name] not in ("", first[name]) for line in rest) for name in columns)
