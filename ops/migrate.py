"""Brings a database to the state this program needs: numbered SQL files, applied once each, in order.

A file is `NNNN_what_it_does.sql` in `ops/migrations/`. It runs as the database's owner in a transaction of
its own, so it holds no BEGIN or COMMIT, and grants to the roles of `ops.roles` what each process may do.
A file that has been applied anywhere is never edited: the table `schema_version` holds its digest. Anyone who
changes a table adds a file, and raises `ops.origin.SHAPE`. One exception: a file that some server could not read may
be written otherwise where it makes the same; then `CORRECTED` holds its former digest too.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql

from ops.database import ROLES, connect, one_line
from ops.errors import (
    DatabaseNewerError,
    DatabaseNotMigratedError,
    DatabasePrivilegesError,
    MigrationChangedError,
    MigrationFailedError,
)
from ops.origin import is_earlier, raise_shape, require_readable, write_origin
from ops.roles import ensure_roles, limit_roles

FOLDER = Path(__file__).with_name("migrations")
FILE_NAME = re.compile(r"(?P<number>\d{4})_(?P<name>[a-z0-9_]+)\.sql")
CORRECTED = {4: frozenset({"49c23f57d675f2ff04d084276cb4936848f45bccb46a409e23e8ecd6488e2cb1"})}
"""By number the former digests of a file that makes the same as it did then (`ops/decisions/0052-own-server.md`)."""
# Any number will do, as long as nothing else in this database locks by it.
ADVISORY_LOCK = 0x5C02E5E7
VERSION_TABLE = """
CREATE TABLE public.schema_version (
    number integer PRIMARY KEY,
    name text NOT NULL,
    digest text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
)
"""


@dataclass(frozen=True)
class Migration:
    """One step: its number, its name, its SQL and the SHA-256 of the SQL in hexadecimal."""

    number: int
    name: str
    statements: str
    digest: str

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.number:04d}_{self.name}.sql"

    def is_what_was_applied(self, digest: str) -> bool:
        """Whether a file with this digest makes what this one makes."""
        return digest == self.digest or digest in CORRECTED.get(self.number, ())


def read_migrations(folder: Path = FOLDER) -> tuple[Migration, ...]:
    """The migrations in `folder`, by number. Raises ValueError for a misnamed file or a number used twice."""
    migrations = sorted((_read(file) for file in folder.glob("*.sql")), key=lambda found: found.number)
    numbers = [migration.number for migration in migrations]
    if len(set(numbers)) != len(numbers):
        raise ValueError(f"two migrations in {folder} have one number: {numbers}")
    return tuple(migrations)


def migrate(
    owner_url: str,
    migrations: Sequence[Migration] | None = None,
    *,
    dry_run: bool = False,
    announce: Callable[[Migration], None] = lambda _: None,
    register: Callable[[psycopg.Connection], None] | None = None,
) -> tuple[Migration, ...]:
    """Applies what is missing and returns it; with `dry_run` only returns it. `announce` hears of each, and `register`
    does what `register_projections` does.

    Several may migrate at once: one does it, the others wait and find nothing to do. Raises what `missing` and
    `connect` raise, DatabasePrivilegesError and MigrationFailedError.
    """
    wanted = read_migrations() if migrations is None else migrations
    with connect(owner_url, autocommit=True) as connection:
        if dry_run:
            return missing(connection, wanted)
        connection.execute("SELECT pg_advisory_lock(%s)", (ADVISORY_LOCK,))
        try:
            _prepare(connection)
            applied = _apply(connection, missing(connection, wanted), announce)
            raise_shape(connection)
            if migrations is None:
                limit_roles(connection)
                (register or register_projections)(connection)
            return applied
        except psycopg.errors.InsufficientPrivilege as error:
            raise DatabasePrivilegesError(f"the login may not migrate this database: {one_line(error)}") from error


def make_anew(connection: psycopg.Connection) -> None:
    """Makes all that the migrations make in the transaction of this connection, which is the owner's and has an empty
    schema `public`, and no other of theirs."""
    _prepare(connection)
    _apply(connection, read_migrations(), lambda _: None)
    register_projections(connection)


def missing(connection: psycopg.Connection, wanted: Sequence[Migration]) -> tuple[Migration, ...]:
    """Which of the wanted migrations the database lacks.

    Raises DatabaseOlderError, DatabaseNewerError and MigrationChangedError where the database holds others.
    """
    require_readable(connection)
    applied = _applied(connection)
    known = {migration.number: migration for migration in wanted}
    newer = [number for number in applied if number > max(known, default=0)]
    if newer:
        raise DatabaseNewerError(
            f"the database is at migration {max(newer)} and this program knows {max(known, default=0)}:"
            " run the newer version of the program"
        )
    for number, digest in applied.items():
        if number not in known or not known[number].is_what_was_applied(digest):
            raise MigrationChangedError(
                f"migration {number:04d} was changed or removed after it was applied to this database"
            )
    return tuple(migration for migration in wanted if migration.number not in applied)


def require_migrated(connection: psycopg.Connection, wanted: Sequence[Migration] | None = None) -> None:
    """Raises DatabaseNotMigratedError where the database lacks a migration, or was written by an earlier version last,
    or what `missing` raises."""
    lacking = missing(connection, read_migrations() if wanted is None else wanted)
    if lacking:
        raise DatabaseNotMigratedError(
            f"the database lacks {len(lacking)} migrations, the first is"
            f" {lacking[0].file.removesuffix('.sql')}: run `scoresheet migrate`"
        )
    if is_earlier(connection):
        raise DatabaseNotMigratedError("an earlier version wrote this database last: run `scoresheet migrate`")


def register_projections(connection: psycopg.Connection) -> None:
    """Writes down what the projections' tables are, as `projections.registry.catalogue` says, whose folds are
    imported only here: half of the commands never come to it, and they take longer to import than all else."""
    from projections.registry.catalogue import register

    register(connection)


def _read(file: Path) -> Migration:
    matched = FILE_NAME.fullmatch(file.name)
    if matched is None:
        raise ValueError(f"{file} is not named NNNN_what_it_does.sql")
    content = file.read_bytes()
    return Migration(
        number=int(matched["number"]),
        name=matched["name"],
        statements=content.decode(),
        digest=hashlib.sha256(content).hexdigest(),
    )


def _applied(connection: psycopg.Connection) -> dict[int, str]:
    """Digest by number of what was applied; empty where nothing ever was."""
    found = connection.execute("SELECT to_regclass('public.schema_version')").fetchone()
    if found is None or found[0] is None:
        return {}
    return dict(connection.execute("SELECT number, digest FROM public.schema_version ORDER BY number").fetchall())


def _prepare(connection: psycopg.Connection) -> None:
    """The owner works in the schema "public" alone, whatever schema is called like the owner's login."""
    connection.execute("SET search_path TO public")
    ensure_roles(connection)
    found = connection.execute("SELECT to_regclass('public.schema_version')").fetchone()
    if found is not None and found[0] is None:
        with connection.transaction():
            connection.execute(VERSION_TABLE)
            for role in ROLES:
                grant = sql.SQL("GRANT SELECT ON public.schema_version TO {}")
                connection.execute(grant.format(sql.Identifier(role)))
            write_origin(connection)


def _apply(
    connection: psycopg.Connection, lacking: tuple[Migration, ...], announce: Callable[[Migration], None]
) -> tuple[Migration, ...]:
    for migration in lacking:
        announce(migration)
        try:
            _apply_one(connection, migration)
        except psycopg.errors.InsufficientPrivilege:
            raise
        except psycopg.Error as error:
            raise _failed(migration, connection, error) from error
    return lacking


def _apply_one(connection: psycopg.Connection, migration: Migration) -> None:
    with connection.transaction():
        connection.execute(migration.statements.encode())
        connection.execute(
            "INSERT INTO public.schema_version (number, name, digest) VALUES (%s, %s, %s)",
            (migration.number, migration.name, migration.digest),
        )


def _failed(migration: Migration, connection: psycopg.Connection, error: psycopg.Error) -> MigrationFailedError:
    version = connection.info.parameter_status("server_version")
    return MigrationFailedError(
        f"the migration {migration.file} failed on PostgreSQL {version}, and nothing of it was kept:"
        f" {one_line(error)}. The migrations before it stay, and the program before this one still reads them."
        " See that the server is one of 15 to 18, has room and was not stopped, and run `scoresheet migrate` again;"
        " if it fails again, report this line."
    )
