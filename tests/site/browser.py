"""A real browser: Debian's Chromium, driven by playwright.

Where one of them is missing the tests are skipped, unless `SCORESHEET_TEST_BROWSER=demanded` says that they may not be.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from tests.patience import PATIENCE_SECONDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page

DEMANDED = os.environ.get("SCORESHEET_TEST_BROWSER") == "demanded"
PROGRAM = shutil.which("chromium")
_WANTED = {
    "playwright (`make .venv/ready-to-browse`)": find_spec("playwright") is not None,
    "chromium (Debian's package)": PROGRAM is not None,
}


@contextmanager
def opened(*told: str) -> Iterator["Browser"]:
    """The browser, told that besides. Skips the test where there is none, and fails it where one is demanded."""
    missing = [name for name, is_there in _WANTED.items() if not is_there]
    if missing:
        (pytest.fail if DEMANDED else pytest.skip)(f"no browser, since there is no {' and no '.join(missing)}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox", *told])
        yield browser
        browser.close()


@dataclass
class Visitor:
    """Somebody with a browser window; `complaints` is what the browser has said against a page."""

    context: "BrowserContext"
    page: "Page"
    complaints: list[str] = field(default_factory=list)

    def sees(self, path: str) -> "Page":
        """Goes to the page, which must be there."""
        answer = self.page.goto(path)
        assert answer is not None
        assert answer.ok, path
        return self.page

    def looks_in_vain(self, path: str) -> "Page":
        """Goes to a page that tells that something is not there, of which the browser complains by itself."""
        answer = self.page.goto(path)
        assert answer is not None
        assert answer.status == 404, path
        assert all("404" in one for one in self.complaints), self.complaints
        self.complaints.clear()
        return self.page

    def logs_in(self, key: str) -> "Page":
        """Shows that key to be let in."""
        page = self.sees("/login")
        page.locator("input[name=key]").fill(key)
        with page.expect_navigation():
            self.sends(page.locator("main form:has(input[name=key]) button"))
        return page

    def sends(self, button: "Locator") -> None:
        """Presses the button, and waits for the page that follows: a form first looks whether there is a network."""
        with self.page.expect_navigation():
            button.click()

    def hears(self, message: "ConsoleMessage") -> None:
        """Takes in what the browser says."""
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)


@contextmanager
def visitor(browser: "Browser", url: str, **options: Any) -> Iterator[Visitor]:  # noqa: ANN401 -- as playwright takes them
    """A window of its own, in English unless `locale` says otherwise. The browser must have nothing to say against the
    pages: no script fails, nothing is against their policy."""
    context = browser.new_context(base_url=url, **{"locale": "en", **options})
    context.set_default_timeout(PATIENCE_SECONDS * 1_000)
    found = Visitor(context, context.new_page())
    found.page.on("console", found.hears)
    found.page.on("pageerror", lambda error: found.complaints.append(str(error)))
    found.page.on("dialog", lambda dialog: found.complaints.append(f"dialog: {dialog.message}"))
    yield found
    context.close()
    assert found.complaints == []
