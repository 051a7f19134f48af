"""Spreadsheets' own files as CSV, and those that are not read at all."""

from datetime import date, datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook

from api.http import spreadsheets
from api.http.spreadsheets import csv_of, is_spreadsheet
from domain.importing.errors import ListUnreadableError


def saved(book: Workbook) -> bytes:
    raw = BytesIO()
    book.save(raw)
    return raw.getvalue()


def sheet(*rows: list[object], name: str = "Matches", book: Workbook | None = None) -> Workbook:
    made = book or Workbook()
    where = made.active if book is None else made.create_sheet(name)
    assert where is not None
    for row in rows:
        where.append(row)
    return made


def test_sheet_is_read_as_it_would_be_saved() -> None:
    made = sheet(
        [],
        ["date", "winner", "loser", "length", None],
        [date(2025, 2, 8), "Åse", 'Bo "B", junior', 5],
        [],
        [datetime.fromisoformat("2025-02-09T19:30"), " Bo ", "Åse", 7.0],
        [None, None],
    )
    raw = saved(made)
    assert is_spreadsheet(raw)
    assert csv_of(raw) == (
        'date,winner,loser,length\n2025-02-08,Åse,"Bo ""B"", junior",5\n\n2025-02-09T19:30:00,Bo,Åse,7\n'
    )


def test_sheets_that_are_empty_or_hidden_are_passed_over() -> None:
    made = sheet(["name"], ["Ada"])
    made.create_sheet("Empty")
    sheet(["secret"], name="Hidden", book=made)["Hidden"].sheet_state = "hidden"
    assert csv_of(saved(made)) == "name\nAda\n"


def packed(**files: bytes) -> bytes:
    raw = BytesIO()
    with ZipFile(raw, "w", ZIP_DEFLATED) as out:
        for name, content in files.items():
            out.writestr(name.replace("__", "/") + ".xml", content)
    return raw.getvalue()


BOMB = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbbbbbb">]><a>&b;</a>'


def with_part(name: str, content: bytes) -> bytes:
    """A spreadsheet of one name, of which that part says something else."""
    raw = BytesIO()
    with ZipFile(BytesIO(saved(sheet(["name"], ["Ada"])))) as before, ZipFile(raw, "w", ZIP_DEFLATED) as out:
        for one in before.infolist():
            out.writestr(one.filename, content if one.filename == name else before.read(one))
    return raw.getvalue()


NAMES = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
ENTITY = '<!DOCTYPE a [<!ENTITY b "haha">]>'


def rows_of(*cells: str, before: str = "", encoding: str = "utf-8") -> bytes:
    """A spreadsheet of one row with these cells; `before` is above it."""
    said = "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in cells)
    text = f'{before}<worksheet xmlns="{NAMES}"><sheetData><row r="1">{said}</row></sheetData></worksheet>'
    head = f'<?xml version="1.0" encoding="{encoding}"?>'
    written = f"{head}{text}".encode(encoding) if encoding == "utf-16" else head.encode() + text.encode(encoding)
    return with_part("xl/worksheets/sheet1.xml", written)


def test_text_of_all_cells_is_bounded_for_many_may_share_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheets, "MOST_TEXT", 100)
    assert csv_of(rows_of("x" * 50, "y" * 50)) == f"{'x' * 50},{'y' * 50}\n"
    with pytest.raises(ListUnreadableError, match="more text than a list has"):
        csv_of(rows_of("x" * 50, "y" * 51))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp037"])
def test_entities_are_found_wherever_and_in_whatever_encoding_they_are_declared(encoding: str) -> None:
    assert csv_of(rows_of("name", "Ada")) == "name,Ada\n"
    with pytest.raises(ListUnreadableError, match="can't be read"):
        csv_of(rows_of("name", "&b;", before=" " * 3000 + ENTITY, encoding=encoding))


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (rows_of(*map(str, range(61))), "more than 60 columns"),
        (rows_of("x" * 32_768), "more text than a list has"),
        (packed(xl__workbook=b" " * (spreadsheets.MOST_UNPACKED + 1)), "unpacks to more than 60 megabytes"),
        (packed(**{f"a{number}": b"" for number in range(spreadsheets.MOST_FILES + 1)}), "unpacks to more than"),
        (packed(xl__workbook=BOMB), "can't be read"),
        (packed(nothing=b"<a/>"), "can't be read"),
        (spreadsheets.PACKED + b"cut off", "can't be read"),
        (spreadsheets.OLDER + b"1997", "older spreadsheet"),
        (saved(Workbook()), "the file is empty"),
        (saved(sheet(["name"], book=sheet(["name"]))), "more than one of its sheets"),
    ],
    ids=["wide", "long cell", "large", "many", "entities", "no workbook", "cut off", "older", "empty", "two sheets"],
)
def test_file_that_is_no_one_list_is_refused(raw: bytes, told: str) -> None:
    with pytest.raises(ListUnreadableError, match=told):
        csv_of(raw)


def test_row_far_below_is_too_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheets, "MOST_ROWS", 3)
    made = sheet(["name"], [], [], ["Ada"])
    with pytest.raises(ListUnreadableError, match="more than 3 rows"):
        csv_of(saved(made))
