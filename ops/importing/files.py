"""Files to import: opened, and read line by line."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from domain.kernel.csv_lines import Columns, CsvUnreadableError, Said, cells_by_line
from ops.errors import ListUnreadableError


class Line(Protocol):
    """A line of a list, by its number; `problem` says what is wrong with it."""

    @property
    def number(self) -> int:
        """Counted from 1 with the header."""

    @property
    def problem(self) -> str | None:
        """None: nothing."""


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
