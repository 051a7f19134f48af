"""The same steps as without JavaScript, in a real browser: what is typed is typed there, and buttons are clicked."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx

from tests.site.browsing import Browser, FormThere, forms

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Response

_POSTED = "form[method=post]"


@dataclass
class Clicked(Browser):
    """A window of a browser; `actions` counts what a person has done in it: pages opened, fields filled, clicks."""

    window: "Page | None" = None
    actions: int = 0

    @property
    def _window(self) -> "Page":
        assert self.window is not None
        return self.window

    def open(self, path: str) -> str:
        self.actions += 1
        answer = self._window.goto(path)
        assert answer is not None
        assert answer.ok, (path, self._window.content())
        self.shown = self._seen(answer)
        return self.page

    def send(self, form: FormThere, /, **typed: str) -> httpx.Response:
        """Fills in what is on the page, and clicks the button that is meant."""
        there = self._window.locator(_POSTED).nth(forms(self._window.content()).index(form))
        self._window.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        pressed = there.locator("button:not([type=button]):not([aria-hidden])").first
        for name, text in typed.items():
            buttons = there.locator(f'button[name="{name}"]:not([aria-hidden])').all()
            if buttons:
                pressed = next(one for one in buttons if one.get_attribute("value") == text)
            else:
                self._fill(there.locator(f'[name="{name}"]'), text)
        self.actions += 1
        with self._window.expect_navigation() as following:
            pressed.click()
        self._window.wait_for_load_state()
        return self._seen(following.value)

    def _fill(self, places: "Locator", text: str) -> None:
        """Types the text, or chooses what stands for it."""
        self.actions += 1
        first = places.first
        if first.get_attribute("type") in ("radio", "checkbox"):
            places.and_(self._window.locator(f'[value="{text}"]')).check()
        elif first.evaluate("one => one.tagName") == "SELECT":
            first.select_option(text)
        elif first.is_visible():
            first.fill(text)

    def _seen(self, answer: "Response") -> httpx.Response:
        told = {name: text for name, text in answer.headers.items() if name == "cache-control"}
        request = httpx.Request("GET", self._window.url)
        return httpx.Response(answer.status, headers=told, text=self._window.content(), request=request)
