"""A passkey in a real browser, which makes it and shows it by the page's own script."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from api.http.sessions.logins import Logins
from tests.api.support import Service
from tests.site import browser as real

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def browser(service: Service) -> Iterator["Browser"]:
    service.app.state.logins = Logins(passkeys=True)
    with real.opened() as found:
        yield found
    service.app.state.logins = Logins()


def with_device(page: "Page") -> None:
    """The browser's own stand-in for a device that holds passkeys."""
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})


def test_a_passkey_is_added_and_logs_in(browser: "Browser", service: Service) -> None:
    key = service.key("director", service.register("A director with a passkey"))
    with real.visitor(browser, service.url.replace("127.0.0.1", "localhost")) as visitor:
        page = visitor.sees("/login")
        with_device(page)
        page.get_by_label("Your key").fill(key)
        page.get_by_role("button", name="Log in with the key", exact=True).click()
        page.wait_for_url("**/desk")
        visitor.sees("/login/sessions")
        page.get_by_role("button", name="Add a passkey").click()
        page.get_by_text("A passkey", exact=True).wait_for()
        page.get_by_role("button", name="Add a passkey").click()
        page.get_by_text("This device has a passkey for this key already.").wait_for()
        assert not page.get_by_text("The browser gave no passkey.").is_visible()
        assert page.get_by_text("A passkey", exact=True).count() == 1
        page.get_by_role("button", name="Log out").click()
        page.wait_for_url("**/")
        visitor.sees("/login")
        page.get_by_role("button", name="Log in with a passkey").click()
        page.wait_for_url("**/desk")


def test_key_still_logs_in_without_the_script(browser: "Browser", service: Service) -> None:
    with real.visitor(browser, service.url, java_script_enabled=False) as visitor:
        page = visitor.sees("/login")
        assert page.get_by_role("button", name="Log in with the key", exact=True).is_visible()
        assert not page.get_by_role("button", name="Log in with a passkey").is_visible()
