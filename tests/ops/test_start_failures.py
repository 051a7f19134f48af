"""Each command that can't begin ends with one sentence and an exit code that is known, whatever is in its way."""

import re
import shlex
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg_pool import PoolTimeout
from typer.main import get_command

from domain.importing.errors import ListUnreadableError
from domain.journal.errors import Held, Unavailable, UnknownTopic
from ops.command_line import MODULES, Subcommands, app
from ops.database import DatabaseUrls, connect
from ops.errors import ExitCode, LogKeyError, code_of
from ops.evidence.key_folder import Head, KeyFolder
from ops.faults import foreseen
from tests.ops.test_command_line import PERSON, called, register
from tests.ops.test_serving import ANSWER, launched
from tests.patience import PATIENCE_SECONDS

pytestmark = pytest.mark.operations

GIVEN = {"$TOURNAMENT": PERSON, "$PERSON": PERSON, "$KEY": "0123456789abcdef"}
WITHOUT_DATABASE = {
    *("config check", "log copy", "log follow", "log key", "replay", "setup", "verify", "witness key", "witness serve"),
    *("transcript analyse", "transcript check", "transcript show", "transcript upload"),
}
"""What asks no database anything."""
FIRST_THEIR_FILES = {
    *("drill", "import club", "import entries", "import matches", "import persons", "import report-file", "restore"),
}
"""What looks at files of its own before it asks the database, and finds none in an empty folder."""
MIGRATING = {"demo", "migrate", "run prepare", "serve", "story"}
APPENDING = {"demo", "keys make", "story"}
SERVING = {"log follow", "serve", "witness serve"}
"""What would go on until it is stopped."""
UNREACHABLE = "postgresql://127.0.0.1:1/club"


def examples() -> Iterator[tuple[str, list[str]]]:
    """Each command with the first example of its help."""
    group = get_command(app)
    assert isinstance(group, Subcommands)
    for name in MODULES:
        command = group.get_command(None, name)
        for leaf, one in getattr(command, "commands", {"": command}).items():
            example = re.findall("Example: scoresheet (.*)", one.callback.__doc__)[0]
            yield f"{name} {leaf}".strip(), [GIVEN.get(word, word) for word in shlex.split(example)]


EXAMPLES = dict(examples())
ASKING = sorted(EXAMPLES.keys() - WITHOUT_DATABASE - FIRST_THEIR_FILES)


def ended(command: str, folder: Path, **settings: str | Path) -> "subprocess.CompletedProcess[str]":
    """What its example ends with, begun in an empty folder."""
    wanted = {"port": "0", "data_dir": folder / "data", "log_key_dir": folder / "key", **settings}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return called(*EXAMPLES[command], **wanted)


def assert_told(done: "subprocess.CompletedProcess[str]", *codes: ExitCode) -> None:
    """It ends with one of these codes. The doctor prints its findings; everything else says one sentence."""
    assert done.returncode in codes, (done.returncode, done.stdout, done.stderr)
    last = done.stderr.splitlines()[-1:]
    assert "Traceback" not in done.stderr
    assert done.returncode == ExitCode.CHECKS_FAILED or last[0].startswith("scoresheet: "), done.stderr


def test_examples_are_of_every_command() -> None:
    assert EXAMPLES.keys() > WITHOUT_DATABASE | FIRST_THEIR_FILES | MIGRATING | APPENDING | SERVING
    assert len(ASKING) > 20


@pytest.mark.parametrize("command", ASKING)
def test_command_with_an_unknown_setting_says_which(command: str, tmp_path: Path) -> None:
    assert_told(ended(command, tmp_path, colour="red"), ExitCode.SETTINGS)


@pytest.mark.parametrize("command", ASKING)
def test_command_that_reaches_no_database_says_so(command: str, tmp_path: Path) -> None:
    done = ended(command, tmp_path, database_url=UNREACHABLE)
    assert_told(done, ExitCode.CHECKS_FAILED if command == "doctor" else ExitCode.DATABASE_UNREACHABLE)


