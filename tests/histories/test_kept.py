"""What an earlier version of the program kept is migrated and read, whatever has become of events since (ALL-1)."""

import re
from pathlib import Path

import pytest

from ops import origin
from ops.database import DatabaseUrls, connect
from ops.errors import DatabaseOlderError
from ops.migrate import migrate
from projections.engine.projection import Projection, definition
from projections.engine.rebuild import rebuild
from projections.registry.catalogue import PROJECTIONS
from tests.histories.kept import RELEASES, bring_in, copies, read, rows_of, told, version
from tests.histories.shapes import FROZEN
from tests.house.source import ROOT
from tests.projections.support import contents, of_follower, opened

COPIES = copies()
EVENTS = 'public.events (stream, version, "position", topic, state)'
ORIGIN = "public.origin (shape, is_demonstration)"


@pytest.mark.rule("ALL-1")
def test_a_copy_of_the_frozen_shape_is_kept() -> None:
    kept = [shape for shape, _ in COPIES]
    assert kept
    assert origin.FROZEN_SHAPE in {None, *kept}, "run `python -m tests.histories.kept`, and then freeze histories"


@pytest.mark.rule("ALL-1")
def test_copy_of_each_release_is_kept() -> None:
    kept = [file.stem.removeprefix("release-") for file in RELEASES]
    released = re.findall(r"^## (\d[\d.]*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert version() in kept, "run `python -m tests.histories.kept release`"
    assert set(released) <= set(kept)


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize(("shape", "file"), COPIES, ids=lambda one: getattr(one, "stem", str(one)))
def test_a_later_version_of_the_program_migrates_and_reads_a_kept_copy(
    shape: int, file: Path, empty_database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is left as it is, what is read from it is what was read then, and tables that are made as they were then
    hold the same. Until histories are frozen, an earlier copy is refused, and documents in tables may change unsaid."""
    kept = read(file)
    bring_in(empty_database.owner, kept)
    if shape < (origin.FROZEN_SHAPE or origin.SHAPE):
        with pytest.raises(DatabaseOlderError):
            migrate(empty_database.owner)
        return
    monkeypatch.setattr(origin, "FROZEN_SHAPE", origin.FROZEN_SHAPE or shape)
    monkeypatch.setattr(origin, "SHAPE", origin.SHAPE + 1)
    alike = [one for one in PROJECTIONS.values() if is_alike(empty_database, one)]
    were = contents(empty_database.projections, [one.name for one in alike])
    migrate(empty_database.owner)
    with opened(empty_database.service) as journal:
        for name, projection in PROJECTIONS.items():
            rebuild(of_follower(empty_database.projections, name), journal, projection)
        assert told(journal, empty_database.owner) == file.with_suffix(".txt").read_text()
    are, rows = contents(empty_database.projections), rows_of(empty_database.owner)
    tables = [table.name for one in alike if FROZEN or one.name != "tournaments" for table in one.tables]
    assert {table: are[table] for table in tables} == {table: were[table] for table in tables}
    assert (rows[EVENTS], rows[ORIGIN]) == (kept[EVENTS], f"{origin.SHAPE}\tf\n".encode())


def is_alike(urls: DatabaseUrls, projection: type[Projection]) -> bool:
    """Whether the live tables are made and filled as this program makes and fills them."""
    with connect(urls.owner) as connection:
        query = "SELECT definition FROM projections WHERE name = %s AND is_live"
        return connection.execute(query, (projection.name,)).fetchall() == [(definition(projection),)]
