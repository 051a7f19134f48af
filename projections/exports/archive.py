"""An export as one archive without compression, made piece by piece: only what was not taken yet is kept."""

import zipfile
from collections.abc import Iterable, Iterator

Files = Iterable[tuple[str, Iterable[bytes]]]
"""Files by their names, each to be taken whole before the next one."""

PIECE_BYTES = 1 << 18
"""How much is given at once, at least."""
_MADE = (1980, 1, 1, 0, 0, 0)
"""What the archive says of each file's age: the earliest it can, so that the same export has the same bytes."""
_FILE_MODE = 0o100644 << 16
_UNIX = 3


class _Written:
    """Bytes written and not taken yet; nobody can go back in them."""

    def __init__(self) -> None:
        self.content = bytearray()

    def write(self, piece: bytes) -> int:
        self.content += piece
        return len(piece)

    def flush(self) -> None:
        """Nothing waits elsewhere."""

    def take(self) -> bytes:
        content, self.content = bytes(self.content), bytearray()
        return content


def archive_bytes(files: Files) -> Iterator[bytes]:
    """The bytes of the archive, in the order of its files."""
    written = _Written()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as packed:  # type: ignore[call-overload]  # it only writes
        for name, pieces in files:
            with packed.open(_about(name), "w", force_zip64=True) as copy:
                for piece in pieces:
                    copy.write(piece)
                    if len(written.content) >= PIECE_BYTES:
                        yield written.take()
    yield written.take()


def _about(name: str) -> zipfile.ZipInfo:
    about = zipfile.ZipInfo(name, _MADE)
    about.create_system, about.external_attr = _UNIX, _FILE_MODE
    return about
