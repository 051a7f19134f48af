"""A list of several megabytes in a real browser, with JavaScript and without: put in, checked, and recorded."""

from typing import TYPE_CHECKING

import pytest

from tests.api.support import Service
from tests.site import browser as real

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

ROWS = 300
NOTE = "n" * 8_000
PLAYERS = {"da": ("Lena Lund", "Hugo Holm"), "nl": ("Bram Visser", "Joost Kuiper")}
"""Others by language: they are in one register, where like names are asked about."""


@pytest.mark.parametrize(
    ("scripts", "locale", "width", "scheme"), [(False, "da", 360, "dark"), (True, "nl", 1280, "light")]
)
def test_long_list_is_checked_and_recorded(
    browser: "Browser", service: Service, scripts: bool, locale: str, width: int, scheme: str
) -> None:
    winner, loser = PLAYERS[locale]
    rows = [f"2025-02-08;{winner};{loser};{5 + row % 2};{NOTE}" for row in range(ROWS)]
    raw = ("date;winner;loser;length;note\n" + "\n".join(rows)).encode()
    office = service.key("administrator", service.register(f"Officer {locale}"))
    options = {"locale": locale, "color_scheme": scheme, "viewport": {"width": width, "height": 900}}
    with real.visitor(browser, service.url, java_script_enabled=scripts, **options) as visitor:
        visitor.logs_in(office)
        page = visitor.sees("/office/list/matches")
        page.locator("input[name=name]").fill(f"Long {locale}")
        page.locator("form.stack summary").click()
        page.locator("textarea[name=columns]").fill("note =")
        file = {"name": "long.csv", "mimeType": "text/csv", "buffer": raw}
        page.locator("input[type=file]").set_input_files(file)
        page.locator("button[value=try]").click()
        looked = page.locator("a[href*='?job=']")
        looked.wait_for()
        looked.click()
        record = page.locator("button[value=send]")
        record.wait_for()
        assert page.locator("textarea[name=list]").count() == 0
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth") if scripts else True
        record.click()
        page.locator("a[href^='/tournaments/']").wait_for()
        assert page.locator("progress").count() == 0
