"""A result that two stages hang on, corrected on the desk: a row of cards for each stage, then what is chosen shown."""

import re
from collections.abc import Iterator

import pytest

from tests.api.played import Played
from tests.api.support import Service
from tests.api.test_stage_choices import final_played
from tests.site.browsing import Browser
from tests.site.test_correcting import cards, desk_of, logged_in


@pytest.fixture
def final(service: Service) -> Played:
    return final_played(service)


@pytest.fixture
def desk(service: Service, final: Played) -> Iterator[Browser]:
    with logged_in(service, final) as found:
        yield found


def rows(page: str) -> dict[str, list[str]]:
    """By stage, the ways that its row of cards offers."""
    found = re.findall(r'<fieldset class="stage-row"><legend>Stage (\d)</legend>(.*?)</fieldset>', page, re.DOTALL)
    return {stage: re.findall(rf'name="stage-{stage}" value="(\w+)"', row) for stage, row in found}


@pytest.mark.rule("ALL-4", "SEL-1")
def test_correction_page_has_a_row_of_cards_for_each_stage(desk: Browser, final: Played) -> None:
    desk.open(f"{desk_of(final)}?match=1")
    page = desk.done("/correction", score="0-1")
    assert rows(page) == {"1": ["stand", "rewind"], "2": ["stand", "rewind"]}
    assert cards(desk) == ["1:stand,2:stand"]
    desk.done("/correction", **{"stage-1": "stand", "stage-2": "rewind"})
    assert cards(desk) == ["1:stand,2:rewind"]
    assert final.match(1)["winner"] == 1
    desk.done("/correction", card="1:stand,2:rewind")
    assert [final.match(number)["status"] for number in (1, 5, 12, 13)] == [*["announced"] * 3, "void"]
    assert (final.match(1)["winner"], final.next()["kind"]) == (2, "stage")


@pytest.mark.rule("ALL-4", "SEL-1")
def test_stage_that_is_kept_stays_while_an_earlier_one_stands(desk: Browser, final: Played) -> None:
    desk.open(f"{desk_of(final)}?match=1")
    desk.done("/correction", score="0-1")
    desk.done("/correction", card="1:stand,2:stand")
    assert [final.match(number)["status"] for number in (1, 5, 12, 13)] == ["announced"] * 4


@pytest.mark.rule("ALL-4", "SEL-1")
def test_later_stage_can_not_be_kept_beside_rounds_that_are_taken_back(desk: Browser, final: Played) -> None:
    """The final rests on the Swiss: the page says so, and shows what is left to choose."""
    desk.open(f"{desk_of(final)}?match=1")
    desk.done("/correction", score="0-1")
    page = desk.done("/correction", **{"stage-1": "rewind", "stage-2": "stand"})
    assert rows(page) == {"1": ["stand", "rewind"], "2": ["rewind"]}
    assert cards(desk) == ["1:rewind,2:rewind"]
    desk.done("/correction", card="1:rewind,2:rewind")
    assert [final.match(number)["status"] for number in (1, 5, 8, 13)] == ["announced", "void", "announced", "void"]
