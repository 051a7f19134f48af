"""API keys: made and shown once, stored as a digest, listed, revoked, looked up and remembered for a moment."""

import re
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from psycopg_pool import ConnectionPool
from typer.testing import CliRunner, Result

from api.http.api_keys import REMEMBERED_SECONDS, Keys, Wanted, list_keys, make_key
from domain.importing.clerk import Clerk
from domain.person.commands import RegisterPerson
from ops.command_line import app
from ops.database import DatabaseUrls
from projections.engine.log import open_log
from tests.api.support import end_key
from tests.patience import eventually

NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
PERSON = "8f14e45f-ceea-5b7a-9c3d-2f1b6a0c4d21"


def command(database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Result:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", database.owner)
    return CliRunner().invoke(app, ["keys", *arguments], env={"COLUMNS": "300"})


def register(database: DatabaseUrls) -> None:
    """Puts the person into the log."""
    with closing(open_log(database.service)) as log:
        Clerk(log, "office").person(PERSON, "register", RegisterPerson(name="Ada"))


def test_a_key_is_shown_once_and_stored_as_a_digest(database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch) -> None:
    register(database)
    made = command(database, monkeypatch, "make", "--role", "director", "--person", PERSON, "--days", "30")
    assert made.exit_code == 0, made.output
    key = made.output.strip()
    shown = re.fullmatch(r"scoresheet_([0-9a-f]{16})_([0-9a-f]{64})", key)
    assert shown
    with psycopg.connect(database.owner) as connection:
        rows = connection.execute("SELECT api_keys::text FROM api_keys").fetchall()
    assert len(rows) == 1
    assert shown[2] not in str(rows)
    listed = command(database, monkeypatch, "list").output
    assert shown[1] in listed
    assert shown[2] not in listed
    assert "valid" in listed


def test_a_revoked_key_stays_listed_and_can_not_be_revoked_again(
    database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch
) -> None:
    key_id = command(database, monkeypatch, "make", "--role", "auditor").output.split("_")[1]
    assert command(database, monkeypatch, "revoke", key_id).output == f"revoked {key_id}\n"
    assert "revoked" in command(database, monkeypatch, "list").output
    again = command(database, monkeypatch, "revoke", key_id)
    assert (again.exit_code, key_id in again.output) == (2, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("make", "--role", "director"),
        ("make", "--role", "player"),
        ("make", "--role", "king"),
        ("make", "--role", "auditor", "--days", "1", "--expires", "2030-01-01"),
        ("make", "--role", "auditor", "--person", "somebody"),
        ("make", "--role", "auditor", "--expires", "2024-02-29"),
    ],
)
def test_faulty_requests_make_no_key(
    database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    assert command(database, monkeypatch, *arguments).exit_code == 2
    with psycopg.connect(database.owner) as connection:
        assert list_keys(connection) == []


@pytest.mark.parametrize("statement", ["DELETE FROM api_keys", "UPDATE api_keys SET role = 'administrator'"])
def test_the_service_may_only_look_keys_up(database: DatabaseUrls, statement: str) -> None:
    with psycopg.connect(database.service) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(statement.encode())
    with psycopg.connect(database.service) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        make_key(connection, Wanted("administrator"), NOW)


def test_a_key_expires_after_it_was_made(database: DatabaseUrls) -> None:
    with psycopg.connect(database.owner) as owner:
        with pytest.raises(ValueError, match="can't expire in the past, at 2026-05-01 12:00 UTC"):
            make_key(owner, Wanted("auditor", expires_at=NOW), NOW)
        make_key(owner, Wanted("auditor", expires_at=NOW + timedelta(seconds=1)), NOW)


@pytest.fixture
def pool(database: DatabaseUrls) -> Iterator["ConnectionPool[Any]"]:
    with ConnectionPool(database.service, min_size=1, open=True) as opened:
        yield opened


class Clock:
    """A clock to be set."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return NOW + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds


def test_a_revocation_is_effective_once_the_key_is_forgotten(
    database: DatabaseUrls, pool: "ConnectionPool[Any]"
) -> None:
    clock = Clock()
    keys = Keys(pool, clock.now, clock.monotonic)
    with psycopg.connect(database.owner, autocommit=True) as owner:
        text = make_key(owner, Wanted("player", PERSON), NOW)
        assert not keys.known(text)
        assert keys.find(text) is not None
        assert keys.known(text)
        end_key(database.owner, text)
    clock.seconds = REMEMBERED_SECONDS - 0.1
    assert keys.find(text) is not None
    clock.seconds = REMEMBERED_SECONDS
    assert keys.find(text) is None


def test_a_key_ends_when_it_expires_even_while_remembered(database: DatabaseUrls, pool: "ConnectionPool[Any]") -> None:
    clock = Clock()
    keys = Keys(pool, clock.now, clock.monotonic)
    wanted = Wanted("player", PERSON, expires_at=NOW + timedelta(seconds=1))
    with psycopg.connect(database.owner) as owner:
        text = make_key(owner, wanted, NOW)
    assert keys.find(text) is not None
    clock.seconds = 1.0
    assert keys.find(text) is None


def test_the_right_id_with_a_wrong_secret_is_no_key(database: DatabaseUrls, pool: "ConnectionPool[Any]") -> None:
    keys = Keys(pool, lambda: NOW, lambda: 0.0)
    with psycopg.connect(database.owner) as owner:
        text = make_key(owner, Wanted("auditor"), NOW)
    other = text[:-1] + ("0" if text[-1] != "0" else "1")
    assert keys.find(other) is None
    assert keys.find(text) is not None
    assert keys.find(other) is None


def test_a_key_revoked_while_the_service_runs_is_refused_within_seconds(
    module_database: DatabaseUrls,
) -> None:
    with ConnectionPool(module_database.service, min_size=1, open=True) as opened:
        keys = Keys(opened, lambda: NOW, time.monotonic)
        with psycopg.connect(module_database.owner, autocommit=True) as owner:
            text = make_key(owner, Wanted("auditor"), NOW)
            assert keys.find(text) is not None
            end_key(module_database.owner, text)
        assert eventually(lambda: keys.find(text) is None)


def test_erasing_a_person_revokes_their_keys_and_drops_the_labels(database: DatabaseUrls) -> None:
    with psycopg.connect(database.owner) as connection:
        make_key(connection, Wanted("player", PERSON, label="Ada's phone"), NOW)
        make_key(connection, Wanted("auditor", label="The auditor's"), NOW + timedelta(days=1))
        connection.execute("SELECT scoresheet_erase(%s)", (PERSON,))
        erased, other = list_keys(connection)
    assert (erased.revoked_at is not None, erased.label) == (True, "")
    assert (other.revoked_at, other.label) == (None, "The auditor's")
