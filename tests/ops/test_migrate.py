"""Migrations are applied once, whole or not at all, and never to a database that they don't fit."""

import re
import threading
from pathlib import Path

import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ops.database import DatabaseUrls, connect
from ops.errors import (
    DatabaseNewerError,
    DatabaseNotMigratedError,
    DatabasePrivilegesError,
    MigrationChangedError,
    MigrationFailedError,
)
from ops.migrate import Migration, migrate, missing, read_migrations, require_migrated

OWN = {"schema_version", "origin"}
"""Tables of the migrator itself."""
PLAYERS = "CREATE TABLE player (name text)"
CLUBS = "CREATE TABLE club (name text); INSERT INTO club VALUES ('100%')"
BROKEN = "CREATE TABLE half (name text); SELECT 1 / 0"


def written(folder: Path, *statements: str) -> tuple[Migration, ...]:
    """Migrations from files with these statements, numbered from 1."""
    for number, statement in enumerate(statements, start=1):
        (folder / f"{number:04d}_step.sql").write_text(statement)
    return read_migrations(folder)


def recorded(url: str) -> list[tuple[int, str]]:
    with connect(url) as connection:
        return connection.execute("SELECT number, digest FROM schema_version ORDER BY number").fetchall()


def tables(url: str) -> set[str]:
    query = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'"
    with connect(url) as connection:
        return {row[0] for row in connection.execute(query).fetchall()}


def test_missing_migrations_are_applied_in_order_and_once(empty_database: DatabaseUrls, tmp_path: Path) -> None:
    steps = written(tmp_path, PLAYERS, CLUBS)
    assert migrate(empty_database.owner, steps[:1]) == steps[:1]
    assert migrate(empty_database.owner, steps) == steps[1:]
    assert migrate(empty_database.owner, steps) == ()
    assert recorded(empty_database.service) == [(step.number, step.digest) for step in steps]
    assert tables(empty_database.owner) == {*OWN, "player", "club"}


def test_a_dry_run_changes_nothing(empty_database: DatabaseUrls, tmp_path: Path) -> None:
    steps = written(tmp_path, PLAYERS)
    assert migrate(empty_database.owner, steps, dry_run=True) == steps
    assert tables(empty_database.owner) == set()


def test_a_step_that_fails_leaves_nothing_and_those_before_it_stay(
    empty_database: DatabaseUrls, tmp_path: Path
) -> None:
    steps = written(tmp_path, PLAYERS, BROKEN)
    told = r"0002_step\.sql failed on PostgreSQL 1\d.*: division by zero\. .* run `scoresheet migrate` again"
    with pytest.raises(MigrationFailedError, match=told):
        migrate(empty_database.owner, steps)
    assert tables(empty_database.owner) == {*OWN, "player"}
    assert [number for number, _ in recorded(empty_database.owner)] == [1]


def test_several_who_migrate_at_once_apply_each_step_once(empty_database: DatabaseUrls, tmp_path: Path) -> None:
    steps = written(tmp_path, PLAYERS, CLUBS)
    applied: list[Migration] = []
    threads = [threading.Thread(target=lambda: applied.extend(migrate(empty_database.owner, steps))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(applied, key=lambda step: step.number) == list(steps)


def test_a_database_from_the_future_is_refused(empty_database: DatabaseUrls, tmp_path: Path) -> None:
    steps = written(tmp_path, PLAYERS, CLUBS)
    migrate(empty_database.owner, steps)
    with pytest.raises(DatabaseNewerError, match="is at migration 2 and this program knows 1"):
        migrate(empty_database.owner, steps[:1])


def test_a_step_that_was_changed_or_removed_is_refused(empty_database: DatabaseUrls, tmp_path: Path) -> None:
    steps = written(tmp_path, PLAYERS, CLUBS)
    migrate(empty_database.owner, steps)
    with pytest.raises(MigrationChangedError, match="migration 0001 was changed or removed"):
        migrate(empty_database.owner, steps[1:])
    changed = written(tmp_path, PLAYERS + " ", CLUBS)
    with pytest.raises(MigrationChangedError, match="migration 0001 was changed or removed"):
        migrate(empty_database.owner, changed)


def test_work_on_a_database_that_lacks_a_step_is_refused(empty_database: DatabaseUrls, tmp_path: Path) -> None:
    steps = written(tmp_path, PLAYERS, CLUBS)
    migrate(empty_database.owner, steps[:1])
    with connect(empty_database.service) as connection:
        with pytest.raises(DatabaseNotMigratedError, match="lacks 1 migrations, the first is 0002_step"):
            require_migrated(connection, steps)
        require_migrated(connection, steps[:1])


def test_a_login_that_may_not_take_the_role_is_told_what_to_ask_for(
    empty_database: DatabaseUrls, server_url: str
) -> None:
    migrate(empty_database.owner, ())
    name, password = f"{conninfo_to_dict(empty_database.owner)['dbname']}_login", "well known"
    url = make_conninfo(empty_database.owner, user=name, password=password)
    limited = sql.Identifier(name)
    with connect(server_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(limited, password))
        try:
            with pytest.raises(DatabasePrivilegesError, match=f'TO "{name}";'):
                migrate(url, ())
        finally:
            connection.execute(sql.SQL("DROP ROLE {}").format(limited))


def test_misnamed_and_doubled_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "0001_one.sql").write_text("")
    (tmp_path / "0001_two.sql").write_text("")
    with pytest.raises(ValueError, match="one number"):
        read_migrations(tmp_path)
    (tmp_path / "0001_two.sql").rename(tmp_path / "two.sql")
    with pytest.raises(ValueError, match="is not named"):
        read_migrations(tmp_path)


def test_our_own_steps_are_numbered_without_gaps_and_leave_transactions_to_the_migrator() -> None:
    steps = read_migrations()
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    transaction = re.compile(r"^\s*(BEGIN|COMMIT|ROLLBACK)\s*;", re.IGNORECASE | re.MULTILINE)
    assert [step.name for step in steps if transaction.search(step.statements)] == []


def test_our_own_steps_bring_an_empty_database_to_what_the_tests_use(
    empty_database: DatabaseUrls, database: DatabaseUrls
) -> None:
    migrate(empty_database.owner)
    with connect(database.owner) as connection:
        assert missing(connection, read_migrations()) == ()
    assert tables(empty_database.owner) == tables(database.owner)
