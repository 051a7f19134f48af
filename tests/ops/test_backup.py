"""A backup can be put back, and a drill shows it: it fails where an event, erasure or table is not right (ALL-1)."""

import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from domain.journal.journal import Journal
from domain.person.commands import CorrectDetails
from ops import embedded
from ops.backup import drilling
from ops.backup.drilling import Drilled, drill
from ops.backup.kept import Backup, backups, named, too_old
from ops.backup.restoring import PutRight, follow, load, put_right, unlike
from ops.backup.taking import UNFINISHED, forget_old, take
from ops.database import DatabaseUrls, external
from ops.errors import BackupError, ExitCode
from ops.evidence.fork_guard import note
from ops.evidence.key_folder import KeyFolder
from ops.migrate import migrate
from projections.engine.comparing import compare
from projections.evidence.examination import problems_of
from projections.registry.catalogue import PROJECTIONS
from tests import own_server
from tests.evidence.support import key_folder, owner, signed
from tests.ops.support import called
from tests.patience import eventually
from tests.projections.support import Club, opened, person_id

pytestmark = [pytest.mark.operations, pytest.mark.rule("ALL-1")]

SECOND = person_id(2)
WRITERS = 4


@dataclass
class Ground:
    """A database with a season of events, signed and noted beside the key; and a folder for backups."""

    urls: DatabaseUrls
    journal: Journal
    keys: KeyFolder
    folder: Path

    def backed_up(self) -> Backup:
        return take(self.urls.owner, self.folder, lambda *_: None)

    def note(self) -> None:
        follow(self.urls)
        with psycopg.connect(self.urls.signer, autocommit=True) as connection:
            note(connection, self.keys)

    def size(self) -> int:
        return self.journal.position()

    def change(self, statement: str) -> None:
        with owner(self.urls) as connection:
            connection.execute(statement.encode())

    def drilled(self) -> Drilled:
        return drill(named(self.folder, None), self.urls, self.keys, lambda _: None)


@pytest.fixture
def ground(database: DatabaseUrls, tmp_path: Path) -> Iterator[Ground]:
    with opened(database.service) as journal:
        club = Club(journal)
        club.register(1, 2, 3)
        club.begin(1, 1, 2)
        found = Ground(database, journal, key_folder(tmp_path), tmp_path / "backups")
        signed(database, journal, found.keys)
        found.note()
        yield found


def test_backup_holds_each_table_as_it_was(ground: Ground, empty_database: DatabaseUrls) -> None:
    made = ground.backed_up()
    Club(ground.journal, "later").register(4)
    load(made, empty_database.owner)
    assert unlike(made, empty_database.owner) == []
    with owner(empty_database) as connection:
        connection.execute("UPDATE projected.persons SET name = 'Zoe' WHERE id::text = %s", (SECOND,))
    assert unlike(made, empty_database.owner) == ["tournaments_a.persons"]
    assert made.manifest.size == ground.size() - 1
    with pytest.raises(BackupError, match="the database is not empty"):
        load(made, empty_database.owner)


def test_backup_leaves_out_what_workers_share_for_an_evening(ground: Ground, empty_database: DatabaseUrls) -> None:
    """Lists that were sent hold names; no backup needs them, and none keeps them longer than the service does."""
    ground.change("SELECT public.scoresheet_share('import-lists', 'one', 'Ada Ask')")
    made = ground.backed_up()
    load(made, empty_database.owner)
    assert unlike(made, empty_database.owner) == []
    with owner(empty_database) as connection:
        assert connection.execute("SELECT count(*) FROM public.shared").fetchone() == (0,)


def test_files_that_workers_share_go_after_a_day_and_lists_with_an_erasure(ground: Ground) -> None:
    for kind in ("import-lists", "imports", "live-scores", "phones"):
        ground.change(f"SELECT public.scoresheet_share('{kind}', 'one', '1')")
    Club(ground.journal, "later").erase(2)
    with owner(ground.urls) as connection:
        kinds = "SELECT string_agg(kind, ' ' ORDER BY kind) FROM public.shared"
        assert connection.execute(kinds).fetchone() == ("live-scores phones",)
        connection.execute("UPDATE public.shared SET changed_at = now() - interval '25 hours' WHERE kind = 'phones'")
        connection.execute("SELECT public.scoresheet_forget()")
        assert connection.execute(kinds).fetchone() == ("live-scores",)


def test_backup_that_was_stopped_leaves_nothing_that_counts(ground: Ground) -> None:
    def stop(what: str, _: int, __: int) -> None:
        if what == "dump":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        take(ground.urls.owner, ground.folder, stop)
    (ground.folder / f"{UNFINISHED}killed").mkdir()
    assert backups(ground.folder) == []
    made = ground.backed_up()
    assert list(ground.folder.iterdir()) == [made.place]


