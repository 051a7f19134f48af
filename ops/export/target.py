"""Where an export is written: a folder, or an archive without compression. It is made beside its place and takes it
when it is whole, so that nothing half done is ever there."""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ops.errors import ExportError
from projections.exports.archive import Files, archive_bytes

Fill = Callable[[Files], None]
"""Writes all the files."""


@contextmanager
def opened(place: Path) -> Iterator[Fill]:
    """The writer that fills the place, which holds all in the end: an archive where the name ends in `.zip`, else a
    folder. After a fault nothing is left. Raises ExportError where the place is taken, or can't be written to."""
    if place.exists() or place.is_symlink():
        raise ExportError(f"{place} is there already; name a place that is free")
    beside = place.with_name(f".{place.name}.unfinished")
    made = beside / "packed.zip" if place.suffix == ".zip" else beside
    try:
        with _alone(place.with_name(f".{place.name}.lock")):
            shutil.rmtree(beside, ignore_errors=True)
            beside.mkdir(parents=True)
            try:
                yield lambda files: _write(made, archive_bytes(files)) if made != beside else _fill(made, files)
                os.sync()
                made.rename(place)
            finally:
                shutil.rmtree(beside, ignore_errors=True)
    except OSError as error:
        raise ExportError(f"{error.filename or place} can't be written: {error.strerror}") from error


def _fill(folder: Path, files: Files) -> None:
    for name, pieces in files:
        _write(folder / name, pieces)


def _write(path: Path, pieces: Iterable[bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.writelines(pieces)


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
