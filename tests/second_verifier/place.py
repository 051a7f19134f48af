"""An export's files, in a folder or in an archive without compression."""

import stat
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tests.second_verifier.findings import UnreadableError

_SPOILT = (zipfile.BadZipFile, EOFError, NotImplementedError)
"""What the library raises of an archive that it can't read."""


@dataclass(frozen=True)
class Place:
    """The files by their names: how large each is, and how to read it."""

    sizes: dict[str, int]
    open: Callable[[str], IO[bytes]]

    def __contains__(self, name: str) -> bool:
        return name in self.sizes

    def read(self, name: str) -> bytes:
        """All of a file."""
        try:
            with self.open(name) as file:
                return file.read()
        except _SPOILT as wrong:
            raise UnreadableError(str(wrong)) from wrong

    def longest_line(self, name: str, limit: int) -> int:
        """The length of its longest line; no more than the limit of any is read."""
        try:
            with self.open(name) as file:
                longest, line = 0, file.readline(limit)
                while line and longest < limit:
                    longest, line = max(longest, len(line)), file.readline(limit)
                return longest
        except _SPOILT as wrong:
            raise UnreadableError(str(wrong)) from wrong

    def lines(self, name: str) -> list[bytes]:
        """The lines of a file, none where it is not there."""
        text = self.read(name) if name in self else b""
        return text.removesuffix(b"\n").split(b"\n") if text else []


def opened(path: Path) -> Place:
    """The export at that place. Raises UnreadableError where there is none."""
    if path.is_dir():
        return _folder(path)
    try:
        return _archive(zipfile.ZipFile(path))
    except (OSError, *_SPOILT) as wrong:
        raise UnreadableError(str(wrong)) from wrong


def _folder(path: Path) -> Place:
    sizes = {one.relative_to(path).as_posix(): one.stat().st_size for one in _plain(path)}
    return Place(sizes, lambda name: (path / name).open("rb"))


def _plain(path: Path) -> Iterator[Path]:
    folders = [path]
    while folders:
        for one in sorted(folders.pop().iterdir()):
            if one.is_symlink() or not (one.is_file() or one.is_dir()):
                raise UnreadableError(f"{one} is no plain file")
            if one.is_dir():
                folders.append(one)
            else:
                yield one


def _archive(archive: zipfile.ZipFile) -> Place:
    held = [one for one in archive.infolist() if not one.filename.endswith("/")]
    for one in held:
        _check(one)
    sizes = {one.filename: one.file_size for one in held}
    if len(sizes) < len(held):
        raise UnreadableError("the archive holds a name twice")
    return Place(sizes, archive.open)


def _check(one: zipfile.ZipInfo) -> None:
    kind = stat.S_IFMT(one.external_attr >> 16)
    if one.compress_type != zipfile.ZIP_STORED or one.flag_bits & 1 or one.file_size != one.compress_size:
        raise UnreadableError(f"{one.filename} is compressed or encrypted")
    if kind not in (0, stat.S_IFREG):
        raise UnreadableError(f"{one.filename} is no plain file")
