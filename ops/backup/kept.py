"""The backups in a folder: each is a folder with a dump and what that is to hold, deleted when its time is over."""

import hashlib
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from ops.errors import BackupError
from projections.engine.digests import Digest

NAME = "scoresheet-%Y%m%dT%H%M%S.%fZ"
PATTERN = "scoresheet-*T*Z"
MANIFEST, DUMP = "manifest.json", "database.dump"


class Manifest(BaseModel):
    """Contents of a backup: the log's `size` and the `root` of its tree, a digest of each table, and of its own file;
    and whose erasures had taken effect by then."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    taken_at: datetime
    server_version: str
    migration: int
    size: int
    root: str
    sha256: str
    erased: Sequence[str]
    tables: Mapping[str, Digest]


@dataclass(frozen=True)
class Backup:
    """One backup: its folder, and what is to be in it."""

    place: Path
    manifest: Manifest

    @property
    def dump(self) -> Path:
        """The dump, in PostgreSQL's own form."""
        return self.place / DUMP

    def check(self) -> None:
        """Raises BackupError where the dump is not the one that was written."""
        if digest_of(self.dump) != self.manifest.sha256:
            raise BackupError(f"{self.dump} is not the file that was written: take another backup")

    def holds(self, person: str, registered: int) -> bool:
        """Whether it has the key of this person, who was `registered` at that position."""
        return registered <= self.manifest.size and person not in self.manifest.erased


def backups(folder: Path) -> list[Backup]:
    """Those in the folder, the oldest first. Raises BackupError where one can't be read."""
    found = [_read(place) for place in folder.glob(PATTERN)]
    return sorted(found, key=lambda backup: backup.manifest.taken_at)


def named(folder: Path, name: str | None) -> Backup:
    """The backup of that name, or the newest. Raises BackupError where there is none."""
    found = [backup for backup in backups(folder) if name is None or backup.place.name == name]
    if not found:
        raise BackupError(f"there is no backup {name} in {folder}" if name else f"there is no backup in {folder}")
    return found[-1]


def too_old(found: Iterable[Backup], days: int, now: datetime) -> list[Backup]:
    """Those that may hold what was erased longer ago than is promised."""
    return [backup for backup in found if backup.manifest.taken_at < now - timedelta(days=days)]


def delete(backup: Backup) -> None:
    """Removes its files. Raises BackupError."""
    try:
        shutil.rmtree(backup.place)
    except OSError as error:
        raise BackupError(f"{backup.place} can't be deleted, and its time is over: {error.strerror}") from error


def digest_of(file: Path) -> str:
    """The SHA-256 of a file. Raises BackupError where it can't be read."""
    try:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        raise BackupError(f"{file} can't be read: {error.strerror}") from error


def _read(place: Path) -> Backup:
    try:
        return Backup(place, Manifest.model_validate_json((place / MANIFEST).read_bytes()))
    except OSError as error:
        raise BackupError(f"{place / MANIFEST} can't be read: {error.strerror}") from error
    except ValidationError as error:
        raise BackupError(f"{place / MANIFEST} does not say what the backup holds") from error
