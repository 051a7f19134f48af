"""The README is short, its links lead somewhere, and it names every format."""

import re

from domain.formats.registry import FORMATS
from tests.house.source import ROOT

PAGE = (ROOT / "README.md").read_text()
GUIDES = [*(ROOT / "api" / "guides").glob("*.md"), *(ROOT / "ops" / "guides").glob("*.md")]
LINKS = re.findall(r"\]\(([^)#]+)[^)]*\)|(?:src|srcset)=\"([^\"]+)\"", PAGE)


def test_readme_is_read_in_minutes() -> None:
    assert len(PAGE.splitlines()) <= 150


def test_readme_links_lead_somewhere() -> None:
    named = [path or picture for path, picture in LINKS]
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert len(named) > 15


def test_readme_leads_to_every_guide() -> None:
    assert {path.relative_to(ROOT).as_posix() for path in GUIDES} <= {path for path, _ in LINKS}


def test_readme_has_a_row_for_each_format() -> None:
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \|$", PAGE.partition("## What it plays")[2], re.MULTILINE)
    assert len(rows) - 2 == len({kind for kind, _ in FORMATS})
