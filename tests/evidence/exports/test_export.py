"""An export holds everything that was recorded, and is found sound without the database it came from."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.evidence.exported.trust import Trust
from domain.kernel import canonical_json
from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from tests.evidence.exports.support import exported, findings, follow_and_sign, kinds, trusted
from tests.projections.support import Club, opened


@pytest.fixture
def club(database: DatabaseUrls, folder: KeyFolder) -> Iterator[Club]:
    """A tournament with a correction, signed in between; then somebody is erased."""
    with opened(database.service) as journal:
        made = Club(journal)
        made.register(1, 2, 3)
        made.begin(1, 1, 2, 3)
        made.play(1, (1, 2, 5, 3), (2, 3, 5, 1))
        follow_and_sign(database, journal, folder)
        made.turn_over(1, 1, "second")
        made.erase(3)
        follow_and_sign(database, journal, folder)
        yield made


@pytest.mark.rule("ALL-1")
def test_an_export_is_sound_and_its_lines_are_the_stored_bytes(
    club: Club, database: DatabaseUrls, folder: KeyFolder, tmp_path: Path
) -> None:
    place = tmp_path / "everything"
    manifest = exported(database.service, place)
    assert [f.line for f in findings(place, trusted(folder))] == []
    assert kinds(place, Trust()) == ["unauthenticated"]
    stored = [one.state for one in club.journal.read(0, 100)]
    assert (place / "events/000000000.jsonl").read_bytes().splitlines() == stored
    assert manifest.events == manifest.size == len(stored)
    assert (place / "MANIFEST.json").read_bytes() == manifest.content
    files = {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}
    assert files == {*manifest.files, "MANIFEST.json"}
    assert all(
        hashlib.sha256((place / name).read_bytes()).hexdigest() == f.sha256 for name, f in manifest.files.items()
    )
    standings = canonical_json.decode((place / f"tables/standings@{manifest.size}.json").read_bytes())
    assert [row["person"] for row in standings[0]["document"]["rows"]]
