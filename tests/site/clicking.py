"""Somebody who gets on by links and buttons alone: in a real browser, or with forms and without JavaScript.

Both take the same steps, so that one evening can be played by either: `follow` a link that is on the page, and fill
a form in (`done`).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tests.site.browsing import Browser, links

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


class Hand(Protocol):
    """What both can do."""

    @property
    def page(self) -> str:
        """What is shown."""

    def enter(self) -> None:
        """Comes to the first page."""

    def follow(self, ending: str) -> None:
        """Goes where a link of the page leads."""

    def done(self, ending: str, /, **typed: str) -> str:
        """Fills in the form that is sent there, and sends it; it is not refused."""


@dataclass
class ByForms(Browser):
    """Without JavaScript."""

    def enter(self) -> None:
        self.open("/")

    def follow(self, ending: str) -> None:
        found = [one for one in links(self.page) if one.endswith(ending)]
        assert found, (ending, links(self.page))
        self.open(found[0])

    def done(self, ending: str, nth: int = -1, /, **typed: str) -> str:
        return super().done(ending, nth, **typed)


@dataclass
class ByClicks:
    """In a browser."""

    window: "Page"

    @property
    def page(self) -> str:
        return str(self.window.content())

    def enter(self) -> None:
        self.window.goto("/")

    def follow(self, ending: str) -> None:
        self.window.locator(f'a[href$="{ending}"]').first.click()
        self.window.wait_for_load_state()

    def done(self, ending: str, /, **typed: str) -> str:
        form = self.window.locator(f'form[action$="{ending}"]').last
        for name, text in typed.items():
            if name != "step":
                self._fill(form.locator(f'[name="{name}"]').first, text)
        button = f'button[name="step"][value="{typed["step"]}"]' if "step" in typed else "button"
        with self.window.expect_navigation():  # some forms first look whether the service can be reached
            form.locator(button).last.click()
        assert self.window.locator('[role="alert"]').count() == 0, self.page
        return self.page

    @staticmethod
    def _fill(place: "Locator", text: str) -> None:
        if place.get_attribute("type") == "radio":
            place.locator(f'xpath=ancestor::fieldset//input[@value="{text}"]').check()
        elif place.evaluate("one => one.tagName") == "SELECT":
            place.select_option(text)
        else:
            place.fill(text)
