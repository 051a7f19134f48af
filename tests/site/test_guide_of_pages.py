"""What the guide tells of pages is there: each name in bold is on an English page, and each address opens."""

import re
from pathlib import Path

import httpx

from tests.api.support import Service
from tests.patience import PATIENCE_SECONDS
from tests.site.browsing import OWN_PAGE
from tests.site.messages import ROOMS, messages

ROOT = Path(__file__).parents[2]
GUIDE = "api/guides/PAGES.md"
_BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_ADDRESS = re.compile(r"`(/[a-z/]*)`")
_NAMED = re.compile(r"%\\\((?:\w+)\\\)s|%\\\(num\\\)s")


def told() -> str:
    """What the guide tells of pages, without its commands."""
    text = (ROOT / GUIDE).read_text("utf-8")
    return re.sub(r"```\n.*?```", "", text, flags=re.DOTALL)


def bold() -> set[str]:
    """The names in bold, wherever their lines break."""
    return {" ".join(found.split()) for found in _BOLD.findall(told())}


def shown() -> set[str]:
    """What is on English pages, as patterns: a number may stand where the text has a place for something."""
    texts = (text for room in ROOMS for one in messages(room) for text in ((one,) if isinstance(one, str) else one))
    return {_NAMED.sub(r"\\d+", re.escape(" ".join(text.split()))) for text in texts}


def test_every_name_in_bold_stands_on_a_page() -> None:
    """Most names are there as they are; what has a number in it is looked for by all patterns."""
    pages, names = shown(), bold()
    numbered = re.compile("|".join(f"(?:{one})" for one in pages if r"\d+" in one))
    assert len(names) > 10
    assert {name for name in names if re.escape(name) not in pages and not numbered.fullmatch(name)} == set()


def test_every_address_of_a_page_opens(service: Service) -> None:
    named = {*_ADDRESS.findall(told())}
    with httpx.Client(base_url=service.url, headers=OWN_PAGE, follow_redirects=True, timeout=PATIENCE_SECONDS) as http:
        http.post("/login", data={"key": service.key("administrator", service.register("An officer"))})
        assert len(named) >= 4
        assert {one: http.get(one).status_code for one in named} == dict.fromkeys(named, 200)
