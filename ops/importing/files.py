"""Files to import: opened and read."""

from pathlib import Path

from domain.importing.errors import ListUnreadableError
from domain.importing.match_lists.club_list import Revision, read_revisions

LARGEST_FILE = 20_000_000
"""Of a tournament report file, in bytes: 9,999 players of 200 rounds."""


OLDER = "cp1252"
"""How spreadsheets of Western Europe write text that is no UTF-8."""


def text_of(path: Path, encoding: str | None = None) -> tuple[str, str]:
    """The text of a list, and in which encoding it was read: that one, else UTF-8, else `OLDER`. Raises
    ListUnreadableError where this is no such file."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ListUnreadableError(f"{path} can't be read: {error}") from error
    for one in (encoding,) if encoding else ("utf-8-sig", OLDER):
        try:
            return raw.decode(one), one
        except UnicodeDecodeError:
            continue
        except LookupError as error:
            raise ListUnreadableError(f"there is no encoding {encoding}; name one such as cp1253") from error
    raise ListUnreadableError(f"{path} can't be read as {encoding or 'UTF-8'}; name its encoding with --encoding")


def read_revisions_of(path: Path) -> list[Revision]:
    """All revisions of a club's list. Raises likewise."""
    try:
        with path.open(encoding="utf-8") as lines:
            return list(read_revisions(lines))
    except (OSError, UnicodeDecodeError) as error:
        raise ListUnreadableError(f"{path} can't be read: {error}") from error


def report_text_of(path: Path, encoding: str | None = None) -> tuple[str, str]:
    """The text of a tournament report file, and in which encoding it was read. Raises likewise."""
    if path.exists() and path.stat().st_size > LARGEST_FILE:
        raise ListUnreadableError(f"{path} has more than {LARGEST_FILE} bytes, which no report file has")
    return text_of(path, encoding)
