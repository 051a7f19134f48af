"""Reads an export, anyone who may have made it: a folder, or an archive without compression. Nothing in it can lead to
another place, or fill the memory."""

import hashlib
import os
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from stat import S_IFMT, S_IFREG, S_ISREG
from typing import IO

from domain.evidence.exported.findings import Finding
from domain.evidence.exported.manifest import (
    LARGEST_BYTES,
    NAME,
    FileEntry,
    MalformedManifestError,
    Manifest,
    parse_manifest,
)
from domain.evidence.exported.tree_check import Tell
from ops.errors import UnreadableExportError
from ops.export.plain_file import opened_plain

LONGEST_LINE = 1 << 26
"""In bytes; an event of ten thousand players' keys has some three million."""
LARGEST_SMALL_FILE = 1 << 25
"""Of files that are read whole: a bundle of the largest entries has half of that."""
_PIECE = 1 << 20


class MissingFileError(LookupError):
    """There is no file of this name."""


class Source(ABC):
    """Files by their names. A file that is missing raises `MissingFileError`."""

    @abstractmethod
    def sizes(self) -> Mapping[str, int]:
        """Every file there is, with its length in bytes."""

    @abstractmethod
    def open(self, name: str) -> IO[bytes]:
        """A file, to be read."""

    def content(self, name: str, most: int = LARGEST_SMALL_FILE) -> bytes:
        """A small file. Raises UnreadableExportError where it is longer than `most` bytes."""
        with self.open(name) as file:
            content = file.read(most + 1)
        if len(content) > most:
            raise UnreadableExportError(f"{name} has more than {most} bytes, more than a file of its kind can have")
        return content

    def find(self, name: str) -> bytes | None:
        """The same; None where it is missing."""
        try:
            return self.content(name)
        except MissingFileError:
            return None

    def lines(self, name: str) -> Iterator[bytes]:
        """The lines of a file, without their ends; what is behind the last end is a line as well."""
        with self.open(name) as file:
            while line := file.readline(LONGEST_LINE):
                if len(line) == LONGEST_LINE:
                    raise UnreadableExportError(f"{name} has a line of more than {LONGEST_LINE} bytes")
                yield line.removesuffix(b"\n")

    def event_lines(self, manifest: Manifest) -> Iterator[bytes]:
        """The events, in the order of the log; files that are missing are passed over."""
        for name in manifest.event_files():
            with suppress(MissingFileError):
                yield from self.lines(name)

    def digest(self, name: str) -> FileEntry:
        """The size of a file and its SHA-256, worked out."""
        digest, size = hashlib.sha256(), 0
        with self.open(name) as file:
            while piece := file.read(_PIECE):
                digest.update(piece)
                size += len(piece)
        return FileEntry(sha256=digest.hexdigest(), size=size)


class Folder(Source):
    """An export in a folder."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def sizes(self) -> Mapping[str, int]:
        """Each file's bytes. Raises UnreadableExportError where something is neither a file nor a folder."""
        found, folders = {}, [self._path]
        while folders:
            for path in sorted(folders.pop().iterdir()):
                if path.is_dir() and not path.is_symlink():
                    folders.append(path)
                else:
                    _require_plain_file(path, path.lstat())
                    found[path.relative_to(self._path).as_posix()] = path.lstat().st_size
        return found

    def open(self, name: str) -> IO[bytes]:
        """Raises UnreadableExportError where it lies elsewhere, or is no file: a pipe would keep its reader waiting."""
        path = self._path / name
        try:
            if path.is_dir():
                raise MissingFileError(name)
            opened = opened_plain(path)
        except (FileNotFoundError, NotADirectoryError):
            raise MissingFileError(name) from None
        if path.resolve() != self._path.resolve() / name:
            raise UnreadableExportError(f"{path} is no plain file; an export has no others")
        return opened


def _require_plain_file(path: Path, about: os.stat_result) -> None:
    if not S_ISREG(about.st_mode):
        raise UnreadableExportError(f"{path} is no plain file; an export has no others")