def test_backups_go_when_their_time_is_over(ground: Ground) -> None:
    first, second = ground.backed_up(), ground.backed_up()
    at = second.manifest.taken_at + timedelta(days=30)
    assert too_old(backups(ground.folder), 30, at) == [first]
    assert forget_old(ground.folder, 30, at) == [first]
    assert forget_old(ground.folder, 30, at) == []
    assert [one.place for one in backups(ground.folder)] == [second.place]


def test_backup_whose_file_was_changed_is_not_put_back(ground: Ground, empty_database: DatabaseUrls) -> None:
    made = ground.backed_up()
    content = made.dump.read_bytes()
    made.dump.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(BackupError, match="is not the file that was written"):
        load(made, empty_database.owner)
    with pytest.raises(BackupError, match="is not the file that was written"):
        ground.drilled()


def test_log_that_is_shorter_than_it_was_begins_anew_and_erases_again(
    ground: Ground, empty_database: DatabaseUrls
) -> None:
    made = ground.backed_up()
    Club(ground.journal, "later").erase(2)
    ground.note()
    load(made, empty_database.owner)
    done = put_right(empty_database, ground.keys, ground.keys.erased())
    assert done.because is not None
    assert "acknowledged positions are gone" in done.because
    assert (done.began_anew_from, done.erased) == ("club.example/v1/log", [SECOND])
    with owner(empty_database) as connection:
        shown = connection.execute("SELECT name FROM projected.persons WHERE id::text = %s", (SECOND,)).fetchall()
        kept = connection.execute("SELECT key FROM person_keys WHERE person = %s", (SECOND,)).fetchall()
    assert (shown, kept) == ([(None,)], [(None,)])
    assert put_right(empty_database, ground.keys, ground.keys.erased()) == PutRight(None, None, [])


def test_log_that_lost_nothing_goes_on(ground: Ground, empty_database: DatabaseUrls) -> None:
    made = ground.backed_up()
    load(made, empty_database.owner)
    assert put_right(empty_database, ground.keys, ground.keys.erased()) == PutRight(None, None, [])


def test_log_whose_key_is_lost_begins_anew(ground: Ground, empty_database: DatabaseUrls) -> None:
    made = ground.backed_up()
    load(made, empty_database.owner)
    shutil.rmtree(ground.keys.path)
    assert put_right(empty_database, ground.keys, {}) == PutRight(None, "club.example/v1/log", [])


def test_drill_of_a_good_backup_finds_nothing(ground: Ground) -> None:
    ground.backed_up()
    Club(ground.journal, "later").erase(2)
    ground.note()
    assert ground.drilled() == Drilled([], behind=2)


def test_drill_fails_on_a_removed_event(ground: Ground) -> None:
    ground.change("DELETE FROM events WHERE position = 2")
    ground.backed_up()
    found = ground.drilled().problems
    assert "of its log is missing: event 2" in found


def test_drill_fails_on_a_log_without_its_signed_end(ground: Ground) -> None:
    ground.change("DELETE FROM events WHERE position = (SELECT max(position) FROM events)")
    ground.backed_up()
    assert any("is missing: events" in problem for problem in ground.drilled().problems)


def test_drill_fails_on_a_rewritten_event(ground: Ground) -> None:
    ground.backed_up()
    ground.change("UPDATE events SET state = replace(convert_from(state, 'UTF8'), '1', '2')::bytea WHERE position = 2")
    ground.change("TRUNCATE evidence_a.log_tiles")
    [found] = [problem for problem in ground.drilled().problems if problem.startswith("among")]
    assert "is another now than in the backup" in found


def test_drill_fails_on_a_changed_table(ground: Ground) -> None:
    ground.change("UPDATE tournaments_a.persons SET sorting = 'zz'")
    ground.backed_up()
    assert ground.drilled().problems == ["the table persons is not what the log makes"]


