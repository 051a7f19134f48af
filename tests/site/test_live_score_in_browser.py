"""A score that a player keeps shows on page, wall and overlay without anybody loading them again (GAM-4, ALL-12)."""

import time
from contextlib import ExitStack
from os import getloadavg
from typing import TYPE_CHECKING

import pytest

from tests.api.played import announced
from tests.api.support import Service
from tests.site import browser as real

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.rule("GAM-4")]

SHOWN = {
    "page": ("/matches/1", ".livescore", "3–0"),
    "wall": ("/screen/tables", ".livescore", "3"),
    "overlay": ("/overlay?match=1", ".scored strong", "3"),
}
"""By where it shows: the address, what has the score, and what is there then."""
WATCHED = """([place, text]) => { window.shownAt = new Promise((shown) => {
  const look = () => [...document.querySelectorAll(place)].some((one) => one.textContent === text) && shown(Date.now());
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}); }"""
"""Each page says itself when it showed the score, so that none waits for another to be looked at."""


def test_live_score_reaches_page_wall_and_overlay_by_itself(browser: "Browser", service: Service) -> None:
    """How long it took is printed; a figure above a second fails nothing, since the machine may be busy."""
    evening = announced(service, {"kind": "knockout", "lengths": [5]})
    evening.enter_all(service.register_all(["Ada", "Bo"]))
    evening.do("start")
    own, at = evening.path.removeprefix("/v1"), f"{evening.path}/matches/1/live-score"
    evening.read("matches/1")
    with ExitStack() as open_:
        pages = {}
        for name, (path, place, text) in SHOWN.items():
            visitor = open_.enter_context(real.visitor(browser, service.url))
            with visitor.page.expect_request("**/live?since=*"):
                pages[name] = visitor.sees(f"{own}{path}")
            pages[name].evaluate(WATCHED, [place, text])
        seen = evening.read("matches/1/live-score")["seen"]
        step = {"step": "won", "side": "first", "win": "backgammon", "seen": seen}
        began = time.time()
        assert evening.director.post(at, step).status_code == 200
        for name, page in pages.items():
            took = page.evaluate("window.shownAt") / 1000 - began
            print(f"live score on the {name} after {took:.2f} s, load {getloadavg()[0]:.0f}")
