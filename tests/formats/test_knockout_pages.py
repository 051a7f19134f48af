"""Knockouts worked by hand, page by page (SEL-3, SEL-4, ALL-4, ALL-9)."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from domain.kernel.refusal import Refused
from tests.formats.knockout_play import KnockoutDesk, knockout
from tests.golden import tables

PAGES = sorted(path.stem for path in (Path(tables.__file__).parent / "knockout").glob("*.md"))


@pytest.mark.rule("SEL-3", "SEL-4", "ALL-3", "ALL-4", "ALL-7", "ALL-9")
@pytest.mark.parametrize("page", PAGES)
def test_knockout_goes_as_on_the_page(page: str) -> None:
    (options,) = tables.table(f"knockout/{page}", 1)
    desk = knockout(int(options["entrants"]), {"third_place": options["third place"] == "yes"})
    for line in tables.table(f"knockout/{page}", 2):
        do_and_compare(desk, line)
    assert list(desk.rows()) == tables.table(f"knockout/{page}", 3)


def do_and_compare(desk: KnockoutDesk, line: tables.Row) -> None:
    """One line of a page: what is done, what it is answered, and how the bracket changes by it."""
    before = desk.standing()
    with pytest.raises(Refused) if line["answer"] else nullcontext() as refusal:
        desk.act(line["does"])
    now = desk.standing()
    made, gone = (sorted(text for text, _ in changed) for changed in (now - before, before - now))
    answer = refusal.value.problem.slug if refusal else ""
    assert (made, gone, answer) == (listed(line["made"]), listed(line["gone"]), line["answer"]), line["does"]


def listed(cell: str) -> list[str]:
    return sorted(cell.split(", ")) if cell else []
