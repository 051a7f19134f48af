"""The header of all pages on a narrow phone: two rows at most, in every language, for each kind of reader."""

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from domain.kernel.envelope import Role
from tests.api.support import Service
from tests.site import browser as real
from tests.site.evening import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

_TALLEST_LINE = 24
"""Links whose middles are nearer than this, in pixels, are in one row."""


@pytest.mark.parametrize("language", ["en", "da", "nl"])
@pytest.mark.parametrize("role", ["administrator", "director", None])
def test_header_has_two_rows_on_a_phone(service: Service, browser: "Browser", language: str, role: Role | None) -> None:
    key = role and service.key(role, service.register("Olga Owner"))
    with real.visitor(browser, service.url, viewport=PHONE, locale=language) as visitor:
        if key:
            visitor.logs_in(key)
        page = visitor.sees("/desk" if key else "/")
        middles = sorted(
            box["y"] + box["height"] / 2
            for one in page.locator("header.site a").all()
            if (box := one.bounding_box()) is not None
        )
        rows = 1 + sum(after - before > _TALLEST_LINE for before, after in pairwise(middles))
        assert rows == 2
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
