"""A result corrected by cards: each way to go on with its consequences, in three actions."""

from collections.abc import Iterator

import httpx
import pytest

from tests.api.played import Played, started
from tests.api.support import Service, score
from tests.patience import PATIENCE_SECONDS
from tests.site import browser as real
from tests.site.browsing import OWN_PAGE, Browser
from tests.site.test_in_browser import faults

MOST_ACTIONS = 3


@pytest.fixture
def cup(service: Service) -> Played:
    """A knockout of four, played to its end: the first of each match has won."""
    made = started(service, {"kind": "knockout", "lengths": [5]}, 4)
    for match in (1, 2, 3):
        made.report(match, score(5, 2))
    made.read("matches")
    return made


def desk_of(made: Played) -> str:
    return made.path.replace("/v1/tournaments", "/desk")


@pytest.fixture
def desk(service: Service, cup: Played) -> Iterator[Browser]:
    with httpx.Client(base_url=service.url, headers=OWN_PAGE, timeout=PATIENCE_SECONDS) as http:
        found = Browser(http)
        found.open("/login")
        found.done("/login", key=cup.director.key or "")
        yield found


def cards(desk: Browser) -> list[str]:
    """The choices that are offered."""
    return [one.partition('"')[0] for one in desk.page.split('name="card" value="')[1:]]


def looks(desk: Browser, cup: Played, match: int, result: str) -> None:
    desk.open(f"{desk_of(cup)}?match={match}")
    desk.done("/correction", score=result)


@pytest.mark.rule("ALL-3")
def test_correction_begins_with_the_old_score(desk: Browser, cup: Played) -> None:
    desk.open(f"{desk_of(cup)}?match=3")
    (form,) = desk.forms("/correction")
    assert ("score", "5-2") in form.fields


@pytest.mark.rule("ALL-3")
def test_correction_of_the_last_match_has_one_card(desk: Browser, cup: Played) -> None:
    looks(desk, cup, 3, "5-3")
    assert cards(desk) == [""]
    desk.done("/correction", card="")
    told = cup.match(3)
    assert (told["points"], told["corrections"]) == ([5, 3], 1)
    assert "corrected" in desk.open(f"{desk_of(cup)}?match=3")


@pytest.mark.rule("ALL-4")
@pytest.mark.parametrize(("choice", "final"), [("stand", "announced"), ("rewind", "void")])
def test_correction_of_an_earlier_match_has_a_card_for_each_choice(
    desk: Browser, cup: Played, choice: str, final: str
) -> None:
    looks(desk, cup, 1, "2-5")
    assert cards(desk) == ["1:stand", "1:rewind"]
    desk.done("/correction", card=f"1:{choice}")
    assert cup.match(1)["points"] == [2, 5]
    assert (cup.match(3)["status"] == "announced") == (final == "announced")


@pytest.mark.rule("ALL-4")
def test_correction_back_offers_the_earlier_matches(desk: Browser, cup: Played) -> None:
    looks(desk, cup, 1, "2-5")
    desk.done("/correction", card="1:rewind")
    cup.report(cup.next()["matches"][0], score(5, 4))
    cup.read("matches")
    looks(desk, cup, 1, "5-2")
    assert cards(desk) == ["1:stand", "1:rewind", "1:restore"]
    desk.done("/correction", card="1:restore")
    assert (cup.match(3)["status"], cup.match(3)["points"]) == ("announced", [5, 2])


def test_card_that_was_overtaken_is_worked_out_again(desk: Browser, cup: Played) -> None:
    """What was shown holds no longer: nothing is corrected, and the cards say how it is now."""
    looks(desk, cup, 1, "2-5")
    form = next(desk.forms("/correction"))
    cup.correct(3, score(5, 4))
    answer = desk.send(form, card="1:rewind")
    assert answer.status_code in (409, 412)
    assert 'name="card"' in answer.text
    assert cup.match(1)["points"] == [5, 2]


def test_score_that_is_none_is_said_beside_what_was_typed(desk: Browser, cup: Played) -> None:
    desk.open(f"{desk_of(cup)}?match=3")
    answer = desk.press("/correction", score="five all")
    assert (answer.status_code, "five all" in answer.text) == (422, True)


@pytest.mark.browser
def test_correction_takes_three_actions(service: Service, cup: Played) -> None:
    actions = 0
    with real.opened() as browser, real.visitor(browser, service.url) as staff:
        staff.logs_in(cup.director.key or "")
        page = staff.sees(desk_of(cup))
        page.locator("#tile-1 a").click()
        page.locator(".opened input[name=score]:focus").wait_for()
        actions += 1
        page.keyboard.press("Control+A")
        page.keyboard.type("2-5")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        actions += 1
        assert faults(page) == []
        with page.expect_navigation():
            page.get_by_role("button", name="Fix and redo").click()
        actions += 1
        assert cup.match(1)["points"] == [2, 5]
    assert actions <= MOST_ACTIONS
