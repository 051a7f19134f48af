"""The guide of each kind of list: its example is the one to download, and a dry run takes each line of it (REG-4)."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from api.examples.lists import EXAMPLE_LISTS
from api.http.spreadsheets import csv_of, sheet_of
from api.pages.guides import guides
from domain.importing.lists import ListKind
from domain.kernel.replacing import replace
from tests.importing.memory import MemoryLog
from tests.importing.test_entry_list import SWISS, announced
from tests.importing.test_readings import becomes, listed, tried

MOST_LINES, MOST_WORDS = 50, 420
"""Of a page."""
OF_LISTS = {word.removeprefix("list-"): guide for word, guide in guides().items() if word.startswith("list-")}
BLOCKS = [
    (kind, text) for kind, guide in OF_LISTS.items() for text in re.findall(r"```\n(.*?)```", guide.text, re.DOTALL)
]
"""The examples in the guides, each with the kind of its list."""


ENTERED: Mapping[ListKind, str] = {"entries": SWISS}
"""The tournament that a list enters players into."""


@pytest.mark.rule("REG-4", "TD-9")
@pytest.mark.parametrize(("kind", "text"), BLOCKS, ids=[f"{kind}-{place}" for place, (kind, _) in enumerate(BLOCKS)])
def test_example_of_a_guide_is_taken_line_by_line_in_a_dry_run(kind: ListKind, text: str) -> None:
    log = MemoryLog()
    announced(log)
    looked = tried(log, kind, replace(listed(log, text, name="An example"), tournament=ENTERED.get(kind)))
    if kind in ("matches", "persons", "entries"):
        assert set(becomes(looked)) == {"taken"}
    assert "refused" not in becomes(looked)
    named = {frozenset(re.findall(r"\w+", one.name)) for one in looked.persons}
    assert named >= {frozenset(("Karin", "Vos")), frozenset(("Jens", "Holm"))}


def test_every_kind_of_list_has_a_guide_with_the_example_that_is_downloaded() -> None:
    assert set(OF_LISTS) == {*EXAMPLE_LISTS, "spreadsheet"}
    first = {kind: next(text for of, text in BLOCKS if of == kind) for kind in EXAMPLE_LISTS}
    assert first == {kind: example.text for kind, example in EXAMPLE_LISTS.items()}
    for kind in EXAMPLE_LISTS:
        assert f"(/office/list/{kind}/example)" in OF_LISTS[kind].text


@pytest.mark.parametrize("kind", OF_LISTS)
def test_guide_of_a_list_is_one_page(kind: str) -> None:
    text = Path(OF_LISTS[kind].file).read_text()
    assert len(text.splitlines()) <= MOST_LINES
    assert len(text.split()) <= MOST_WORDS


@pytest.mark.parametrize("kind", re.findall(r"/office/list/([a-z]+)/example\.xlsx", OF_LISTS["spreadsheet"].text))
def test_example_as_a_spreadsheet_says_what_the_csv_says(kind: ListKind) -> None:
    assert csv_of(sheet_of(EXAMPLE_LISTS[kind].text)) == EXAMPLE_LISTS[kind].text
