"""What somebody finds with the address alone, from the first page on: what to do first, who they play, who leads and
why, whether a draw is honest."""

from typing import TYPE_CHECKING

import pytest

from tests.api.played import Played, first_wins, started
from tests.api.support import Service
from tests.site import browser as real
from tests.site.browsing import links
from tests.site.test_beginning import Hand
from tests.site.test_desk import at_the_desk
from tests.site.world import HALL

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MOST_ACTIONS = 4
"""For an answer, the address typed counted."""


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.browser
def test_visitor_finds_opponent_leader_and_check_of_a_draw(browser: "Browser", service: Service, width: int) -> None:
    made = _drawn_again(service)
    with real.visitor(browser, service.url, viewport={"width": width, "height": 800}) as visitor:
        page = visitor.page
        hand = Hand(page)
        _opens(hand, made)
        page.get_by_label("Who do I play?").select_option("2")
        hand.presses("Show")
        assert page.get_by_text("plays Player").is_visible()
        assert page.get_by_text("table", exact=False).first.is_visible()
        assert hand.actions < MOST_ACTIONS
        hand = Hand(page)
        _opens(hand, made)
        table, matches = (page.locator(one).bounding_box() for one in ("table.standings", "ul.now"))
        assert table
        assert matches
        assert table["y"] < matches["y"] + (width == 1280) * 10_000, "at a phone the table comes before the matches"
        page.get_by_text("What these words mean").click()
        assert page.get_by_text("the points of all opponents together", exact=False).first.is_visible()
        hand = Hand(page)
        _opens(hand, made)
        hand.follows("Rounds")
        assert page.get_by_role("link", name="Check this draw").first.is_visible()
        assert hand.actions < MOST_ACTIONS


def _drawn_again(service: Service) -> Played:
    """A Swiss whose second round is played."""
    made = started(service, {"kind": "swiss", "rounds": 3, "lengths": [5]}, 4)
    made.do("hall", HALL)
    for _ in range(4):
        made.step(first_wins)
    made.read("standings")
    return made


def _opens(hand: Hand, made: Played) -> None:
    hand.opens("/")
    at = made.path.removeprefix("/v1")
    with hand.page.expect_navigation():
        hand.page.locator(f'a[href="{at}"]').click()
    hand.actions += 1


def test_player_without_a_link_finds_the_tournaments_that_run(service: Service) -> None:
    at = _drawn_again(service).path.removeprefix("/v1")
    page = service.http.get("/play").text
    assert "Without a link" in page
    assert at in links(page)


def test_help_leads_directors_and_others_on(service: Service) -> None:
    assert "/login" in links(service.http.get("/help").text.partition("How do I run")[2])
    with at_the_desk(service) as desk:
        assert "/desk#announce" in links(desk.open("/help"))
        assert "#announce" in links(desk.open("/desk"))
