"""A bracket in a browser: the way of a player, larger and smaller, the whole screen; and a link that is copied."""

from typing import TYPE_CHECKING

import pytest

from tests.api.played import first_wins, started
from tests.api.support import Service
from tests.site import browser as real
from tests.site.evening import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.mark.rule("SEL-3")
def test_bracket_shows_the_way_of_a_player_and_fits_a_phone(browser: "Browser", service: Service) -> None:
    made = started(service, {"kind": "knockout", "lengths": [5]}, 8)
    for _ in range(4):
        made.step(first_wins)
    made.read("standings")
    with real.visitor(browser, service.url, viewport=PHONE) as visitor:
        page = visitor.sees(made.path.removeprefix("/v1"))
        width = "document.querySelector('svg.bracket').getBoundingClientRect().width"
        before = page.evaluate(width)
        page.locator("[data-zoom=in]").click()
        assert page.evaluate(width) > before
        page.locator("[data-zoom=whole]").click()
        assert page.evaluate(width) < PHONE["width"]
        page.locator(".seat.won[data-entry]").first.hover()
        entry = page.locator("svg.bracket .seat.on").first.get_attribute("data-entry")
        marked, own = (page.locator(f"svg.bracket {one}").count() for one in (".on", f"[data-entry='{entry}']"))
        assert marked == own > 2, "both places and the line between them"
        page.locator("[data-zoom=full]").click()
        page.wait_for_function("document.fullscreenElement?.matches('.drawing')")


def test_link_of_an_invitation_is_copied_by_a_click(browser: "Browser", service: Service) -> None:
    allowed = ["clipboard-read", "clipboard-write"]
    with real.visitor(browser, service.url, permissions=allowed) as office:
        page = office.logs_in(service.key("administrator", service.register("Olga Owner")))
        page.get_by_role("link", name="Invite others").first.click()
        page.locator("form[action='/invite'] [name=name]").fill("Cora Codirector")
        office.sends(page.get_by_role("button", name="Invite", exact=True))
        page.get_by_role("button", name="Copy the link").click()
        link = page.locator("#link").input_value()
        assert "/login/key?of=" in link
        page.wait_for_function("link => navigator.clipboard.readText().then(text => text === link)", arg=link)
