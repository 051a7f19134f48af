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


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (packed(xl__workbook=b" " * (spreadsheets.MOST_UNPACKED + 1)), "unpacks to more than 60 megabytes"),
        (packed(**{f"a{number}": b"" for number in range(spreadsheets.MOST_FILES + 1)}), "unpacks to more than"),
        (packed(xl__workbook=BOMB), "can't be read"),
        (packed(nothing=b"<a/>"), "can't be read"),
        (spreadsheets.PACKED + b"cut off", "can't be read"),
        (spreadsheets.OLDER + b"1997", "older spreadsheet"),
        (saved(Workbook()), "the file is empty"),
        (saved(sheet(["name"], book=sheet(["name"]))), "more than one of its sheets"),
    ],
    ids=["large", "many", "entities", "no workbook", "cut off", "older", "empty", "two sheets"],
)
def test_file_that_is_no_one_list_is_refused(raw: bytes, told: str) -> None:
    with pytest.raises(ListUnreadableError, match=told):
        csv_of(raw)


def test_row_far_below_is_too_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheets, "MOST_ROWS", 3)
    made = sheet(["name"], [], [], ["Ada"])
    with pytest.raises(ListUnreadableError, match="more than 3 rows"):
        csv_of(saved(made))
