"""What those who take part in an evening do in a real browser, by what is on the pages: each in a window of their
own, the players at phones."""

from typing import TYPE_CHECKING, Any

from tests.api.support import Client
from tests.site.test_first_evening import follow

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PHONE = {"width": 360, "height": 740}
LENGTH = 5


def press(page: "Page", name: str, within: "Locator | None" = None) -> None:
    """With JavaScript a form first looks whether the service can be reached."""
    with page.expect_navigation():
        (within or page).get_by_role("button", name=name, exact=True).last.click()
    assert page.get_by_role("alert").all_inner_texts() == []


def enters(page: "Page", players: list[str]) -> None:
    """The director, at the entries."""
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


def reports(phone: "Page", own: int, other: int) -> None:
    follow(phone, "My matches")
    form = phone.locator("form").filter(has=phone.get_by_role("button", name="Report the score"))
    form.get_by_label("You", exact=True).fill(str(own))
    form.get_by_label("Opponent", exact=True).fill(str(other))
    press(phone, "Report the score")


def confirms(phone: "Page", score: str) -> None:
    follow(phone, "My matches")
    assert phone.get_by_text(score).is_visible(), "their own score stands first"
    press(phone, "That is right")


def types_a_line(page: "Page", line: str) -> None:
    """The number of a match and its score, and no click: the field has the focus again each time."""
    page.locator("input[name=quick]:focus").wait_for()
    page.keyboard.type(line)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.get_by_role("status").get_by_text("Recorded:").is_visible()


def ends(page: "Page") -> None:
    follow(page, "Now")
    assert page.get_by_text("All is played").first.is_visible(), page.locator("main").inner_text()
    follow(page, "Finish")
    press(page, "Complete the tournament")
    follow(page, "The report, to print")
    assert page.get_by_text("Report to the federation").first.is_visible()
    page.go_back()
    page.get_by_label("Where the federation finds it").fill("Letter 7")
    press(page, "Note that it was filed")
    assert page.get_by_text("filed as Letter 7").is_visible()


def outcome(client: Client, at: str) -> dict[str, Any]:
    """What an evening has come to."""
    facts = ("number", "round", "sides", "status", "result", "points", "winner", "reported_by")
    return {
        "topics": [one["topic"] for one in client.read(f"{at}/history", limit=500)["items"]],
        "matches": [{name: one[name] for name in facts} for one in client.read(f"{at}/matches", limit=500)["items"]],
        "table": [(one["rank"], one["entry"], one["mark"]) for one in client.read(f"{at}/standings")["rows"]],
        "filed": len(client.read(f"{at}/report")["filings"]),
    }
