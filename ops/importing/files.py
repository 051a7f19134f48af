"""Files to import: opened and read."""

from pathlib import Path

from domain.importing.errors import ListUnreadableError
from domain.importing.match_lists.club_list import Revision, read_revisions
from domain.trf.reading import decoded

LARGEST_FILE = 20_000_000
"""Of a tournament report file, in bytes: 9,999 players of 200 rounds."""


def text_of(path: Path) -> str:
    """The text of a list. Raises ListUnreadableError where this is no such file."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ListUnreadableError(f"{path} is not UTF-8; save it as CSV in UTF-8") from error
    except OSError as error:
        raise ListUnreadableError(f"{path} can't be read: {error}") from error


def read_revisions_of(path: Path) -> list[Revision]:
    """All revisions of a club's list. Raises likewise."""
    try:
        with path.open(encoding="utf-8") as lines:
            return list(read_revisions(lines))
    except (OSError, UnicodeDecodeError) as error:
        raise ListUnreadableError(f"{path} can't be read: {error}") from error


def report_text_of(path: Path) -> str:
    """The text of a tournament report file. Raises likewise."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ListUnreadableError(f"{path} has more than {LARGEST_FILE} bytes, which no report file has")
        return decoded(path.read_bytes())
    except OSError as error:
        raise ListUnreadableError(f"{path} can't be read: {error}") from error
