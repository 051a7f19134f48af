"""Each foreseen failure is one line on standard error and an exit code of its own, never a traceback."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import pytest
from psycopg.conninfo import make_conninfo
from typer.main import get_command

from domain.application.catalogue import FOLDS, REGISTRY
from domain.application.requests import CommandOrigin, of_federation, of_person
from domain.federation.decide import SetTimeZone
from domain.importing.clerk import COMMAND_LINE, Clerk
from domain.journal.journal import Journal
from domain.kernel.envelope import SERVICE
from domain.person.commands import ErasePerson, RegisterPerson, RequestErasure
from ops.command_line import LINES, MODULES, Subcommands, app
from ops.database import DatabaseUrls, connect
from ops.errors import ExitCode
from ops.migrate import migrate
from projections.engine.log import open_log
from tests.ops import support
from tests.patience import PATIENCE_SECONDS

pytestmark = pytest.mark.operations

PERSON = "8f14e45f-ceea-5b7a-9c3d-2f1b6a0c4d21"
OTHER = "9a3c1f0e-1111-5b7a-9c3d-2f1b6a0c4d22"


def run(*arguments: str, **settings: str | Path) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | named(settings)
    return subprocess.run(
        [sys.executable, "-c", support.COMMAND, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )


def called(*arguments: str, **settings: str | Path) -> "subprocess.CompletedProcess[str]":
    """The same in this process."""
    return support.called(arguments, named(settings))


def named(settings: Mapping[str, str | Path]) -> dict[str, str]:
    """The settings as the environment has them."""
    return {f"SCORESHEET_{name.upper()}": str(value) for name, value in settings.items()}


def register(database: DatabaseUrls, *, erased: bool = False) -> None:
    """Puts the person into the log."""
    with closing(open_log(database.service)) as log:
        clerk = Clerk(log, "office")
        clerk.person(PERSON, "register", RegisterPerson(name="Ada"))
        if erased:
            clerk.person(PERSON, "ask", RequestErasure(wait_hours=0))
            log.execute(of_person(CommandOrigin("ee" * 32, b"d" * 32, SERVICE), PERSON, ErasePerson()))


def assert_refused(ended: "subprocess.CompletedProcess[str]", code: ExitCode, words: str) -> None:
    assert ended.returncode == code
    assert ended.stderr.startswith("scoresheet: ")
    assert ended.stderr.count("\n") == 1
    assert words in ended.stderr


def test_migrating_twice(folder: Path) -> None:
    first = run("migrate", data_dir=folder)
    assert (first.returncode, first.stdout.splitlines()[0]) == (0, "applying 0001 journal")
    second = called("migrate", data_dir=folder)
    assert (second.returncode, second.stdout) == (0, "nothing to migrate\n")


def test_a_dry_run_says_what_it_would_do(folder: Path) -> None:
    ended = called("migrate", "--dry-run", data_dir=folder)
    assert ended.stdout.splitlines()[0] == "would apply 0001 journal"
    assert called("migrate", data_dir=folder).stdout.startswith("applying 0001 journal\n")


def test_a_half_written_data_folder(folder: Path) -> None:
    (folder / "postgresql").mkdir()
    assert_refused(called("migrate", data_dir=folder), ExitCode.DATA_FOLDER, "is incomplete (PG_VERSION is missing)")


def test_a_data_folder_that_postgresql_cannot_start_from(folder: Path) -> None:
    called("migrate", data_dir=folder)
    (folder / "postgresql" / "global" / "pg_control").write_bytes(b"")
    assert_refused(run("serve", data_dir=folder), ExitCode.EMBEDDED_SERVER, "did not start")


def test_a_taken_port(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = run("serve", "--port", port, data_dir=folder)
    assert_refused(ended, ExitCode.ADDRESS_TAKEN, f"can't serve on 127.0.0.1 port {port}: Address already in use")


def test_an_unreachable_server() -> None:
    ended = run("serve", port="0", database_url="postgresql://127.0.0.1:1/club")
    assert_refused(ended, ExitCode.DATABASE_UNREACHABLE, "no connection to database 'club' at 127.0.0.1:1")


def test_a_database_of_a_newer_version(database: DatabaseUrls) -> None:
    with connect(database.owner) as connection:
        connection.execute("INSERT INTO schema_version (number, name, digest) VALUES (9999, 'later', '')")
    ended = run("serve", port="0", database_url=database.owner)
    assert_refused(ended, ExitCode.DATABASE_NEWER, "the database is at migration 9999")


def test_a_database_with_a_changed_migration(database: DatabaseUrls) -> None:
    with connect(database.owner) as connection:
        connection.execute("UPDATE schema_version SET digest = '' WHERE number = 1")
    ended = called("migrate", database_url=database.owner)
    assert_refused(ended, ExitCode.MIGRATION_CHANGED, "migration 0001 was changed or removed")


def test_a_login_that_may_not_migrate(empty_database: DatabaseUrls) -> None:
    migrate(empty_database.owner, ())
    ended = called("migrate", database_url=empty_database.service)
    assert_refused(ended, ExitCode.DATABASE_PRIVILEGES, "the login may not migrate this database: permission denied")


def test_an_unknown_setting() -> None:
    assert_refused(called("migrate", colour="red"), ExitCode.SETTINGS, "there is no setting SCORESHEET_COLOUR")


def test_the_draws_of_a_tournament_that_is_not_there(database: DatabaseUrls) -> None:
    ended = called("check-draws", PERSON, database_url=database.owner)
    assert_refused(ended, ExitCode.NOT_THERE, f"there is no tournament {PERSON}: take the id from")
    assert ended.stdout == ""


@pytest.mark.parametrize("erased", [False, True])
def test_a_key_for_a_person_who_is_not_there(database: DatabaseUrls, erased: bool) -> None:
    if erased:
        register(database, erased=True)
    ended = called("keys", "make", "--role", "player", "--person", PERSON, database_url=database.owner)
    said = f"the person {PERSON} was erased: " if erased else f"there is no person {PERSON}: register the person first"
    assert_refused(ended, ExitCode.NOT_THERE, said)
    assert PERSON not in called("keys", "list", database_url=database.owner).stdout


def test_a_key_for_a_tournament_that_is_not_there(database: DatabaseUrls) -> None:
    ended = called("keys", "make", "--role", "auditor", "--tournament", PERSON, database_url=database.owner)
    assert_refused(ended, ExitCode.NOT_THERE, f"there is no tournament {PERSON}")


def test_a_key_that_would_have_expired_is_not_made(database: DatabaseUrls) -> None:
    ended = called("keys", "make", "--role", "auditor", "--expires", "2024-02-29", database_url=database.owner)
    assert (ended.returncode, ended.stdout) == (ExitCode.USAGE, "")
    assert "a key can't expire in the past, at 2024-03-01 00:00 UTC" in " ".join(ended.stderr.replace("│", " ").split())


@pytest.mark.rule("TD-4")
def test_a_key_is_valid_to_the_end_of_its_last_day_where_the_federation_is(database: DatabaseUrls) -> None:
    with closing(open_log(database.service)) as log:
        zone = SetTimeZone(time_zone="Europe/Vienna", reason="Here", seen=0)
        log.execute(of_federation(CommandOrigin("ee" * 32, b"d" * 32, COMMAND_LINE), zone))
    called("keys", "make", "--role", "auditor", "--expires", "2046-02-28", database_url=database.owner)
    assert "2046-02-28 23:00" in called("keys", "list", database_url=database.owner).stdout


def test_a_key_is_revoked_by_the_id_that_the_list_shows(database: DatabaseUrls) -> None:
    register(database)
    called("keys", "make", "--role", "administrator", "--label", "the office's", database_url=database.owner)
    called("keys", "make", "--role", "player", "--person", PERSON, "--days", "30", database_url=database.owner)
    listed = called("keys", "list", database_url=database.owner).stdout.splitlines()
    assert PERSON in listed[2]
    revoked = called("keys", "revoke", listed[2].split()[0], database_url=database.owner)
    assert revoked.returncode == 0
    assert "revoked" in called("keys", "list", database_url=database.owner).stdout.splitlines()[2]


def test_the_doctor_on_a_sound_database(folder: Path) -> None:
    called("migrate", data_dir=folder)
    ended = run("doctor", data_dir=folder)
    assert ended.returncode == 0
    assert "wrong" not in ended.stdout
    assert "scoresheet_service, restricted" in ended.stdout


def test_the_doctor_names_what_is_wrong(empty_database: DatabaseUrls) -> None:
    ended = called("doctor", database_url=empty_database.owner)
    assert ended.returncode == ExitCode.CHECKS_FAILED
    assert "run scoresheet migrate" in ended.stdout
    unreachable = called("doctor", database_url=make_conninfo(empty_database.owner, host="/nonexistent"))
    assert unreachable.returncode == ExitCode.CHECKS_FAILED
    assert "no connection to" in unreachable.stdout


def test_the_doctor_shows_how_far_the_projections_are_and_what_stands_still(database: DatabaseUrls) -> None:
    with connect(database.owner) as connection:
        connection.execute(
            "INSERT INTO events (stream, version, position, topic, state)"
            " VALUES ('s', 1, 1, 't', ''), ('s', 2, 2, 't', '')"
        )
        connection.execute("UPDATE projections SET position = 1 WHERE name = 'ratings'")
    ended = called("doctor", database_url=database.owner)
    assert re.search(r"ok +ratings projection +1 of 2 events to go", ended.stdout)
    assert re.search(r"ok +parked streams +0", ended.stdout)
    with connect(database.projections) as connection:
        connection.execute("INSERT INTO projections_parked VALUES ('ratings', 'a', 's', 2, 'unreadable')")
    ended = called("doctor", database_url=database.owner)
    assert ended.returncode == ExitCode.CHECKS_FAILED
    assert re.search(r"wrong +parked streams +1; first s in ratings: unreadable", ended.stdout)
    assert "run scoresheet rebuild --parked" in " ".join(ended.stdout.split())


@pytest.mark.parametrize(
    ("lost", "said"),
    [
        ("DELETE FROM events WHERE position = 2", "missing: event 2; version 2 of s;"),
        ("UPDATE events SET version = 2 WHERE stream = 't'", "missing: version 1 of t;"),
        ("DELETE FROM events WHERE position = 4", "missing: events 4 to 4;"),
        ("UPDATE projections SET position = 9", "has taken in 9 events and the log ends at 4"),
    ],
)
def test_the_doctor_notices_events_that_are_gone(database: DatabaseUrls, lost: str, said: str) -> None:
    with connect(database.owner) as connection:
        connection.execute(
            "INSERT INTO events (stream, version, position, topic, state)"
            " VALUES ('s', 1, 1, 't', ''), ('s', 2, 2, 't', ''), ('t', 1, 3, 't', ''), ('s', 3, 4, 't', '');"
            "INSERT INTO commands VALUES ('c', '', '', 1, 4);"
            "UPDATE projections SET position = 4 WHERE name = 'ratings'"
        )
    whole = called("doctor", database_url=database.owner)
    assert re.search(r"ok +log +4 events, none is missing", whole.stdout)
    assert re.search(r"ok +ratings projection +0 of 4 events to go", whole.stdout)
    with connect(database.owner) as connection:
        connection.execute(lost.encode())
    ended = called("doctor", database_url=database.owner)
    assert ended.returncode == ExitCode.CHECKS_FAILED
    assert re.search(r"wrong +(log|ratings projection) ", ended.stdout)
    words = " ".join(ended.stdout.split())
    assert said in words
    assert "scoresheet rebuild" in words


def test_the_doctor_names_a_clock_that_was_once_far_ahead(database: DatabaseUrls) -> None:
    register(database)
    ended = called("doctor", database_url=database.owner)
    assert re.search(r"ok +clock +no event was recorded at a time still to come", ended.stdout)
    far_ahead = datetime(2190, 5, 1, 18, 30, tzinfo=UTC)
    with closing(Journal(database.service, lambda: far_ahead, REGISTRY, FOLDS)) as log:
        Clerk(log, "office").person(OTHER, "register another", RegisterPerson(name="Bo"))
    register(database, erased=True)
    ended = called("doctor", database_url=database.owner)
    assert ended.returncode == ExitCode.CHECKS_FAILED
    words = " ".join(ended.stdout.split())
    assert "event 2 and those after it were recorded at a time still to come, up to 2190-05-01 18:30 UTC" in words
    with closing(open_log(database.service)) as log:
        times = [one.recorded.recorded_at for one in log.read(0, 10)]
    assert times == sorted(times)
    assert times[-1] > far_ahead


def test_the_doctor_minds_a_service_that_could_change_history(database: DatabaseUrls) -> None:
    with connect(database.owner) as connection:
        connection.execute("GRANT UPDATE ON events TO scoresheet_service")
    ended = called("doctor", database_url=database.owner)
    assert ended.returncode == ExitCode.CHECKS_FAILED
    assert "can be changed by the service" in ended.stdout


GROUPS = ("config", "keys", "erasures", "import", "log", "run", "witness", "transcript")


@pytest.mark.parametrize(
    "command",
    [name for name in MODULES if name not in GROUPS],
)
def test_the_help_of_each_command_has_an_example(command: str) -> None:
    ended = called(command, "--help")
    assert ended.returncode == 0
    assert f"Example: scoresheet {command}" in ended.stdout


def test_a_paragraph_of_help_fills_the_terminal() -> None:
    """The docstring's line ends after `Without a key`; the help's with the terminal."""
    lines = called("verify", "--help").stdout.splitlines()
    paragraph = next(line for line in lines if "Without a key" in line)
    assert "Without a key or a checkpoint" in paragraph


@pytest.mark.parametrize("command", GROUPS)
def test_a_group_of_commands_has_no_option_but_help(command: str) -> None:
    assert called(command, "--help").stdout.count(" --") == 1


@pytest.mark.parametrize("command", MODULES)
def test_the_list_of_commands_says_what_each_says_of_itself(command: str) -> None:
    """The list is made without importing them."""
    group = get_command(app)
    assert isinstance(group, Subcommands)
    assert group.get_command(None, command).get_short_help_str(1000) == LINES[command]


def test_the_help_lists_all_commands_and_imports_none_of_them() -> None:
    """The database's library is in all of them, and in nothing that lists them."""
    listing = "import sys; from ops.command_line import app; app(['--help'], standalone_mode=False)"
    done = subprocess.run(
        [sys.executable, "-c", f"{listing}; print('psycopg' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert all(f" {command} " in done.stdout for command in MODULES)
    assert done.stdout.splitlines()[-1] == "False"


def test_the_version_is_the_installed_one() -> None:
    said = called("--version")
    assert (said.stdout, said.returncode) == (f"scoresheet {metadata.version('scoresheet')}\n", 0)


def test_the_help_has_each_exit_code() -> None:
    help_text = run("--help").stdout
    assert all(f" {code}: " in help_text for code in ExitCode)
