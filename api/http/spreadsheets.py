"""A spreadsheet's own file as the CSV that it would save, so that lists are taken as they come.

What it unpacks to is bounded before anything of it is read, and so is the text that comes out: many cells may share one
text. A file with entities of its own is not read at all, in whatever encoding it declares them.
"""

import csv
from codecs import lookup
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime, time
from io import BytesIO, StringIO
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile

from openpyxl import Workbook, load_workbook

from domain.importing.errors import ListUnreadableError

SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PACKED = b"PK\x03\x04"
OLDER = b"\xd0\xcf\x11\xe0"
"""How the files of spreadsheets begin: newer ones, which are packed, and older ones."""
MOST_UNPACKED, MOST_FILES = 60_000_000, 500
"""Of a file: bytes, and files in it."""
MOST_ROWS, MOST_COLUMNS, MOST_TEXT, LONGEST_CELL = 60_000, 60, 20_000_000, 32_767
"""Of a sheet, the last two in characters; no spreadsheet holds a longer cell."""


_NAMES_IN_FILES = lookup("cp437")
"""Loaded before a part leaves root's account behind, where its module may lie."""


def is_spreadsheet(raw: bytes) -> bool:
    """Whether these are the bytes of a spreadsheet's own file."""
    return raw.startswith((PACKED, OLDER))


def csv_of(raw: bytes) -> str:
    """The one sheet that holds anything, as CSV; days are written as 2026-03-01. Raises ListUnreadableError."""
    if raw.startswith(OLDER):
        raise ListUnreadableError("this file has an older spreadsheet format; save it as .xlsx or CSV")
    if not raw.startswith(PACKED):
        raise ListUnreadableError("this file is no spreadsheet; save it as .xlsx or CSV")
    try:
        _require_bounded(raw)
        sheets = list(_sheets(raw))
    except ListUnreadableError:
        raise
    except Exception as error:  # the library raises whatever it stumbles over
        raise ListUnreadableError("the spreadsheet can't be read; save it as CSV UTF-8") from error
    if len(sheets) != 1:
        told = "more than one of its sheets has content; keep one" if sheets else "the file is empty"
        raise ListUnreadableError(told)
    return _csv_text(sheets[0])


def sheet_of(text: str) -> bytes:
    """The CSV as a spreadsheet's own file with one sheet."""
    book, file = Workbook(write_only=True), BytesIO()
    sheet = book.create_sheet()
    for row in csv.reader(StringIO(text)):
        sheet.append(row)
    book.save(file)
    return file.getvalue()


def _require_bounded(raw: bytes) -> None:
    with ZipFile(BytesIO(raw)) as packed:
        inside = packed.infolist()
        if len(inside) > MOST_FILES or sum(one.file_size for one in inside) > MOST_UNPACKED:
            raise ListUnreadableError(f"the spreadsheet unpacks to more than {MOST_UNPACKED // 1_000_000} megabytes")
        for one in inside:
            if one.filename.endswith((".xml", ".rels")):
                _require_plain(packed.read(one))


class _ContentReached(Exception):  # noqa: N818 -- it is no error
    """All that may come before the content was read."""


def _require_plain(content: bytes) -> None:
    """Raises BadZipFile where the XML has a document type, which may declare entities; as a parser reads it, since it
    may be in any encoding."""

    def declared(*_: object) -> None:
        raise BadZipFile("no spreadsheet has a document type")

    def reached(*_: object) -> None:
        raise _ContentReached

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler, parser.StartElementHandler = declared, reached
    with suppress(_ContentReached):
        parser.Parse(content, True)


def _sheets(raw: bytes) -> Iterator[list[list[str]]]:
    """The rows of each sheet that is shown and holds anything, from its first row that does."""
    book = load_workbook(BytesIO(raw), read_only=True, data_only=True, keep_links=False)
    for sheet in book.worksheets:
        rows = list(_rows(sheet.iter_rows(values_only=True, max_col=MOST_COLUMNS + 1))) if _is_shown(sheet) else []
        if any(map(any, rows)):
            yield rows


def _is_shown(sheet: object) -> bool:
    return getattr(sheet, "sheet_state", "visible") == "visible"


def _rows(rows: Iterable[Iterable[object]]) -> Iterator[list[str]]:
    """Those from the first that holds anything to the last."""
    told, blank, length = 0, 0, 0
    for cells in rows:
        row = list(map(_text, cells))
        while row and not row[-1]:
            row.pop()
        if not row:
            blank += bool(told)
            continue
        told, length = told + blank + 1, length + sum(map(len, row))
        if told > MOST_ROWS:
            raise ListUnreadableError(f"a sheet has more than {MOST_ROWS} rows; send it in parts")
        if len(row) > MOST_COLUMNS:
            raise ListUnreadableError(f"a sheet has more than {MOST_COLUMNS} columns; keep those of the list")
        if length > MOST_TEXT or max(map(len, row)) > LONGEST_CELL:
            raise ListUnreadableError("a sheet holds more text than a list has; save it as CSV")
        yield from [[]] * blank
        yield row
        blank = 0


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime() | date() | time():
            return value.isoformat()
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return str(value).strip()


def _csv_text(rows: list[list[str]]) -> str:
    """Each row has as many cells as the first, which names the columns, or more."""
    out, width = StringIO(), len(rows[0])
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([*row, *[""] * (width - len(row))] if row else [] for row in rows)
    return out.getvalue()
