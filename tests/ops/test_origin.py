"""Databases that an earlier version wrote are recognised before any event is read, and refused or set aside."""

from itertools import takewhile
from pathlib import Path

import pytest

from ops import embedded, origin
from ops.command_line import MODULES
from ops.database import DatabaseUrls, connect
from ops.errors import DatabaseNewerError, DatabaseNotMigratedError, DatabaseOlderError, ExitCode
from ops.migrate import migrate, require_migrated
from ops.origin import SHAPE, mark_demonstration, require_readable
from tests.ops.test_command_line import assert_refused, called, run
from tests.ops.test_serving import ANSWER, END_WELL, launched
from tests.patience import PATIENCE_SECONDS

pytestmark = pytest.mark.operations

UNREADABLE = "INSERT INTO events (stream, version, position, topic, state) VALUES ('s', 1, 1, 'old', 'nonsense')"
KEY = (
    "INSERT INTO api_keys (id, digest, role, label, made_at)"
    " VALUES (repeat('0', 16), sha256(''), 'administrator', 'demonstration', now())"
)
NUMBERLESS = "DROP TABLE origin"
EARLIER = "UPDATE origin SET shape = shape - 1"
COMMANDS = ("migrate", "serve", "demo", "story", "rebuild", "keys list")


def age(url: str, *statements: str) -> None:
    """Makes the migrated database one that an earlier version wrote."""
    with connect(url) as connection:
        for statement in (UNREADABLE, *statements):
            connection.execute(statement.encode())


def aged(folder: Path, *statements: str) -> None:
    """A data folder with such a database."""
    with embedded.start(folder) as server:
        age(server.owner_url(), *statements)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_it_in_two_sentences(database: DatabaseUrls, command: str) -> None:
    assert set(MODULES) >= set(COMMANDS[:-1])
    age(database.owner, NUMBERLESS)
    ended = called(*command.split(), database_url=database.owner, port="0")
    said = "an earlier version of this program wrote this database (without a number for the shape of its events, last"
    assert_refused(ended, ExitCode.DATABASE_OLDER, said)
    assert "can't be read here. Name another database in SCORESHEET_DATABASE_URL to begin again, or" in ended.stderr
    with connect(database.owner) as connection:
        assert connection.execute("SELECT to_regclass('origin')").fetchone() == (None,)


@pytest.mark.proof
def test_the_folder_to_set_aside_is_named(begun: Path) -> None:
    aged(begun, EARLIER)
    ended = run("serve", data_dir=begun)
    assert_refused(ended, ExitCode.DATABASE_OLDER, f"(with events of shape {SHAPE - 1}, last migrated on 20")
    assert f"Set the folder {begun / 'postgresql'} aside to begin again, or run the version" in ended.stderr
    shown = run("doctor", data_dir=begun)
    assert shown.returncode == ExitCode.CHECKS_FAILED
    assert "an earlier version of this program wrote this database" in " ".join(shown.stdout.split())


@pytest.mark.rule("ALL-1")
def test_every_shape_is_migrated_once_histories_are_frozen(
    database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(origin, "FROZEN_SHAPE", SHAPE)
    monkeypatch.setattr(origin, "SHAPE", SHAPE + 2)
    with connect(database.owner, autocommit=True) as connection:
        with pytest.raises(DatabaseNotMigratedError, match="an earlier version wrote this database last"):
            require_migrated(connection)
        assert migrate(database.owner) == ()
        require_migrated(connection)
        assert connection.execute("SELECT shape FROM origin").fetchone() == (SHAPE + 2,)
        connection.execute("UPDATE origin SET shape = %s", (SHAPE - 1,))
        with pytest.raises(DatabaseOlderError, match=f"events of shape {SHAPE - 1}"):
            require_migrated(connection)


def test_a_database_of_a_later_shape_is_refused(database: DatabaseUrls) -> None:
    with connect(database.owner) as connection:
        connection.execute("UPDATE origin SET shape = shape + 1")
        with pytest.raises(DatabaseNewerError, match=f"events of shape {SHAPE + 1} and this program knows {SHAPE}"):
            require_readable(connection)


@pytest.mark.parametrize(
    "statements",
    [
        pytest.param((NUMBERLESS, KEY), marks=pytest.mark.proof),
        (EARLIER, "UPDATE origin SET is_demonstration = true"),
    ],
)
def test_a_demonstration_is_set_aside_and_loaded_anew(begun: Path, statements: tuple[str, ...]) -> None:
    aged(begun, *statements[::-1])
    process = launched(begun, ANSWER, f"demonstration={END_WELL}")
    assert process.stdout is not None
    said = list(takewhile(lambda line: not line.startswith("serving on"), process.stdout))
    process.terminate()
    process.communicate()
    assert process.returncode == ExitCode.DONE
    aside = begun / "postgresql.older-1"
    assert f"an earlier version loaded this demonstration: it is set aside as {aside}, and loaded again\n" in said
    assert (aside / "PG_VERSION").exists()
    with embedded.start(begun) as server, connect(server.owner_url()) as connection:
        require_readable(connection)
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (0,)


def test_database_without_a_demonstration_is_never_set_aside(begun: Path) -> None:
    aged(begun, NUMBERLESS)
    process = launched(begun, ANSWER, f"demonstration={END_WELL}")
    said, _ = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == ExitCode.DATABASE_OLDER
    assert f"Set the folder {begun / 'postgresql'} aside" in said
    assert list(begun.glob("postgresql.older*")) == []


def test_a_cluster_in_use_is_not_set_aside(begun: Path) -> None:
    with embedded.start(begun):
        assert embedded.set_aside(begun) is None
    assert embedded.set_aside(begun) == begun / "postgresql.older-1"
    embedded.start(begun).close()
    assert embedded.set_aside(begun) == begun / "postgresql.older-2"


def test_the_demonstration_is_marked_as_one(database: DatabaseUrls) -> None:
    with connect(database.owner) as connection:
        assert connection.execute("SELECT shape, is_demonstration FROM origin").fetchone() == (SHAPE, False)
        mark_demonstration(connection)
        assert connection.execute("SELECT shape, is_demonstration FROM origin").fetchone() == (SHAPE, True)
