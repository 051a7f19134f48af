"""`kill -9` of a backup, a restore or an upgrade before and after each of its steps: the next command, as the guide has
it, goes on; nothing acknowledged is lost, and nothing half done is taken for whole (ALL-1)."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from psycopg import Connection, sql
from pydantic import SecretStr

from ops.backup.kept import backups
from ops.backup.taking import UNFINISHED
from ops.database import DatabaseUrls, connect
from ops.erasures import brought_back, not_told
from ops.errors import DatabaseNotMigratedError, ErasuresWaitError
from ops.evidence.fork_guard import doubt
from ops.evidence.key_folder import KeyFolder
from ops.migrate import read_migrations, require_migrated
from ops.serving import prepare
from ops.settings import Settings
from projections.engine.comparing import compare
from projections.engine.rebuild import rebuild
from projections.registry.catalogue import PROJECTIONS
from tests.histories.kept import RELEASES, bring_in, read, told
from tests.ops.test_backup import SECOND, Ground, ground
from tests.projections.support import Club, opened

__all__ = ["ground"]
pytestmark = [pytest.mark.operations, pytest.mark.rule("ALL-1")]

KILLED = -9
STEPS: Mapping[str, tuple[str, ...]] = {
    "backup": (
        *("ops.backup.taking:require_migrated", "ops.backup.taking:run", "ops.backup.taking:digest_of"),
        *("ops.backup.taking:_manifest", "ops.backup.taking:_sync", "pathlib:Path.rename", "ops.backup.taking:note"),
        "ops.backup.taking:delete",
    ),
    "restore": (
        *("ops.backup.restoring:ensure_roles", "ops.backup.restoring:run", "ops.command_line.restore:unlike"),
        *("ops.backup.restoring:migrate", "ops.backup.restoring:settle", "ops.evidence.renewal:let_go"),
        *("ops.evidence.renewal:_record", "ops.evidence.key_folder:KeyFolder.next_key"),
        *("ops.evidence.key_folder:KeyFolder.take_next_key", "ops.evidence.key_folder:KeyFolder.keep_head"),
        *("ops.erased_in_log:record", "ops.erased_again:erase_again", "ops.backup.restoring:catch_up"),
    ),
    "migrate": ("ops.migrate:_apply_one", "ops.migrate:raise_shape", "ops.migrate:limit_roles"),
}
"""What each is made of, in the order in which they come first."""
_STATE = """
SELECT coalesce(max(position) FILTER (WHERE topic LIKE 'federation.log-restarted.%'), 0),
    (SELECT held_because FROM append_turn) FROM events
"""
_SCHEMAS = "SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'"
_WORK = """
import json, os, signal, sys
from importlib import import_module
from ops.command_line import main
import ops.backup.restoring, ops.command_line.backup, ops.command_line.restore, ops.erased_in_log
command, steps = sys.argv[1], sys.argv[2:]
passed = fatal = 0
def boundary():
    global passed
    passed += 1
    if passed == fatal:
        os.kill(os.getpid(), signal.SIGKILL)
def between(function):
    def called(*arguments, **options):
        boundary()
        found = function(*arguments, **options)
        boundary()
        return found
    return called
def watched(step):
    module, _, path = step.partition(":")
    *owners, name = path.split(".")
    owner = import_module(module)
    for one in owners:
        owner = getattr(owner, one)
    setattr(owner, name, between(getattr(owner, name)))
for line in sys.stdin:
    told = json.loads(line)
    child = os.fork()
    if child == 0:
        fatal = told["fatal"]
        os.environ.update(told["settings"])
        for step in steps:
            watched(step)
        sys.argv[1:] = told["arguments"]
        os.dup2(2, 1)
        try:
            main()
        except SystemExit as ended:
            os._exit(ended.code or 0)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@dataclass
class Work:
    """A process that forks one for each attempt of a command."""

    process: "subprocess.Popen[str]"
    killed: int = 0

    def is_killed(self, database: DatabaseUrls, keys: KeyFolder, *arguments: str) -> bool:
        """Whether the command was killed at the boundary after the one before; else it has succeeded."""
        settings = {"SCORESHEET_DATABASE_URL": database.owner, "SCORESHEET_LOG_KEY_DIR": str(keys.path)}
        told = {"fatal": self.killed + 1, "settings": settings, "arguments": arguments}
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(told) + "\n")
        self.process.stdin.flush()
        code = int(self.process.stdout.readline())
        assert code in {0, KILLED}, code
        self.killed += code == KILLED
        return code == KILLED


