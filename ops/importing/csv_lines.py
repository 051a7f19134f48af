"""CSV files to import: a header that names their columns, and the cells of each line as text."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from domain.kernel.csv_text import text_of
from ops.errors import ListUnreadableError

Said = Mapping[str, str]
"""The cells of a line by their columns, without what surrounds them."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns a list has: of each group in `needed` one at least; all others that may be there are `known`."""

    needed: tuple[tuple[str, ...], ...]
    known: tuple[str, ...]

    def require(self, header: Sequence[str]) -> Sequence[str]:
        """The columns that the header names. Raises ListUnreadableError where one is missing, unknown or there
        twice."""
        columns = [name.strip().lower() for name in header]
        missing = [group[0] for group in self.needed if not set(group) & set(columns)]
        if missing:
            raise ListUnreadableError(f"the column {missing[0]} is missing; there are {', '.join(columns) or 'none'}")
        unknown = [
            name for name in columns if name not in (*self.known, *(one for group in self.needed for one in group))
        ]
        if unknown or len(set(columns)) < len(columns):
            said = f"{unknown[0]!r} is unknown" if unknown else "one stands there twice"
            raise ListUnreadableError(f"of the columns {said}; --help names them")
        return columns


def read_csv(path: Path, columns: Columns) -> Iterator[tuple[int, Said | str]]:
    """Each line that holds anything, by its number, the header being the first: its cells, or what is wrong with it.
    Cells are parted as the header's are, by commas, semicolons or tabs. Raises ListUnreadableError where this is no
    such file."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            header = file.readline()
            separator = max(",;\t", key=header.count)
            named = columns.require(next(csv.reader([header], delimiter=separator), []))
            reader = csv.reader(file, delimiter=separator, strict=True)
            for cells in filter(None, reader):
                yield reader.line_num + 1, _said(named, cells)
    except UnicodeDecodeError as error:
        raise ListUnreadableError(f"{path} is not UTF-8; save it as CSV in UTF-8") from error
    except (OSError, csv.Error) as error:
        raise ListUnreadableError(f"{path} can't be read as CSV: {error}") from error


def _said(columns: Sequence[str], cells: Sequence[str]) -> Said | str:
    if len(cells) != len(columns):
        return f"it has {len(cells)} cells, and the header {len(columns)}"
    return {name: text_of(cell).strip() for name, cell in zip(columns, cells, strict=True)}


def valid(kind: type[BaseModel] | TypeAdapter[Any], said: object, name: str = "", context: object = None) -> Any:  # noqa: ANN401 -- of that kind
    """What is said, as a value of that kind. Raises ValueError, which names the column."""
    try:
        if isinstance(kind, TypeAdapter):
            return kind.validate_python(said, context=context)
        return kind.model_validate(said)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or name
        raise ValueError(f"{where}: {first['msg'].removeprefix('Value error, ')}") from error