@pytest.mark.parametrize("command", ASKING)
def test_command_that_can_have_no_data_folder_says_so(command: str, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    done = ended(command, tmp_path, data_dir=tmp_path / "taken" / "data")
    assert_told(done, ExitCode.CHECKS_FAILED if command == "doctor" else ExitCode.DATA_FOLDER)


@pytest.mark.parametrize("command", sorted(set(ASKING) - MIGRATING))
def test_command_on_a_database_that_was_never_migrated_says_so(
    command: str, empty_database: DatabaseUrls, tmp_path: Path
) -> None:
    done = ended(command, tmp_path, database_url=empty_database.owner)
    assert_told(done, ExitCode.CHECKS_FAILED if command == "doctor" else ExitCode.DATABASE_NOT_MIGRATED)


@pytest.mark.parametrize("command", ASKING)
def test_command_on_a_newer_database_says_so(command: str, database: DatabaseUrls, tmp_path: Path) -> None:
    with connect(database.owner) as connection:
        connection.execute("INSERT INTO schema_version (number, name, digest) VALUES (9999, 'later', '')")
    done = ended(command, tmp_path, database_url=database.owner)
    assert_told(done, ExitCode.CHECKS_FAILED if command == "doctor" else ExitCode.DATABASE_NEWER)


@pytest.mark.parametrize("command", sorted(APPENDING))
def test_command_that_appends_to_a_held_log_says_what_to_do(
    command: str, database: DatabaseUrls, tmp_path: Path
) -> None:
    if command == "keys make":
        register(database)
    with connect(database.owner) as connection:
        connection.execute("UPDATE append_turn SET held_because = 'the log has 3 events, and had 5'")
    began = time.monotonic()
    done = ended(command, tmp_path, database_url=database.owner)
    assert_told(done, ExitCode.LOG_NOT_SIGNED)
    assert "or run scoresheet log restart to go on" in done.stderr
    assert time.monotonic() - began < PATIENCE_SECONDS / 2, "to try again would not help"


@pytest.mark.parametrize(
    ("fault", "code", "said"),
    [
        (Held("the log is held: no"), ExitCode.LOG_NOT_SIGNED, "scoresheet log restart"),
        (UnknownTopic("a.kind.1"), ExitCode.NOT_REBUILT, "a.kind.1; scoresheet doctor names the event"),
        (psycopg.errors.InsufficientPrivilege("no"), ExitCode.DATABASE_PRIVILEGES, "lacks a privilege: no"),
        (psycopg.errors.UndefinedTable("no events"), ExitCode.DATABASE_NOT_MIGRATED, "no events; restore a backup"),
        (psycopg.errors.DiskFull("no room\nCONTEXT: x"), ExitCode.DATABASE_UNREACHABLE, "no room; try again"),
        (PoolTimeout("none in 30 s"), ExitCode.DATABASE_UNREACHABLE, "none in 30 s; try again"),
        (psycopg.InterfaceError("closed"), ExitCode.DATABASE_UNREACHABLE, "closed; try again"),
        (Unavailable("no reply"), ExitCode.DATABASE_UNREACHABLE, "no reply; try again"),
        (PermissionError(13, "Permission denied", "list.csv"), ExitCode.FILE, "list.csv can't be read or written"),
        (LogKeyError("no key"), ExitCode.LOG_NOT_SIGNED, "no key"),
        (ListUnreadableError("no list"), ExitCode.IMPORT_FAILED, "no list"),
    ],
)
def test_error_that_is_no_fault_of_the_program_is_a_sentence(fault: Exception, code: ExitCode, said: str) -> None:
    error = foreseen(fault)
    assert error is not None
    assert (code_of(error), said in str(error), "\n" in str(error)) == (code, True, False)


def test_fault_of_the_program_keeps_its_traceback() -> None:
    assert foreseen(KeyError("x")) is None
    assert foreseen(psycopg.errors.SyntaxError("x")) is None


def test_demonstration_is_left_out_while_the_log_is_held(begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORESHEET_LOG_KEY_DIR", str(begun / "log-key"))
    keys = KeyFolder(begun / "log-key")
    keys.prepare(None)
    keys.keep_head(Head("log.example", 5, b"r" * 32))
    process = launched(begun, ANSWER, "demonstration=tests.ops.parts:end_well")
    assert process.stdout is not None
    try:
        said = [next(line for line in process.stdout if words in line) for words in ("5 acknowledged", "left out")]
        assert said[-1] == "the demonstration is left out while the log is held\n"
        assert process.poll() is None
    finally:
        process.terminate()
        process.communicate()
    assert process.returncode == ExitCode.DONE