@contextmanager
def working(command: str) -> Iterator[Work]:
    program = [sys.executable, "-c", _WORK, command, *STEPS[command]]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Work(process)
        assert process.stdin
        process.stdin.close()


def test_killed_backup_counts_for_none_and_the_next_one_is_whole(ground: Ground) -> None:
    with working("backup") as work:
        while work.is_killed(ground.urls, ground.keys, "backup", str(ground.folder)):
            for one in backups(ground.folder):
                one.check()
                assert one.manifest.size <= ground.size()
            Club(ground.journal, f"after {work.killed}").register(100 + work.killed)
    assert work.killed > 10
    assert list(ground.folder.glob(f"{UNFINISHED}*")) == []
    assert backups(ground.folder)[-1].manifest.size == ground.size()


def test_killed_upgrade_is_refused_until_it_is_done(empty_database: DatabaseUrls, tmp_path: Path) -> None:
    """It goes on where it ended: each migration is applied once."""
    bring_in(empty_database.owner, read(RELEASES[-1]))
    with working("migrate") as work:
        while work.is_killed(empty_database, KeyFolder(tmp_path / "log-key"), "migrate"):
            with connect(empty_database.owner) as connection:
                lacks = is_lacking(connection)
                [[applied]] = connection.execute("SELECT count(*) FROM schema_version").fetchall()
            assert lacks or applied == len(read_migrations())
    assert work.killed > 2
    with opened(empty_database.service) as journal:
        for name, projection in PROJECTIONS.items():
            rebuild(empty_database.of_projection(name), journal, projection)
        assert told(journal, empty_database.owner) == RELEASES[-1].with_suffix(".txt").read_text()


def is_lacking(connection: Connection) -> bool:
    """Whether the service refuses to work on the database."""
    try:
        require_migrated(connection)
    except DatabaseNotMigratedError:
        return True
    return False


def test_killed_restore_is_held_until_it_is_done(ground: Ground, empty_database: DatabaseUrls) -> None:
    """Each attempt is made in an empty database, as the guide says, with the key's folder as the one before left it. A
    service that is started on what a killed one left serves no log that lacks its end, and nobody who was erased."""
    made = ground.backed_up()
    Club(ground.journal, "later").erase(2)
    ground.note()
    held = begun = 0
    with working("restore") as work:
        while work.is_killed(empty_database, ground.keys, "restore", str(ground.folder)):
            found = started(empty_database, ground.keys, made.manifest.size)
            held += found == "held"
            begun += found == "begun again"
            wipe(empty_database)
    assert (work.killed > 20, held > 5, begun > 5) == (True, True, True), (work.killed, held, begun)
    assert state(empty_database, made.manifest.size) == "begun again"
    with connect(empty_database.owner) as connection:
        assert doubt(connection, ground.keys) is None
        shown = connection.execute("SELECT name FROM projected.persons WHERE id::text = %s", (SECOND,)).fetchall()
    assert shown == [(None,)]
    with opened(empty_database.service) as journal:
        for name, projection in PROJECTIONS.items():
            assert compare(empty_database.of_projection(name), journal, projection).differing == ()


def started(database: DatabaseUrls, keys: KeyFolder, size: int) -> str:
    """What a service finds there that is started now."""
    with connect(database.owner) as connection:
        [[loaded]] = connection.execute("SELECT to_regclass('public.events') IS NOT NULL").fetchall()
    if not loaded:
        return "empty"
    settings = Settings(database_url=SecretStr(database.owner), log_key_dir=keys.path, port=0)
    try:
        prepare(settings, lambda _: None)
    except ErasuresWaitError:
        return state(database, size)
    with connect(database.owner) as connection:
        assert (brought_back(connection), not_told(connection, keys.erased())) == ([], [])
    return state(database, size)


def state(database: DatabaseUrls, size: int) -> str:
    """Of a log that was put back up to `size` and had more."""
    with connect(database.owner) as connection:
        [[newest, why]] = connection.execute(_STATE).fetchall()
    found = "held" if why else "begun again" if newest > size else "taken for whole"
    assert found != "taken for whole"
    return found


def wipe(database: DatabaseUrls) -> None:
    with connect(database.owner) as connection:
        for (schema,) in connection.execute(_SCHEMAS).fetchall():
            connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(schema)))
        connection.execute("CREATE SCHEMA public AUTHORIZATION pg_database_owner")
        connection.execute("GRANT USAGE ON SCHEMA public TO PUBLIC")
