"""Tables as CSV (RFC 4180, UTF-8), for spreadsheets and back: what went out is read again as it was.

A spreadsheet takes a cell that begins like a formula for one, wherever it came from. So a text that begins so gets an
apostrophe, which reading takes off again; numbers are left alone.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import TypeAlias

Cell: TypeAlias = str | int | bool | Decimal | None
MARK = "\ufeff"
"""Tells a spreadsheet that the file is UTF-8."""
_FORMULA = re.compile("'*[=+\\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]")
"""How a formula begins, in full width too."""


def csv_table(
    columns: Sequence[str], rows: Iterable[Sequence[Cell]], *, separator: str = ",", marked: bool = False
) -> bytes:
    """The table with a line for its columns. Text stands as text, also where it looks like a formula or a number."""
    written = io.StringIO(MARK if marked else "", newline="")
    written.seek(0, io.SEEK_END)
    writer = csv.writer(written, delimiter=separator, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_cell_text(cell) for cell in row] for row in rows)
    return written.getvalue().encode()


def safe_text(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def text_of(cell: str) -> str:
    """The text that `safe_text` made the cell of."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _cell_text(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case str():
            return safe_text(cell)
        case _:
            return f"{cell:f}" if isinstance(cell, Decimal) else str(cell)