class Archive(Source):
    """An export in an archive."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    def sizes(self) -> Mapping[str, int]:
        """Each file's bytes. Raises UnreadableExportError where one is there twice, compressed or encrypted."""
        found: dict[str, int] = {}
        for about in self._archive.infolist():
            if about.filename.endswith("/"):
                continue
            if about.filename in found:
                raise UnreadableExportError(f"the archive holds {about.filename!r} twice")
            _require_stored(about)
            found[about.filename] = about.file_size
        return found

    def open(self, name: str) -> IO[bytes]:
        """Raises UnreadableExportError where it is compressed or encrypted."""
        try:
            about = self._archive.getinfo(name)
        except KeyError:
            raise MissingFileError(name) from None
        _require_stored(about)
        with _names_read():
            return self._archive.open(about)


def _require_stored(about: zipfile.ZipInfo) -> None:
    """A little that is compressed may be more than the memory holds; and what unpacks to a link, or to more or less
    than is read here, is another file for others."""
    if about.compress_type != zipfile.ZIP_STORED or about.flag_bits & 1 or about.compress_size != about.file_size:
        raise UnreadableExportError(
            f"{about.filename!r} is compressed or encrypted; an export's archive holds its files as they are"
        )
    if S_IFMT(about.external_attr >> 16) not in (0, S_IFREG):
        raise UnreadableExportError(f"{about.filename!r} is no plain file; an export has no others")


class _InPieces(BufferedReader):
    """An archive of which no more is read at once than of the largest file that is read whole: its directory may say
    that it is as large as the disk."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > LARGEST_BYTES + 1:
            raise zipfile.BadZipFile(f"its directory has more than {LARGEST_BYTES} bytes")
        return super().read(size)


@contextmanager
def opened(place: Path) -> Iterator[Source]:
    """The export at this place. Raises UnreadableExportError, also for what is found out later."""
    try:
        if place.is_dir():
            yield Folder(place)
        else:
            with _archive_at(place) as archive:
                yield Archive(archive)
    except zipfile.BadZipFile as error:
        raise UnreadableExportError(f"{place} is neither a folder nor an archive that can be read: {error}") from error
    except MissingFileError as error:
        raise UnreadableExportError(f"{place} has no file {str(error)!r}") from error
    except EOFError as error:
        raise UnreadableExportError(f"{place} was cut short: a file in it ends before its end") from error
    except (OSError, NotImplementedError) as error:
        raise UnreadableExportError(f"{place} can't be read: {error}") from error


@contextmanager
def _archive_at(place: Path) -> Iterator[zipfile.ZipFile]:
    """The archive at this place. Raises BadZipFile and OSError, and UnreadableExportError where it is no file."""
    _require_plain_file(place, place.stat())
    with _InPieces(place.open("rb", buffering=0)) as file:
        with _names_read():
            archive = zipfile.ZipFile(file)
        with archive:
            yield archive


@contextmanager
def _names_read() -> Iterator[None]:
    """Names of an archive are read herein: those in its directory, or the one before a file. Raises BadZipFile."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise zipfile.BadZipFile(f"a name in it is no UTF-8: {error}") from error


def read_manifest(source: Source) -> Manifest:
    """The manifest. Raises UnreadableExportError."""
    try:
        return parse_manifest(source.content(NAME, LARGEST_BYTES))
    except MalformedManifestError as error:
        raise UnreadableExportError(f"{NAME} is no manifest of an export. {error}") from error


def check_files(source: Source, manifest: Manifest, tell: Tell) -> None:
    """Holds every file against the manifest: none is missing, there is no other, and each has its size and digest."""
    sizes = source.sizes()
    for name in sorted(sizes.keys() - manifest.files.keys() - {NAME}):
        tell(Finding("manifest", f"{name[:200]!r} is not named in {NAME}"))
    for name, entry in sorted(manifest.files.items()):
        if name not in sizes:
            tell(Finding("manifest", f"{name} is missing"))
        elif sizes[name] != entry.size:
            tell(Finding("manifest", f"{name} has {sizes[name]} bytes in place of {entry.size}"))
        elif source.digest(name).sha256 != entry.sha256:
            tell(Finding("manifest", f"{name} is not the file of that SHA-256"))
