"""A knockout from its announcement to its report, by what stands on the pages: the director at a screen, two players at
phones with their own links, each in a browser of their own; with JavaScript and without it, result for result."""

from typing import TYPE_CHECKING, Any

import pytest

from tests.api.support import Client, Service
from tests.site import browser as real
from tests.site.test_desk import winning
from tests.site.test_first_evening import follow

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
LENGTH = 5


def press(page: "Page", name: str, within: "Locator | None" = None) -> None:
    """With JavaScript a form first looks whether the service can be reached."""
    with page.expect_navigation():
        (within or page).get_by_role("button", name=name, exact=True).last.click()
    assert page.get_by_role("alert").all_inner_texts() == []


def announces(page: "Page", name: str, players: list[str]) -> None:
    follow(page, "Desk")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Format").select_option(label="knockout")
    page.get_by_label("Points to a match").fill(str(LENGTH))
    page.get_by_label("A result counts").select_option(label="once the opponent confirms it")
    press(page, "Announce it")
    page.get_by_label("Names, one on each line").fill("\n".join(players))
    press(page, "Look them up")
    press(page, "Enter them all")


def takes_a_link(desk: "Page", phone: "Page", name: str) -> None:
    """The director reads a code out, and the player types it."""
    follow(desk, "Entries", "Players’ own links")
    press(desk, "Issue a link", desk.get_by_role("row").filter(has_text=name))
    phone.goto("/play")
    phone.get_by_label("Your code").fill(desk.locator(".spoken").inner_text())
    press(phone, "Log in")


def agree(winner: "Page", loser: "Page") -> None:
    """One reports, the other confirms; then one is told that they wait, and the other that it is over."""
    for page in (winner, loser):
        follow(page, "My matches")
    winner.get_by_label("You", exact=True).fill(str(LENGTH))
    winner.get_by_label("Opponent", exact=True).fill("3")
    press(winner, "Report the score")
    follow(loser, "My matches")
    assert loser.get_by_text("3–5").is_visible(), "their own score stands first"
    press(loser, "That is right")
    assert loser.get_by_text("You are out of the tournament.").is_visible()
    follow(winner, "My matches")
    assert winner.get_by_text("The next one will stand here.").is_visible()


def enters_the_rest(page: "Page", client: Client, at: str) -> None:
    """A line for each result, and no click: the field has the focus again each time."""
    follow(page, "Rounds and results")
    while still := client.read(f"{at}/matches", status="open")["items"]:
        for match in still:
            page.locator("input[name=quick]:focus").wait_for()
            page.keyboard.type(f"{match['number']} {winning(match)}")
            with page.expect_navigation():
                page.keyboard.press("Enter")
            assert page.get_by_role("status").get_by_text("Recorded:").is_visible()


def ends(page: "Page") -> None:
    follow(page, "Now")
    assert page.get_by_text("All is played:").is_visible()
    follow(page, "Finish")
    press(page, "Complete the tournament")
    follow(page, "The report, to print")
    assert page.get_by_text("Report to the federation").first.is_visible()
    page.go_back()
    page.get_by_label("Where the federation finds it").fill("Letter 7")
    press(page, "Note that it was filed")
    assert page.get_by_text("filed as Letter 7").is_visible()


def played(browser: "Browser", service: Service, players: list[str], *, scripts: bool) -> dict[str, Any]:
    """What such an evening comes to."""
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


def outcome(client: Client, at: str) -> dict[str, Any]:
    """Nobody is drawn, so that all of it must be alike."""
    facts = ("number", "round", "sides", "status", "result", "points", "winner", "reported_by")
    return {
        "topics": [one["topic"] for one in client.read(f"{at}/history", limit=500)["items"]],
        "matches": [{name: one[name] for name in facts} for one in client.read(f"{at}/matches", limit=500)["items"]],
        "table": [(one["rank"], one["entry"], one["mark"]) for one in client.read(f"{at}/standings")["rows"]],
        "filed": len(client.read(f"{at}/report")["filings"]),
    }


@pytest.mark.parametrize("count", [4, pytest.param(16, marks=pytest.mark.proof)])
@pytest.mark.rule("SEL-3")
def test_a_knockout_is_the_same_with_javascript_and_without(service: Service, count: int) -> None:
    players = [f"Player {chr(65 + number)} of {count}" for number in range(count)]
    with real.opened() as browser:
        with_scripts = played(browser, service, players, scripts=True)
        assert (len(with_scripts["matches"]), with_scripts["table"][0][1]) == (count - 1, 1)
        assert played(browser, service, players, scripts=False) == with_scripts
