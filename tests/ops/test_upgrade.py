"""An upgrade as the guide tells it: commands as printed, readers beside it, and the way back (ALL-1)."""

import hashlib
import re
import shlex
import threading
from dataclasses import dataclass
from pathlib import Path

import pytest
from psycopg_pool import ConnectionPool

from domain.kernel.ids import tournament_stream
from ops import migrate as migrating
from ops.backup.kept import named
from ops.backup.restoring import PutRight, load, put_right, unlike
from ops.backup.taking import take
from ops.database import DatabaseUrls
from ops.errors import DatabaseNewerError
from ops.evidence.key_folder import KeyFolder
from ops.migrate import Migration, migrate, read_migrations
from projections.engine.rebuild import rebuild
from projections.queries.queries import Readings
from projections.registry.catalogue import PROJECTIONS
from tests.evidence.support import key_folder, signed
from tests.histories.kept import RELEASES, bring_in, read, told
from tests.ops.support import called
from tests.patience import eventually
from tests.projections.support import Club, follow, opened, tournament_id

pytestmark = [pytest.mark.operations, pytest.mark.rule("ALL-1")]

GUIDE = Path(__file__).parents[2] / "ops" / "guides" / "RUNNING.md"
PLAYED = tournament_id(1)


def commands(section: str) -> list[list[str]]:
    """The commands of a section of the guide, as they are printed."""
    _, _, text = GUIDE.read_text("utf-8").partition(f"\n## {section}\n")
    blocks = re.findall(r"^```\n(.*?)^```$", text.partition("\n## ")[0], re.MULTILINE | re.DOTALL)
    return [shlex.split(line)[1:] for block in blocks for line in block.splitlines()]


@dataclass
class Machine:
    """Where the guide's commands are run: a database, and a folder to work in."""

    database: DatabaseUrls
    folder: Path

    def runs(self, command: list[str]) -> None:
        """The command succeeds. That a server of tests may lose commits, and that an erasure waits for its end, is all
        that doctor may call wrong."""
        settings = {
            "SCORESHEET_DATABASE_URL": self.database.owner,
            "SCORESHEET_LOG_KEY_DIR": str(self.folder / "log-key"),
            "COLUMNS": "300",
        }
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.folder)
            ended = called(command, settings)
        wrong = re.findall(r"^ *wrong +(\w+)", ended.stdout, re.MULTILINE)
        assert (ended.returncode == 0) is not bool(wrong), (command, ended.stdout, ended.stderr)
        assert {*wrong} <= {"server", "erasures"}, ended.stdout


@pytest.fixture
def upgraded(empty_database: DatabaseUrls, tmp_path: Path) -> Machine:
    """The newest release's data, as it was kept."""
    bring_in(empty_database.owner, read(RELEASES[-1]))
    return Machine(empty_database, tmp_path)


def test_guide_tells_backup_before_migrating() -> None:
    assert [command[0] for command in commands("Upgrade")] == ["backup", "migrate", "rebuild", "doctor", "restore"]


def test_upgrade_runs_from_the_kept_release_as_the_guide_prints_it(upgraded: Machine) -> None:
    """The backup before and the restore after are the older version's, which is not here. Its tables are no way back
    for this one: those of a second rebuild are."""
    kept = RELEASES[-1].with_suffix(".txt").read_text()
    for command in (*commands("Upgrade")[1:-1], ["rebuild"], *commands("Tables from before a rebuild")):
        upgraded.runs(command)
    with opened(upgraded.database.service) as journal:
        assert told(journal, upgraded.database.owner) == kept


def test_backup_commands_run_as_the_guide_prints_them(database: DatabaseUrls, tmp_path: Path) -> None:
    season(database, tmp_path)
    ran = [command for command in commands("Backups") if command[0] != "restore"]
    assert [command[0] for command in ran] == ["backup", "drill", "doctor"]
    for command in ran:
        Machine(database, tmp_path).runs(command)


def season(urls: DatabaseUrls, folder: Path) -> KeyFolder:
    """Two who have met, signed, with all tables level."""
    with opened(urls.service) as journal:
        club = Club(journal)
        club.register(1, 2)
        club.begin(1, 1, 2)
        club.play(1, (1, 2, 5, 0))
        keys = key_folder(folder)
        signed(urls, journal, keys)
        follow(urls.projections, journal)
        return keys


def later_version(monkeypatch: pytest.MonkeyPatch) -> tuple[Migration, ...]:
    """A version of the program that comes after this one: it has a migration more, and fills all tables otherwise. The
    migrations of the present one."""
    present = tuple(read_migrations())
    text = "CREATE TABLE public.of_a_later_version (is_there boolean);"
    later = Migration(present[-1].number + 1, "later", text, hashlib.sha256(text.encode()).hexdigest())
    monkeypatch.setattr(migrating, "read_migrations", lambda: (*present, later))
    for projection in PROJECTIONS.values():
        monkeypatch.setattr(projection, "rendering", projection.rendering + 1)
    return present


def test_readers_are_answered_all_through_an_upgrade(
    database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    season(database, tmp_path)
    answers, faults, done = list[str](), list[Exception](), threading.Event()
    with ConnectionPool(database.service, min_size=1, max_size=2, open=True) as pool:
        readings = Readings(pool)

        def read_on() -> None:
            while not done.is_set():
                try:
                    found = readings.standings(PLAYED)
                    answers.append("nothing" if found is None else found.model_dump_json())
                except Exception as fault:
                    faults.append(fault)

        reader = threading.Thread(target=read_on)
        reader.start()
        try:
            assert eventually(lambda: bool(answers))
            later_version(monkeypatch)
            migrate(database.owner)
            with opened(database.service) as journal:
                for name, projection in PROJECTIONS.items():
                    before = len(answers)
                    rebuild(database.of_projection(name), journal, projection)
                    assert eventually(lambda before=before: len(answers) > before)  # type: ignore[misc]  # bound now
        finally:
            done.set()
            reader.join()
        readings.close()
    assert faults == []
    assert len(set(answers)) == 1


def test_way_back_is_the_backup_from_before(
    database: DatabaseUrls, empty_database: DatabaseUrls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = season(database, tmp_path)
    take(database.owner, tmp_path / "backups", lambda *_: None)
    with monkeypatch.context() as later:
        later_version(later)
        migrate(database.owner)
    with pytest.raises(DatabaseNewerError, match="run the newer version of the program"):
        migrate(database.owner)
    backup = named(tmp_path / "backups", None)
    load(backup, empty_database.owner)
    assert unlike(backup, empty_database.owner) == []
    assert put_right(empty_database, keys, keys.erased()) == PutRight(None, None, [])
    with opened(empty_database.service) as journal:
        assert journal.state(tournament_stream(PLAYED)).version > 0
