"""Takes a backup: one moment of the database, with a digest of each table at that moment."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from psycopg import Connection, IsolationLevel

from ops.backup.kept import DUMP, MANIFEST, NAME, Backup, Manifest, backups, delete, digest_of, too_old
from ops.backup.programs import of_version, run
from ops.database import connect
from ops.errors import BackupError
from ops.migrate import require_migrated
from projections.engine.digests import Digest, digest, tables
from projections.evidence.examination import root_at

UNFINISHED = ".unfinished-"
_SNAPSHOT = "SELECT pg_export_snapshot(), clock_timestamp(), (SELECT coalesce(max(position), 0) FROM public.events)"
_MIGRATION = "SELECT max(number) FROM public.schema_version"
_ERASED = "SELECT person FROM public.person_keys WHERE key IS NULL ORDER BY person"
_NOTE = """
INSERT INTO public.safekeeping (what, position, problems) VALUES (%s, %s, %s)
ON CONFLICT (what) DO UPDATE SET done_at = now(), position = excluded.position, problems = excluded.problems
"""

Progress = Callable[[str, int, int], None]
"""Told what is done now, how many steps are done, and of how many."""


def take(url: str, folder: Path, progress: Progress) -> Backup:
    """A new backup in the folder of the database at the owner's address; a killed one leaves nothing that counts.
    Raises BackupError and what `connect` and `require_migrated` raise."""
    with connect(url) as connection, _unfinished(folder) as made:
        require_migrated(connection)
        connection.rollback()
        connection.isolation_level = IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        [(snapshot, moment, size)] = connection.execute(_SNAPSHOT).fetchall()
        found = dict(_digests(connection, progress))
        progress("dump", len(found), len(found) + 1)
        programs = of_version(connection.info.server_version // 10_000)
        written = (
            "--format=custom",
            "--no-owner",
            "--no-unlogged-table-data",
            f"--snapshot={snapshot}",
            f"--file={made / DUMP}",
        )
        run(programs / "pg_dump", url, *written)
        manifest = _manifest(connection, moment, size, found, digest_of(made / DUMP))
        backup = _finish(made, folder, manifest)
        progress("dump", len(found) + 1, len(found) + 1)
    note(url, "backup", size)
    return backup


def forget_old(folder: Path, days: int, now: datetime) -> list[Backup]:
    """Deletes the backups that may hold what was erased longer ago than so many days, and returns them."""
    old = too_old(backups(folder), days, now)
    for backup in old:
        delete(backup)
    return old


def note(url: str, what: str, size: int, problems: list[str] | None = None) -> None:
    """Writes down in the database what was done, for those who watch it."""
    with connect(url) as connection:
        connection.execute(_NOTE, (what, size, problems or []))


def _digests(connection: Connection, progress: Progress) -> Iterator[tuple[str, Digest]]:
    named = tables(connection)
    for done, table in enumerate(named):
        progress(table[1], done, len(named) + 1)
        yield ".".join(table), digest(connection, table)


def _manifest(connection: Connection, moment: datetime, size: int, found: dict[str, Digest], sha256: str) -> Manifest:
    [[migration]] = connection.execute(_MIGRATION).fetchall()
    return Manifest(
        taken_at=moment.astimezone(UTC),
        server_version=str(connection.info.parameter_status("server_version")),
        migration=migration,
        size=size,
        root=root_at(connection, size).hex(),
        sha256=sha256,
        erased=[person for (person,) in connection.execute(_ERASED).fetchall()],
        tables=found,
    )


@contextmanager
def _unfinished(folder: Path) -> Iterator[Path]:
    """A folder for a backup that is being taken, which only its owner reads; what killed ones have left is removed."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for left in folder.glob(f"{UNFINISHED}*"):
            shutil.rmtree(left)
        made = Path(tempfile.mkdtemp(dir=folder, prefix=UNFINISHED))
    except OSError as error:
        raise BackupError(f"no backup can be written to {folder}: {error.strerror}") from error
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _finish(made: Path, folder: Path, manifest: Manifest) -> Backup:
    """Gives it its name when all of it is on the disk."""
    place = folder / manifest.taken_at.strftime(NAME)
    try:
        (made / MANIFEST).write_text(manifest.model_dump_json(indent=1) + "\n", "utf-8")
        for file in (made / MANIFEST, made / DUMP, made):
            _sync(file)
        made.rename(place)
        _sync(folder)
    except OSError as error:
        raise BackupError(f"the backup can't be written to {place}: {error.strerror}") from error
    return Backup(place, manifest)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
