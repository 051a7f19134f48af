"""The same service as the API's tests have, and a real browser."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.api.conftest import anonymous, played, service
from tests.site import browser as real

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["anonymous", "played", "service"]


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with real.opened() as found:
        yield found
