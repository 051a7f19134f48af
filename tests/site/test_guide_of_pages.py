"""What the guides tell of pages is there: each name in bold stands on an English page, and each address opens."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.api.support import Service
from tests.patience import PATIENCE_SECONDS
from tests.site.browsing import OWN_PAGE
from tests.site.messages import ROOMS, messages

ROOT = Path(__file__).parents[2]
GUIDES = ("README.md", "api/guides/PAGES.md")
_OF_PAGES = ("## In a browser\n", "## Using it\n")
"""What the README tells of pages stands between these."""
_BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_ADDRESS = re.compile(r"`(/[a-z/]*)`")
_NAMED = re.compile(r"%\\\((?:\w+)\\\)s|%\\\(num\\\)s")


def told(guide: str) -> str:
    """What the guide tells of pages, without its commands."""
    text = (ROOT / guide).read_text("utf-8")
    if guide == "README.md":
        text = text.partition(_OF_PAGES[0])[2].partition(_OF_PAGES[1])[0]
    return re.sub(r"```\n.*?```", "", text, flags=re.DOTALL)


def bold(guide: str) -> set[str]:
    """The names in bold, wherever their lines break."""
    return {" ".join(found.split()) for found in _BOLD.findall(told(guide))}


def shown() -> Iterator[str]:
    """What stands on English pages, as patterns: a number may stand where the text has a place for something."""
    texts = (text for room in ROOMS for one in messages(room) for text in ((one,) if isinstance(one, str) else one))
    for text in texts:
        yield _NAMED.sub(r"\\d+", re.escape(" ".join(text.split())))


@pytest.mark.parametrize("guide", GUIDES)
def test_every_name_in_bold_stands_on_a_page(guide: str) -> None:
    pages = re.compile("|".join(f"(?:{one})" for one in shown()))
    assert len(bold(guide)) > 10
    assert {name for name in bold(guide) if not pages.fullmatch(name)} == set()


@pytest.mark.parametrize("guide", GUIDES)
def test_every_address_of_a_page_opens(guide: str, service: Service) -> None:
    named = {*_ADDRESS.findall(told(guide))}
    with httpx.Client(base_url=service.url, headers=OWN_PAGE, follow_redirects=True, timeout=PATIENCE_SECONDS) as http:
        http.post("/login", data={"key": service.key("administrator", service.register("An officer"))})
        assert len(named) >= 4
        assert {one: http.get(one).status_code for one in named} == dict.fromkeys(named, 200)
