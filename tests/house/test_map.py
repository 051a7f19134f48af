"""Every room is on a map, in CONTRIBUTING or the domain's README, and all that documents name exists."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOUSE = ("domain", "projections", "api", "ops")
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *(page for part in HOUSE for page in (ROOT / part).rglob("*.md")))
)


def rooms() -> set[str]:
    """Every folder that holds program files, but for those that only hold other rooms."""
    files = (path for part in HOUSE for path in (ROOT / part).rglob("*.py") if path.name != "__init__.py")
    return {path.parent.relative_to(ROOT).as_posix() for path in files}


def named(document: str) -> Iterator[str]:
    """The folders and files named between backticks, from the folder of the document."""
    text = (ROOT / document).read_text(encoding="utf-8")
    yield from re.findall(r"`([\w./-]+(?:/|\.py|\.md|\.sql))`", text)


def test_every_room_stands_in_the_map() -> None:
    top = {name.rstrip("/") for name in named("CONTRIBUTING.md")}
    domain = {f"domain/{name.rstrip('/')}" for name in named("domain/README.md")}
    # Rooms whose own page or map describes what is in them.
    whole = {"domain", "projections", "api"}
    decisions = {name.replace("tournament/", "tournament/decisions/") for name in domain}
    assert rooms() - top - domain - decisions - whole == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_names_in_a_document_are_there(document: str) -> None:
    here = (ROOT / document).parent
    places = (ROOT, here, ROOT / "domain", ROOT / "tests" / "security")
    assert [name for name in named(document) if not any((place / name).exists() for place in places)] == []
