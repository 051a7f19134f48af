"""The pages of the game in a real browser: board, replay, upload, check, live score and error rates (GAM-7)."""

from typing import TYPE_CHECKING

import pytest

from tests.api.support import Service, season
from tests.domain.test_transcripts import PLAYED
from tests.site import browser as real
from tests.site.test_in_browser import RULES
from tests.site.test_replay import attached

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.proof]

WIDTHS = (360, 768, 1280, 1920)
FAULTY = PLAYED.replace("52: 13/8 8/6", "52: 13/8 8/5", 1)
"""With a play of a 5 and a 3, where a 5 and a 2 were rolled."""


@pytest.fixture(scope="module")
def pages(browser: "Browser", service: Service) -> dict[str, str]:
    """By what it is the address of each page, of a match that was played and of one that is."""
    assert browser
    made = season(service, conditions={"replays_shown": "to-everybody"})
    whole = attached(made, FAULTY)
    match = whole.partition("/transcripts")[0]
    result = {"result": {"kind": "score", "first": 5, "second": 2}, "score_checked": True}
    made.director.change(f"{made.path}/matches/1", "result", result)
    rates = {"program": "Engine 2.1, 3-ply", "first": "4.52", "second": "8.737"}
    told = {"kind": "analysis", "reference": "file", "digest": "0" * 64, "error_rates": rates}
    made.director.done(f"{made.path}/matches/1/attachments", told)
    made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 5})
    made.director.read(f"{made.path}/matches/2")
    own = f"/tournaments/{made.id}"
    return {
        "match": match,
        "upload": f"{match}/transcripts",
        "transcript": whole,
        "turn": f"{whole}/games/1?turn=3",
        "end": f"{whole}/games/1",
        "replay": f"{match}/replays/1/games/1?turn=5",
        "live": f"{own}/matches/2/live",
        "overlay": f"{own}/overlay?match=2",
        "person": f"/persons/{made.persons[0]}",
        "error-rates": "/office/error-rates",
    }


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("da", "dark"), ("nl", "light")])
def test_axe_finds_nothing_on_pages_of_the_game_and_none_is_too_wide(
    browser: "Browser", service: Service, pages: dict[str, str], language: str, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found, too_wide = {}, []
    with real.visitor(browser, service.url, locale=language, color_scheme=scheme) as visitor:
        page = visitor.logs_in(service.key("administrator"))
        for name, path in pages.items():
            answer = axe.run(visitor.sees(path), options={"runOnly": RULES})
            found[name] = [(one["id"], one["nodes"][0]["html"]) for one in answer.response["violations"]]
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                too_wide += (
                    [(name, width)] if page.evaluate("document.documentElement.scrollWidth > innerWidth") else []
                )
    assert ({name: faults for name, faults in found.items() if faults}, too_wide) == ({}, [])


def test_keys_go_from_turn_to_turn_of_a_public_replay(
    browser: "Browser", service: Service, pages: dict[str, str]
) -> None:
    with real.visitor(browser, service.url) as visitor:
        page = visitor.sees(pages["replay"])
        assert page.locator("svg.board").get_attribute("aria-describedby") == "position"
        assert "pips" in (page.locator("#position").text_content() or "")
        with page.expect_navigation():
            page.keyboard.press("ArrowRight")
        assert "turn=6" in page.url
        with page.expect_navigation():
            page.keyboard.press("ArrowLeft")
        assert "turn=5" in page.url
        assert len(page.content().encode()) < 60_000
