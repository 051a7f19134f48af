"""Tables as CSV: what goes out is safe for spreadsheets, and comes in again as it was."""

import csv
import io
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.csv_text import MARK, csv_table, safe_text, text_of
from tests.properties import examples

FORMULA = tuple("=+-@\t\r\n\0\uff1d\uff0b\uff0d\uff20")


@given(st.text(st.one_of(st.sampled_from(["'", *FORMULA]), st.characters(exclude_categories=["Cs"]))))
@examples(200)
def test_every_text_comes_back_and_none_is_a_formula(text: str) -> None:
    assert text_of(safe_text(text)) == text
    assert not safe_text(text).startswith(FORMULA)


@given(
    st.lists(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2, max_size=2)),
    st.sampled_from(",;\t"),
)
@examples(100)
def test_a_table_comes_back_whatever_parts_its_cells(rows: list[list[str]], separator: str) -> None:
    content = csv_table(("first", "second"), rows, separator=separator, marked=True).decode()
    found = list(csv.reader(io.StringIO(content.removeprefix(MARK), newline=""), delimiter=separator))
    assert [[text_of(cell) for cell in row] for row in found] == [["first", "second"], *rows]


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("'t Hart", "'t Hart"),
        ("'=x", "''=x"),
        (Decimal("-12.500000"), "-12.500000"),
        (-3, "-3"),
        (None, ""),
        (True, "true"),
        ('a "b"', '"a ""b"""'),
    ],
)
def test_a_cell_is_written_so(cell: str | Decimal | int | None, shown: str) -> None:
    assert csv_table(("x", "y"), [(cell, "z")]).decode() == f"x,y\r\n{shown},z\r\n"
