"""What clients rely on is committed, a line each, so that anyone who reads a change sees what it breaks."""

from pathlib import Path

import pytest

from api.asgi import asyncapi, openapi, surface
from api.asgi import documents as kept_documents
from api.asgi.documents import FILES, KEPT_BY, documents_of
from api.routes.service.documentation import Documents
from tests.api.support import unserved_app

HELD = [
    "Entry.name: string required",
    "Entry.number: integer always",
    "Entry.way: ByLot | BySeed required",
    'Entry.state = "gone"',
    "list_entries query limit: integer",
    "list_entries: GET /v1/entries",
]


def test_surface_is_committed_as_it_is_made() -> None:
    assert surface.breaking(surface.kept(), surface.of_this_program()) == [], "these break clients"
    assert sorted(surface.kept()) == surface.of_this_program(), "run python -m api.asgi.surface"


@pytest.mark.parametrize(
    ("gone", "come", "broken"),
    [
        ("", "Entry.seed: integer", []),
        ("", "Entry.seed: integer always", []),
        ("", 'Entry.state = "late"', []),
        ("", "Person.name: string required", []),
        ("Entry.name: string required", "Entry.name: string", []),
        ("Entry.way: ByLot | BySeed required", "Entry.way: ByHand | ByLot | BySeed required", []),
        (
            "Entry.way: ByLot | BySeed required",
            "Entry.way: ByLot required",
            ["+ Entry.way: ByLot required", "- Entry.way: ByLot | BySeed required"],
        ),
        (
            "Entry.way: ByLot | BySeed required",
            "Entry.way: ByHand | ByLot | BySeed | null required",
            ["+ Entry.way: ByHand | ByLot | BySeed | null required", "- Entry.way: ByLot | BySeed required"],
        ),
        ("", "Entry.seed: integer required", ["+ Entry.seed: integer required"]),
        ("", "list_entries query as_of: integer required", ["+ list_entries query as_of: integer required"]),
        ('Entry.state = "gone"', "", ['- Entry.state = "gone"']),
        ("Entry.number: integer always", "Entry.number: integer", ["- Entry.number: integer always"]),
        ("list_entries: GET /v1/entries", "list_entries: GET /v1/all-entries", ["- list_entries: GET /v1/entries"]),
    ],
)
def test_surface_breaks_where_something_goes_or_is_demanded(gone: str, come: str, broken: list[str]) -> None:
    now = [line for line in HELD if line != gone] + ([come] if come else [])
    assert surface.breaking(HELD, now) == broken


def test_surface_names_what_is_sent_and_what_is_given() -> None:
    lines = surface.of_this_program()
    assert "announce_tournament: POST /v1/tournaments" in lines
    assert "announce_tournament header Idempotency-Key: string required" in lines
    assert "list_tournaments query limit: integer" in lines
    assert any(line.startswith("Announcement.name: string required") for line in lines)
    assert len(lines) == len(set(lines)) > 3_000


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which documents are kept, by a process that has made none yet."""
    monkeypatch.setattr(kept_documents, "FILES", Documents(*(tmp_path / file.name for file in FILES)))
    monkeypatch.setattr(kept_documents, "KEPT_BY", tmp_path / KEPT_BY.name)
    monkeypatch.setattr(kept_documents, "_MADE", [])
    return tmp_path


@pytest.mark.usefixtures("_short")
def test_documents_are_made_where_another_program_kept_them(folder: Path) -> None:
    for name in ("openapi.json", "asyncapi.json"):
        (folder / name).write_text("{}")
    (folder / "documents.txt").write_text("another program")
    made = documents_of(unserved_app())
    assert made == Documents(b'{"openapi":"3.1.0"}', b'{"asyncapi":"3.0.0"}')
    assert Documents((folder / "openapi.json").read_bytes(), (folder / "asyncapi.json").read_bytes()) == made
    assert sorted(path.name for path in folder.iterdir()) == ["asyncapi.json", "documents.txt", "openapi.json"]


@pytest.fixture
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is made is short, for the whole takes seconds."""
    monkeypatch.setattr(openapi, "document", lambda _: {"openapi": "3.1.0"})
    monkeypatch.setattr(asyncapi, "document", lambda _: {"asyncapi": "3.0.0"})


@pytest.mark.usefixtures("_short")
def test_documents_that_this_program_kept_are_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = documents_of(unserved_app())
    monkeypatch.setattr(kept_documents, "_MADE", [])
    for document in (openapi, asyncapi):
        monkeypatch.setattr(document, "document", lambda _: pytest.fail("it was made again"))
    assert documents_of(unserved_app()) == made
    assert len(list(folder.iterdir())) == 3


@pytest.mark.usefixtures("_short")
def test_documents_are_served_where_they_cannot_be_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(file: Path, _: bytes) -> None:
        raise PermissionError(f"{file} can't be written")

    monkeypatch.setattr(kept_documents, "_write", refuse)
    assert documents_of(unserved_app()).openapi == b'{"openapi":"3.1.0"}'
    assert list(folder.iterdir()) == []
