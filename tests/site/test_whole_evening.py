"""A knockout from its announcement to its report, by what is on the pages: the director at a screen, two players at
phones with their own links, each in a browser of their own; with JavaScript and without it, result for result."""

from typing import TYPE_CHECKING, Any

import pytest

from tests.api.support import Client, Service
from tests.site import browser as real
from tests.site.evening import (
    LENGTH,
    PHONE,
    confirms,
    ends,
    enters,
    outcome,
    press,
    reports,
    takes_a_link,
    types_a_line,
)
from tests.site.test_desk import winning
from tests.site.test_first_evening import follow

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


def announces(page: "Page", name: str, players: list[str]) -> None:
    follow(page, "Desk")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("knockout", exact=True).check()
    page.locator('select[name="of-knockout.seeding"]').select_option(label="order of entry")
    page.get_by_label("Points to a match").first.fill(str(LENGTH))
    page.get_by_label("A result counts").select_option(label="once the opponent confirms it")
    press(page, "Create it")
    enters(page, players)


def agree(winner: "Page", loser: "Page") -> None:
    """One reports, the other confirms; then one is told that they wait, and the other that it is over."""
    reports(winner, LENGTH, 3)
    confirms(loser, "3–5")
    assert loser.get_by_text("You are out of the tournament.").is_visible()
    follow(winner, "My matches")
    assert winner.get_by_text("The next one will appear here.").is_visible()


def enters_the_rest(page: "Page", client: Client, at: str) -> None:
    follow(page, "Rounds and results")
    while still := client.read(f"{at}/matches", status="open")["items"]:
        for match in still:
            types_a_line(page, f"{match['number']} {winning(match)}")


def played(browser: "Browser", service: Service, count: int, *, scripts: bool) -> dict[str, Any]:
    """What such an evening comes to; nobody is drawn by lot, so that all of it must be alike."""
    players = [f"Player {chr(65 + number)} of {count}" for number in range(count)]
    key = service.key("director", service.register("A director"))
    options = {"java_script_enabled": scripts}
    with (
        real.visitor(browser, service.url, **options) as desk,
        real.visitor(browser, service.url, viewport=PHONE, **options) as first,
        real.visitor(browser, service.url, viewport=PHONE, **options) as last,
    ):
        desk.logs_in(key)
        announces(desk.page, f"Knockout of {key[-8:]}", players)
        client = service.client(key)
        at = f"/v1/tournaments/{desk.page.url.split('/')[-2]}"
        takes_a_link(desk.page, first.page, players[0])
        takes_a_link(desk.page, last.page, players[-1])
        follow(desk.page, "Now")
        press(desk.page, "Start the tournament")
        agree(first.page, last.page)
        enters_the_rest(desk.page, client, at)
        ends(desk.page)
    return outcome(client, at)


@pytest.mark.rule("SEL-3")
def test_a_knockout_is_played_by_what_stands_on_the_pages(service: Service) -> None:
    with real.opened() as browser:
        told = played(browser, service, 4, scripts=True)
    assert (len(told["matches"]), told["table"][0][1], told["filed"]) == (3, 1, 1)


@pytest.mark.proof
@pytest.mark.parametrize("count", [4, 16])
@pytest.mark.rule("SEL-3")
def test_a_knockout_is_the_same_with_javascript_and_without(service: Service, count: int) -> None:
    with real.opened() as browser:
        with_scripts = played(browser, service, count, scripts=True)
        assert (len(with_scripts["matches"]), with_scripts["table"][0][1]) == (count - 1, 1)
        assert played(browser, service, count, scripts=False) == with_scripts
