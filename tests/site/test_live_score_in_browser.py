"""A score that a player keeps shows on page, wall and overlay without anybody loading them again (GAM-4, ALL-12)."""

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.api.played import announced
from tests.api.support import Service
from tests.site import browser as real

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.rule("GAM-4")]

SHOWN = {
    "page": ("/matches/1", "text=3–0"),
    "wall": ("/screen/tables", ".livescore:has-text('3')"),
    "overlay": ("/overlay?match=1", ".scored strong:has-text('3')"),
}
"""By where it shows: the address, and what is there then."""


def test_live_score_reaches_page_wall_and_overlay_by_itself(browser: "Browser", service: Service) -> None:
    """How long it took is printed; a figure above a second fails nothing, since the machine may be busy."""
    evening = announced(service, {"kind": "knockout", "lengths": [5]})
    evening.enter_all(service.register_all(["Ada", "Bo"]))
    evening.do("start")
    own, at = evening.path.removeprefix("/v1"), f"{evening.path}/matches/1/live-score"
    evening.read("matches/1")
    with ExitStack() as open_:
        pages = {}
        for name, (path, _) in SHOWN.items():
            visitor = open_.enter_context(real.visitor(browser, service.url))
            with visitor.page.expect_request("**/live?since=*"):
                pages[name] = visitor.sees(f"{own}{path}")
        seen = evening.read("matches/1/live-score")["seen"]
        step = {"step": "won", "side": "first", "win": "backgammon", "seen": seen}
        began = time.monotonic()
        assert evening.director.post(at, step).status_code == 200
        for name, (_, sign) in SHOWN.items():
            pages[name].locator(sign).first.wait_for()
            print(f"live score on the {name} after {time.monotonic() - began:.2f} s")
