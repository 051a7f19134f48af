"""Opens files that somebody names."""

import os
from io import BufferedReader
from pathlib import Path
from stat import S_ISREG

from ops.errors import UnreadableExportError


def opened_plain(file: Path) -> BufferedReader:
    """The file, to be read. Raises OSError, and UnreadableExportError where it is no plain file: a pipe would keep its
    reader waiting."""
    opened = os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK), "rb")
    if not S_ISREG(os.fstat(opened.fileno()).st_mode):
        opened.close()
        raise UnreadableExportError(f"{file} is no plain file")
    return opened
