"""Where an export is written: a folder, or an archive without compression. It is made beside its place and takes it
when it is whole, so that nothing half done is ever there."""

import fcntl
import hashlib
import os
import shutil
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from domain.evidence.exported.manifest import FileEntry
from ops.errors import ExportError

_MADE = (1980, 1, 1, 0, 0, 0)
"""What the archive says of each file's age: the earliest it can, so that the same export has the same bytes."""
_FILE_MODE = 0o100644 << 16
_UNIX = 3


class Target:
    """A folder being filled. `files` are those that are written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.files: dict[str, FileEntry] = {}

    def write(self, name: str, pieces: Iterable[bytes]) -> None:
        """Writes a file, piece by piece."""
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        digest, size = hashlib.sha256(), 0
        with path.open("wb") as file:
            for piece in pieces:
                file.write(piece)
                digest.update(piece)
                size += len(piece)
        self.files[name] = FileEntry(sha256=digest.hexdigest(), size=size)


@contextmanager
def opened(place: Path) -> Iterator[Target]:
    """A target that takes its place at the end, as an archive where the name ends in `.zip`. After a fault nothing is
    left. Raises ExportError where the place is taken, or can't be written to."""
    if place.exists() or place.is_symlink():
        raise ExportError(f"{place} is there already; name a place that is free")
    beside = place.with_name(f".{place.name}.unfinished")
    try:
        with _alone(place.with_name(f".{place.name}.lock")):
            shutil.rmtree(beside, ignore_errors=True)
            beside.mkdir(parents=True)
            try:
                yield Target(beside)
                made = _packed(beside) if place.suffix == ".zip" else beside
                os.sync()
                made.rename(place)
            finally:
                shutil.rmtree(beside, ignore_errors=True)
    except OSError as error:
        raise ExportError(f"{error.filename or place} can't be written: {error.strerror}") from error


def _packed(folder: Path) -> Path:
    """The folder's files in an archive within it, in the order of their names."""
    archive = folder / "packed.zip"
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as packed:
        for name in names:
            about = zipfile.ZipInfo(name, _MADE)
            about.create_system, about.external_attr = _UNIX, _FILE_MODE
            about.file_size = (folder / name).stat().st_size
            with (folder / name).open("rb") as source, packed.open(about, "w") as copy:
                shutil.copyfileobj(source, copy, 1 << 20)
            (folder / name).unlink()
    return archive


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Nobody else writes to the same place meanwhile. Raises ExportError."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
        lock.unlink()
    except BlockingIOError as error:
        raise ExportError(f"another export is writing to {lock.parent}; wait until it is done") from error
    finally:
        os.close(descriptor)
