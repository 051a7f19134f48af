"""Logging in by a mail in a real browser, with its scripts and without: a player adds an address, confirms it, and is
let in by a link; on every page axe finds nothing, and none is too wide."""

from typing import TYPE_CHECKING

import pytest

from tests.api.support import Service
from tests.security.test_login_mails import ADDRESS, Office, link_in, mailing, office, post, send
from tests.site import browser as real
from tests.site.test_in_browser import RULES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["mailing", "office", "post"]

pytestmark = pytest.mark.browser

WIDTHS = (360, 1280)


def press(visitor: real.Visitor, action: str) -> "Page":
    """The button of the form that is sent there."""
    visitor.sends(visitor.page.locator(f'main form[action^="{action}"] button').first)
    return visitor.page


@pytest.mark.parametrize("scripts", [True, False])
def test_player_comes_in_by_mail_by_clicks(browser: "Browser", service: Service, office: Office, scripts: bool) -> None:
    key = service.key("player", service.register("Ada Ask"))
    with real.visitor(browser, service.url, java_script_enabled=scripts) as own:
        own.logs_in(key)
        page = own.sees("/login/sessions")
        with page.expect_navigation():
            page.get_by_role("link", name="Log in by mail").click()
        page.locator("input[name=address]").fill(ADDRESS)
        assert "Open its link within a day" in press(own, "/login/address").inner_text("main")
        send(office.urls, office.post)
    with real.visitor(browser, service.url, java_script_enabled=scripts) as another:
        another.sees(link_in(office.post.got[-1]))
        assert "From now on links to this address log in" in press(another, "/login/address/").inner_text("main")
        page = another.sees("/login")
        page.locator("input[name=address]").fill(ADDRESS)
        assert "a mail with a link is on its way" in press(another, "/login/mail").inner_text("main")
        send(office.urls, office.post)
        another.sees(link_in(office.post.got[-1]))
        assert "My matches" in press(another, "/login/mail/").inner_text("main")
        assert "You logged in by a link in a mail" in another.sees("/login/sessions").inner_text("main")


@pytest.mark.proof
@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("da", "dark"), ("nl", "light")])
def test_axe_finds_nothing_on_pages_of_logging_in_by_mail(
    browser: "Browser", service: Service, office: Office, language: str, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    key = service.key("director", service.register("Dee Dun"))
    office.known("player")
    own = [office.adds(key, "dee@example.org"), office.link(), "/login/address", "/login/sessions"]
    found, too_wide = {}, []
    with real.visitor(browser, service.url, locale=language, color_scheme=scheme) as visitor:
        for path in ["/login", "/login/mail", *own]:
            if path == own[2]:
                visitor.logs_in(key)
            page = visitor.sees(path)
            answer = axe.run(page, options={"runOnly": RULES})
            found[path] = [(one["id"], one["nodes"][0]["html"]) for one in answer.response["violations"]]
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                is_wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
                too_wide += [(path, width)] if is_wide else []
    assert ({path: faults for path, faults in found.items() if faults}, too_wide) == ({}, [])