def test_drill_fails_on_an_erasure_that_is_not_replayed(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    ground.backed_up()
    Club(ground.journal, "later").erase(2)
    ground.note()
    monkeypatch.setattr(drilling, "put_right", lambda *_: None)
    assert ground.drilled().problems == [f"{SECOND} was erased, and is there again"]


def test_drill_fails_on_an_erasure_that_is_not_listed(ground: Ground) -> None:
    ground.backed_up()
    Club(ground.journal, "later").erase(2)
    assert ground.drilled().problems == [
        f"{SECOND} was erased, and is not listed beside the key",
        f"{SECOND} was erased, and is there again",
    ]


def test_data_folder_that_is_lost_is_restored_by_commands(begun: Path, tmp_path: Path) -> None:
    settings = {"data_dir": str(begun), "log_key_dir": str(tmp_path / "log-key"), "backup_dir": str(tmp_path / "kept")}
    with embedded.start(begun) as server:
        check_backed_up(server.urls(), KeyFolder(tmp_path / "log-key"), settings)
    refused = commanded("restore", settings)
    assert (refused.returncode, "--set-aside" in refused.stderr) == (ExitCode.BACKUP_FAILED, True)
    assert "set aside as" in done("restore", settings, "--set-aside")
    shutil.rmtree(begun / "postgresql")
    assert f"erased again: {SECOND}" in done("restore", settings)
    assert done("erasures", settings, "finish") == "1 erasures finished\n"
    assert "wrong" not in done("doctor", settings, "--whole-log")


@pytest.mark.parametrize("version", own_server.versions() or [0])
def test_database_on_the_machines_server_is_restored_by_commands(version: int, tmp_path: Path) -> None:
    if not version:
        (pytest.fail if own_server.DEMANDED else pytest.skip)(own_server.LACKING)
    with own_server.running(version, fsync=True) as server:
        first, second = made(server, "first"), made(server, "second")
        migrate(first)
        named = {"log_key_dir": str(tmp_path / "log-key"), "backup_dir": str(tmp_path / "kept")}
        check_backed_up(external(first), KeyFolder(tmp_path / "log-key"), named | {"database_url": first})
        settings = named | {"database_url": second}
        assert f"erased again: {SECOND}" in done("restore", settings)
        said = commanded("doctor", settings, "--whole-log").stdout
        wrong = [line.split()[1] for line in said.splitlines() if line.strip().startswith("wrong")]
        assert wrong == ["erasures"]  # not finished yet


def check_backed_up(urls: DatabaseUrls, keys: KeyFolder, settings: dict[str, str]) -> None:
    """A season is backed up and a person is erased after that: a drill is content, and tells what the backup lacks."""
    with opened(urls.service) as journal:
        club = Club(journal)
        club.register(1, 2, 3)
        club.begin(1, 1, 2)
        signed(urls, journal, keys)
        found = Ground(urls, journal, keys, Path(settings["backup_dir"]))
        found.note()
        assert f"{found.size()} events backed up" in done("backup", settings)
        Club(journal, "later").erase(2)
        found.note()
    said = done("drill", settings)
    assert "2 events were recorded since" in said
    assert said.endswith("all is well\n")
    [report] = found.folder.glob("drill-*.json")
    assert json.loads(report.read_text())["problems"] == []
    [backup] = backups(found.folder)
    [line] = [line for line in done("erasures", settings, "list").splitlines() if line.strip().startswith(SECOND)]
    assert line.rstrip().endswith(backup.place.name)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(3))
def test_backup_taken_under_writers_is_one_moment_and_goes_on(
    seed: int, ground: Ground, empty_database: DatabaseUrls
) -> None:
    """Writers go on while it is taken. What is put back has each table as it was, a log that its tree and checkpoints
    prove, tables that this log makes, and nothing that was acknowledged before it began is missing. It takes commands
    again."""
    acknowledged, stop = list[int](), threading.Event()
    writers = [threading.Thread(target=_write, args=(ground, seed, one, acknowledged, stop)) for one in range(WRITERS)]
    for writer in writers:
        writer.start()
    try:
        assert eventually(lambda: len(acknowledged) > 10 * WRITERS)
        signed(ground.urls, ground.journal, ground.keys)
        before = max(acknowledged)
        backup = ground.backed_up()
        assert eventually(lambda: max(acknowledged) > backup.manifest.size), "writers went on"
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    assert before <= backup.manifest.size < ground.size()
    load(backup, empty_database.owner)
    assert unlike(backup, empty_database.owner) == []
    with owner(empty_database) as connection, connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        assert list(problems_of(connection, None)) == []
    shutil.rmtree(ground.keys.path)  # a machine of its own, whose log begins again
    assert put_right(empty_database, ground.keys, {}).began_anew_from is not None
    with opened(empty_database.service) as journal:
        for name, projection in PROJECTIONS.items():
            assert compare(empty_database.of_projection(name), journal, projection).differing == ()
        Club(journal, "again").register(900)


def _write(ground: Ground, seed: int, number: int, acknowledged: list[int], stop: threading.Event) -> None:
    """Registers and corrects persons of its own, as fast as it is answered."""
    club, chance = Club(ground.journal, f"writer-{number}"), Random(1_000 * seed + number)  # noqa: S311 -- no secret
    known = list[int]()
    while not stop.is_set():
        if known and chance.random() < 0.5:
            acknowledged.append(club.tell_of(chance.choice(known), CorrectDetails(name=f"Name {chance.random()}")))
        else:
            known.append(1_000 * (number + 1) + len(known))
            club.register(known[-1])
            acknowledged.append(ground.size())


def made(server: str, name: str) -> str:
    """The address of a new database."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return make_conninfo(server, dbname=name)


def commanded(name: str, settings: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = {f"SCORESHEET_{setting.upper()}": value for setting, value in settings.items()}
    return called([name, *arguments], environment | {"COLUMNS": "300"})


def done(name: str, settings: dict[str, str], *arguments: str) -> str:
    """What the command prints; it must succeed."""
    ended = commanded(name, settings, *arguments)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout
