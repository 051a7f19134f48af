"""CSV read: a header that names the columns, and the cells of each line as text."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from textwrap import shorten
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from domain.kernel.csv_text import text_of
from domain.kernel.replacing import replace
from domain.kernel.values import DayBounds, Given

Said = Mapping[str, str]
"""The cells of a line by their columns, without what surrounds them."""
_SEPARATORS = ",;\t|"
_FOR_SPREADSHEETS = frozenset(f"sep={one}" for one in _SEPARATORS)
"""What some write above the header, to tell a spreadsheet how the cells are parted."""
_MOST_ABOVE = 20
"""Lines above the header: a title, a date, a club."""


SKIPPED = ""
"""What a column is called that says nothing."""
MOST_TOLD = 300
"""Characters of a header that are told of it."""


class CsvUnreadableError(ValueError):
    """A text is no CSV with the columns that are needed; the message says why."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns a list has: of each group in `needed` one at least; all others that may be there are `known`.
    `named` says what columns are that the file calls otherwise; empty: such a one is skipped."""

    needed: tuple[tuple[str, ...], ...]
    known: tuple[str, ...]
    named: Mapping[str, str] = field(default_factory=dict)

    def require(self, header: Sequence[str]) -> Sequence[str]:
        """The columns that the header names, without empty ones at its end, as spreadsheets save them. Raises
        CsvUnreadableError where one is missing, unknown or there twice."""
        every = self._column_names(header)
        read = [name for name in every if name != SKIPPED]
        missing = ["/".join(group) for group in self.needed if not set(group) & set(read)]
        if missing:
            columns = [told.strip() for name, told in zip(every, header, strict=False) if name != SKIPPED]
            there = shorten(", ".join(columns), MOST_TOLD, placeholder=" …") if columns else "none"
            raise CsvUnreadableError(f"the column {missing[0]} is missing; there are {there}")
        unknown = [name for name in read if name not in self.all]
        if unknown or len(set(read)) < len(read):
            wrong = f"the column {unknown[0][:40]!r} is unknown" if unknown else "a column appears twice"
            raise CsvUnreadableError(f"{wrong}; known columns are {', '.join(self.all)}")
        return every

    def are_in(self, header: Sequence[str]) -> bool:
        """Whether the header names the columns that are needed."""
        columns = set(self._column_names(header))
        return all(not columns.isdisjoint(group) for group in self.needed)

    def _column_names(self, header: Sequence[str]) -> list[str]:
        """The names of the header's columns."""
        every = [name.strip().lower() for name in header]
        while len(every) > 1 and not every[-1]:
            every.pop()
        return [self.named.get(name, name) for name in every]

    def with_names(self, named: Mapping[str, str]) -> "Columns":
        """The same in a file that calls some of them otherwise."""
        return replace(self, named={name.strip().lower(): column for name, column in named.items()})

    @property
    def all(self) -> tuple[str, ...]:
        """All that may be there."""
        return *(one for group in self.needed for one in group), *self.known


@dataclass(frozen=True, slots=True)
class Sheet:
    """A text in columns: its `header` as it is written, what each of its `columns` is here, and its `rows` by their
    lines, to be gone through once."""

    header: Sequence[str]
    columns: Sequence[str]
    rows: Iterator[tuple[int, list[str]]]

    @property
    def called(self) -> Mapping[str, str]:
        """The text's own names of the columns."""
        return {name: told for name, told in zip(self.columns, self.header, strict=True) if name != SKIPPED}


def sheet_in(text: Iterable[str], columns: Columns) -> Sheet:
    """The text in its columns. The first line that names them is the header; above it there may be a title. `text` is
    read line by line, with the ends of lines as they are. Cells are parted as the header's are, by commas, semicolons,
    tabs or bars. Raises CsvUnreadableError where it is no such list, also while its rows are gone through."""
    lines = iter(text)
    above = list(islice(lines, _MOST_ABOVE))
    header = _header(above, columns)
    written = _cells(above[header])
    named = columns.require(written)
    separator = max(_SEPARATORS, key=above[header].count)
    rows = _rows(chain(above[header + 1 :], lines), separator, header + 1)
    return Sheet([cell.strip() for cell in written[: len(named)]], named, rows)


def _rows(lines: Iterable[str], separator: str, above: int) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line that holds any, by its number; so many lines are above them."""
    reader = csv.reader(lines, delimiter=separator, strict=True)
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                yield reader.line_num + above, cells
    except csv.Error as error:
        raise CsvUnreadableError(f"it can't be read as CSV: {error}") from error


def cells_by_line(text: Iterable[str], columns: Columns) -> Iterator[tuple[int, Said | str]]:
    """Each line that holds anything, by its number: its cells, or what is wrong with it. Raises CsvUnreadableError
    where it is no such list."""
    sheet = sheet_in(text, columns)
    for number, cells in sheet.rows:
        yield number, _cells_by_column(sheet.columns, cells)


def _header(lines: Sequence[str], columns: Columns) -> int:
    """Which line is the header: the first with the columns that are needed, else the first that holds anything. Raises
    CsvUnreadableError where none does."""
    held = [place for place, line in enumerate(lines) if line.strip() and line.strip() not in _FOR_SPREADSHEETS]
    if not held:
        raise CsvUnreadableError("there is nothing in the list")
    return next((place for place in held if columns.are_in(_cells(lines[place]))), held[0])


def _cells(line: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=max(_SEPARATORS, key=line.count)), [])
    except csv.Error as error:
        raise CsvUnreadableError(f"it can't be read as CSV: {error}") from error


def _cells_by_column(columns: Sequence[str], cells: Sequence[str]) -> Said | str:
    if len(cells) < len(columns) or any(map(str.strip, cells[len(columns) :])):
        return f"it has {len(cells)} cells, and the header {len(columns)}"
    return {name: text_of(cell).strip() for name, cell in zip(columns, cells, strict=False) if name != SKIPPED}


def valid(kind: type[BaseModel] | TypeAdapter[Any], said: object, name: str = "", days: DayBounds | None = None) -> Any:  # noqa: ANN401 -- of that kind
    """The cell's text as a value of that kind. Raises ValueError, which names the column."""
    try:
        if isinstance(kind, TypeAdapter):
            return kind.validate_python(said, context=Given(days))
        return kind.model_validate(said, context=Given(days))
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or name
        why = "it is empty" if first["type"] == "string_too_short" else first["msg"].removeprefix("Value error, ")
        raise ValueError(f"{where}: {why}") from error
