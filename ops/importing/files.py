"""Files to import: opened and read."""

from pathlib import Path

from api.http.spreadsheets import csv_of, is_spreadsheet
from domain.importing.encodings import UTF_8, text_in
from domain.importing.errors import ListUnreadableError
from domain.importing.match_lists.club_list import Revision, read_revisions

LARGEST_FILE = 20_000_000
"""Of a tournament report file, in bytes: 9,999 players of 200 rounds."""


def text_of(path: Path, encoding: str | None = None, kept: str | None = None) -> tuple[str, str]:
    """The text of a list, a spreadsheet's own file as its CSV, and in which encoding it was read: that one, else the
    one that its bytes tell, else the one that is `kept` with the list, else a guessed one. Raises ListUnreadableError
    where this is no such file."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ListUnreadableError(f"{path} can't be read: {error.strerror}") from error
    try:
        return (csv_of(raw), UTF_8) if is_spreadsheet(raw) else text_in(raw, encoding, kept)
    except ListUnreadableError as error:
        raise ListUnreadableError(f"{path}: {error}") from error


def read_revisions_of(path: Path) -> list[Revision]:
    """All revisions of a club's list. Raises likewise."""
    try:
        with path.open(encoding="utf-8") as lines:
            return list(read_revisions(lines))
    except (OSError, UnicodeDecodeError) as error:
        raise ListUnreadableError(f"{path} can't be read: {error}") from error


def report_text_of(path: Path, encoding: str | None = None, kept: str | None = None) -> tuple[str, str]:
    """The text of a tournament report file, and in which encoding it was read. Raises likewise."""
    if path.exists() and path.stat().st_size > LARGEST_FILE:
        raise ListUnreadableError(f"{path} has more than {LARGEST_FILE} bytes, which no report file has")
    return text_of(path, encoding, kept)
