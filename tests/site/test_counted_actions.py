"""How much a director has to do, counted by the browser itself: clicks and keys, of a list of names and of a round."""

from typing import TYPE_CHECKING

import pytest

from tests.api.support import Service
from tests.site import browser as real
from tests.site.evening import press, types_a_line
from tests.site.test_first_evening import follow

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

NAMES = [f"Counted Player {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"]
MOST_KEYS = 84
"""Of twelve results: seven for each."""
COUNTS = """for (const what of ["click", "keydown"]) addEventListener(what, (event) => {
  const isOfPerson = event.isTrusted && (what === "keydown" || event.detail > 0);
  if (isOfPerson) sessionStorage[what] = 1 + Number(sessionStorage[what] ?? 0);
}, true);"""
"""The click that a browser makes of Enter is none of a person, and has no detail."""


def counted(page: "Page", what: str) -> int:
    """How often that has happened since it was asked last."""
    return int(
        page.evaluate("what => { const so = sessionStorage[what] ?? 0; delete sessionStorage[what]; return so }", what)
    )


def test_24_names_are_one_paste_and_two_clicks_and_12_results_are_84_keys(service: Service) -> None:
    with real.opened() as browser, real.visitor(browser, service.url) as director:
        director.context.add_init_script(COUNTS)
        desk = director.logs_in(service.key("director", service.register("A director")))
        follow(desk, "Desk")
        press(desk, "Create it")
        counted(desk, "click")
        desk.get_by_label("Names, one on each line").fill("\n".join(NAMES))
        press(desk, "Look them up")
        press(desk, "Enter them all")
        assert counted(desk, "click") == 2
        assert desk.get_by_text("24 players are in.").is_visible()
        follow(desk, "Now")
        press(desk, "Start the tournament")
        press(desk, "Draw round 1")
        counted(desk, "keydown")
        counted(desk, "click")
        for number in range(1, 13):
            types_a_line(desk, f"{number} 5-{number % 5}")
        assert counted(desk, "keydown") <= MOST_KEYS
        assert counted(desk, "click") == 0
        assert desk.get_by_role("button", name="Draw round 2").is_visible()
