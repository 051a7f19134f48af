"""Files to import: opened, and read line by line."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol, TypeVar

from domain.application import entry_lines, person_lines
from domain.application.entry_lines import EntryLine
from domain.application.person_lines import PersonLine
from domain.importing import match_list, report_file_lines
from domain.importing.club_list import Revision, read_revisions
from domain.importing.errors import ListUnreadableError
from domain.kernel.csv_lines import Columns, CsvUnreadableError, Said, cells_by_line
from domain.kernel.ids import PersonId
from domain.trf.form import Finding, Report
from domain.trf.reading import decoded


class Line(Protocol):
    """A line of a list, by its number; `problem` says what is wrong with it."""

    @property
    def number(self) -> int:
        """Counted from 1 with the header."""

    @property
    def problem(self) -> str | None:
        """None: nothing."""


LARGEST_FILE = 20_000_000
"""Of a tournament report file, in bytes: 9,999 players of 200 rounds."""
Registered = Callable[[PersonId], bool]
"""Whether somebody is registered under that id."""
LineT = TypeVar("LineT", bound=Line)


def read_csv(path: Path, columns: Columns) -> Iterator[tuple[int, Said | str]]:
    """Each line of the file, as `cells_by_line` has it. Raises ListUnreadableError where this is no such file."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield from cells_by_line(file, columns)
    except UnicodeDecodeError as error:
        raise ListUnreadableError(f"{path} is not UTF-8; save it as CSV in UTF-8") from error
    except (OSError, CsvUnreadableError) as error:
        raise ListUnreadableError(f"{path}: {error}") from error


def require_right(lines: Sequence[LineT]) -> Sequence[LineT]:
    """The lines. Raises ListUnreadableError where one is wrong, naming the first of those."""
    wrong = [line for line in lines if line.problem]
    if wrong:
        more = f", and {len(wrong) - 1} lines more are wrong" if len(wrong) > 1 else ""
        raise ListUnreadableError(f"line {wrong[0].number}: {wrong[0].problem}{more}; see all of it with --dry-run")
    return lines


def read_matches(path: Path) -> Iterator[match_list.Line]:
    """What each line of a match list comes to. Raises ListUnreadableError where this is no such file."""
    return match_list.match_lines(read_csv(path, match_list.COLUMNS), datetime.now(UTC))


def read_entries(path: Path, registered: Registered) -> Iterator[EntryLine]:
    """What each line of a list of entries comes to. Raises likewise."""
    return entry_lines.entry_lines(read_csv(path, entry_lines.COLUMNS), registered, path.name)


def read_persons(path: Path, registered: Registered) -> Iterator[PersonLine]:
    """What each line of a list of persons comes to. Raises likewise."""
    return person_lines.person_lines(read_csv(path, person_lines.COLUMNS), registered, path.name)


def read_revisions_of(path: Path) -> list[Revision]:
    """All revisions of a club's list. Raises likewise."""
    try:
        with path.open(encoding="utf-8") as lines:
            return list(read_revisions(lines))
    except (OSError, UnicodeDecodeError) as error:
        raise ListUnreadableError(f"{path} can't be read: {error}") from error


def read_report(path: Path, registered: Registered) -> tuple[Report, tuple[Finding, ...]]:
    """A tournament report file, and what in it is wrong or odd, in its order. Raises likewise."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ListUnreadableError(f"{path} has more than {LARGEST_FILE} bytes, which no report file has")
        text = decoded(path.read_bytes())
    except OSError as error:
        raise ListUnreadableError(f"{path} can't be read: {error}") from error
    return report_file_lines.read_report(text, registered, datetime.now(UTC))
