"""A federation's log is moved to another database by dump and restore, and goes on there as the same log."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from ops.backup.restoring import follow
from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from tests.evidence.support import ORIGIN, owner, signed
from tests.ops.support import called
from tests.projections.support import Club, contents, opened

pytestmark = pytest.mark.operations

_LOG = "SELECT position, stream, version, topic, state FROM events ORDER BY position"


def test_a_cell_that_is_moved_goes_on_as_the_same_log(
    database: DatabaseUrls, empty_database: DatabaseUrls, tmp_path: Path
) -> None:
    here, there = (settings_of(urls, tmp_path / name) for urls, name in ((database, "old"), (empty_database, "new")))
    with opened(database.service) as journal:
        club = Club(journal)
        club.register(1, 2, 3)
        club.begin(1, 1, 2)
        before = signed(database, journal, KeyFolder(tmp_path / "old"))
        assert before is not None
        follow(database)
    done("backup", here)
    shutil.copytree(tmp_path / "old", tmp_path / "new")
    said = done("restore", there)
    assert "gone" not in said, said
    follow(empty_database)
    assert log_of(empty_database) == log_of(database)
    assert contents(empty_database.owner) == contents(database.owner)
    with opened(empty_database.service) as journal:
        Club(journal, "moved").play(1, (1, 2, 5, 3))
        after = signed(empty_database, journal, KeyFolder(tmp_path / "new"))
    assert after is not None
    assert (after.origin, after.size > before.size) == (ORIGIN, True)
    follow(empty_database)
    said = called(["doctor", "--whole-log", "--tables"], there).stdout
    wrong = [line.split()[1] for line in said.splitlines() if line.strip().startswith("wrong")]
    assert set(wrong) <= {"server"}, "that of the tests may lose what a crash takes"


def test_two_cells_have_nothing_in_common(database: DatabaseUrls, empty_database: DatabaseUrls, tmp_path: Path) -> None:
    """The same ids in both: neither knows of the other."""
    done("migrate", settings_of(empty_database, tmp_path / "second"))
    with opened(database.service) as first, opened(empty_database.service) as second:
        for journal, persons in ((first, 2), (second, 5)):
            Club(journal).register(*range(1, persons + 1))
        assert (first.position(), second.position()) == (2, 5)
        Club(first, "again").begin(1, 1, 2)
        assert second.position() == 5


def settings_of(urls: DatabaseUrls, keys: Path) -> Mapping[str, str]:
    """The settings of a cell; both write backups into the same folder."""
    told = {"database_url": urls.owner, "log_key_dir": str(keys), "backup_dir": str(keys.parent / "kept")}
    return {f"SCORESHEET_{name.upper()}": value for name, value in (told | {"log_origin": ORIGIN}).items()}


def done(command: str, settings: Mapping[str, str], *options: str) -> str:
    """What the command prints, which succeeds."""
    ended = called([command, *options], settings)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def log_of(urls: DatabaseUrls) -> list[tuple[object, ...]]:
    with owner(urls) as connection:
        return connection.execute(_LOG).fetchall()
