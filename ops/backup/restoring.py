"""Puts a backup back, and makes it right before anything is served: the fork guard is asked, a log that is shorter than
it was begins again, and persons who were erased since are erased again."""

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psycopg

from ops.backup.kept import Backup
from ops.backup.programs import asked, of_version, run
from ops.database import DatabaseUrls, connect
from ops.embedded.system_account import SIGNER, part_account
from ops.erased_again import erase_listed
from ops.errors import BackupError
from ops.evidence import renewal
from ops.evidence.fork_guard import settle
from ops.evidence.key_folder import KeyFolder
from ops.migrate import migrate, register_projections
from ops.roles import ensure_roles
from projections.engine.catching_up import catch_up
from projections.engine.digests import digests
from projections.engine.log import open_log
from projections.registry.catalogue import PROJECTIONS

_IS_EMPTY = """
SELECT NOT EXISTS (
    SELECT FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema')
"""
_IS_SIGNED = "SELECT EXISTS (SELECT FROM public.log_keys)"

DEFAULTS = "ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC"
"""What the first migration says of functions that are still to be made, for the owner there is now."""


@dataclass(frozen=True)
class PutRight:
    """Why the log is not the one that was noted beside its key, if it is not; what the log was called before it began
    again, if it did; and who was erased again."""

    because: str | None
    began_anew_from: str | None
    erased: Sequence[str]


def load(backup: Backup, url: str) -> None:
    """Fills the empty database at the owner's address with the backup, all of it or nothing. Raises BackupError."""
    backup.check()
    with connect(url, autocommit=True) as connection:
        [[is_empty]] = connection.execute(_IS_EMPTY).fetchall()
        if not is_empty:
            raise BackupError(
                "the database is not empty, and nothing is put over what is there: name an empty one in"
                " SCORESHEET_DATABASE_URL, or with the embedded server use --set-aside"
            )
        ensure_roles(connection)
        programs = of_version(connection.info.server_version // 10_000)
    with tempfile.NamedTemporaryFile("w", suffix=".list") as wanted:
        wanted.write(_wanted(programs, backup))
        wanted.flush()
        all_or_nothing = ("--no-owner", "--exit-on-error", "--single-transaction", f"--use-list={wanted.name}")
        run(programs / "pg_restore", url, *all_or_nothing, backup.dump)
    with connect(url, autocommit=True) as connection:
        connection.execute(DEFAULTS)
        connection.execute("ANALYZE")


def _wanted(programs: Path, backup: Backup) -> str:
    """Parts of the dump that are put back: all but the privileges of what is still to be made, which name the former
    owner."""
    said = asked(programs / "pg_restore", "--list", backup.dump)
    return "\n".join(line for line in said.splitlines() if " DEFAULT ACL " not in line) + "\n"


def unlike(backup: Backup, url: str) -> list[str]:
    """The tables in which something else is than was when the backup was taken."""
    with connect(url) as connection:
        found = dict(digests(connection))
    told = backup.manifest.tables
    return sorted(name for name in found.keys() | told.keys() if found.get(name) != told.get(name))


def put_right(urls: DatabaseUrls, folder: KeyFolder, listed: Mapping[str, str]) -> PutRight:
    """Makes what was put back ready to be served; each step can be done again. Raises what it raises."""
    migrate(urls.owner)
    with connect(urls.owner) as connection:
        register_projections(connection)
        because = settle(connection, folder)
        is_lost = folder.key() is None and _is_true(connection, _IS_SIGNED)
        former = _begin_anew(urls, connection, folder) if because is not None or is_lost else None
    again = erase_listed(urls, listed)
    follow(urls)
    return PutRight(because, former, again)


def follow(urls: DatabaseUrls) -> None:
    """Brings all tables up to the end of the log, where nothing is served."""
    with closing(open_log(urls.service)) as log:
        for name, projection in PROJECTIONS.items():
            catch_up(urls.of_projection(name), log, projection)


def _begin_anew(urls: DatabaseUrls, connection: psycopg.Connection, folder: KeyFolder) -> str:
    folder.prepare(part_account(SIGNER))
    with closing(open_log(urls.service)) as journal:
        return renewal.restart(journal, connection, folder).origin


def _is_true(connection: psycopg.Connection, query: str) -> bool:
    row = connection.execute(query.encode()).fetchone()
    return row is not None and bool(row[0])
