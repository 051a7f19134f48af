"""The pages of rating policies and pools in a real browser: forms, trial, listing (ELO-1, ELO-8)."""

from typing import TYPE_CHECKING

import pytest

from tests.api.support import Client, Service, score, season
from tests.site import browser as real
from tests.site.test_game_in_browser import WIDTHS
from tests.site.test_in_browser import RULES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.proof]

FORMS = tuple(
    f"/office/do/{command}?back=ratings"
    for command in ("announce-rating-policy", "announce-rating-pool", "set-pool-listing")
)
PAGES = (*FORMS, "/office/ratings", "/office/rating-trial", "/ratings", "/ratings/league")
CLUBS = ("Nørrebro Backgammon Klub", "Backgammonvereniging De Dubbelsteen Amsterdam-Noord", "Odense")


@pytest.fixture(scope="module")
def office(browser: "Browser", service: Service) -> Client:
    """Three clubs, a pool that lists the members of two, and a match that is rated."""
    assert browser
    office = service.administrator()
    clubs = [office.done("/v1/clubs", {"name": name}).json()["club"] for name in CLUBS]
    names = [{"language": "en", "name": "League"}]
    office.done("/v1/rating-pools", {"pool": "league", "names": names, "policy": None, "reason": "Voted."})
    rules = {"minimum_matches": 1, "seen_within_days": 365, "members_only": True, "opening": "either"}
    told = {**rules, "pool": "league", "clubs": clubs[:2], "reason": "Voted."}
    office.done("/v1/rating-pools/listing", told, seen=office.get("/v1/federation").headers["ETag"])
    rating = {"pool": "league", "policy": "room", "policy_version": 1}
    season(service, 2, rating=rating).play(1, 2, length=5, result=score(5, 1))
    return office


def tries(page: "Page") -> None:
    """Ratings under the policy of another country, of the members of one club."""
    page.goto("/office/rating-trial")
    page.locator('select[name="policy"]').select_option(value="denmark 1")
    with page.expect_navigation():
        page.locator('form[action="/office/rating-trial"] button').click()


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("da", "dark"), ("nl", "light")])
def test_axe_finds_nothing_on_pages_of_policies_and_none_is_too_wide(
    browser: "Browser", service: Service, office: Client, language: str, scheme: str
) -> None:
    assert office
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found, too_wide = {}, []
    with real.visitor(browser, service.url, locale=language, color_scheme=scheme) as visitor:
        page = visitor.logs_in(service.key("administrator"))
        for path in (*PAGES, "tried"):
            tries(page) if path == "tried" else visitor.sees(path)
            found[path] = axe.run(page, options={"runOnly": RULES}).response["violations"]
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                if page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
                    too_wide.append((path, width))
    assert {path: [one["id"] for one in faults] for path, faults in found.items() if faults} == {}
    assert too_wide == []


@pytest.mark.rule("ELO-8")
def test_clubs_of_a_listing_are_ticked_without_a_script(browser: "Browser", service: Service, office: Client) -> None:
    with real.visitor(browser, service.url, java_script_enabled=False) as visitor:
        page = visitor.logs_in(service.key("administrator"))
        page.goto("/office/do/set-pool-listing?back=ratings")
        page.locator('select[name="pool"]').select_option(value="league")
        page.locator('input[name="minimum_matches"]').fill("2")
        page.get_by_label("Members of a club only").check()
        page.get_by_label(CLUBS[2]).check()
        page.locator('select[name="opening"]').select_option(value="either")
        page.locator('[name="reason"]').fill("Voted again.")
        with page.expect_navigation():
            page.locator('.line button[value="send"]').click()
        assert page.get_by_text(f"members on that day of: {CLUBS[2]}").count() == 1
    [pool] = [one for one in office.read("/v1/rating-pools")["items"] if one["pool"] == "league"]
    assert [len(pool["listing"]["clubs"]), pool["listing"]["minimum_matches"]] == [1, 2]
