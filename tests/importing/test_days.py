"""Days as lists write them: every form that is clear is read, and what is not is never guessed."""

from datetime import date, datetime

import pytest

from domain.importing.days import order_said, order_told, read_day
from domain.importing.report_files.games import day_in
from domain.importing.spelling import is_garbled
from domain.trf.reading import read_trf


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2020/05/29", "2020-05-29"),
        ("2020-5-9", "2020-05-09"),
        ("20200529", "2020-05-29"),
        ("May 29, 2020", "2020-05-29"),
        ("29 maj 2020", "2020-05-29"),
        ("24/09/2010", "2010-09-24"),
        ("01.03.2026", "2026-03-01"),
        ("09/24/2010", "2010-09-24"),
        ("05/05/2010", "2010-05-05"),
    ],
)
def test_clear_day_is_read(text: str, day: str) -> None:
    found = read_day(text)
    assert found is not None
    assert (f"{found.at:%Y-%m-%d}", found.other) == (day, None)


@pytest.mark.parametrize(("text", "year"), [("29.5.68", 2068), ("29.5.69", 1969)])
def test_year_of_two_digits_is_of_the_last_century_from_69_on(text: str, year: int) -> None:
    found = read_day(text)
    assert found is not None
    assert found.at.year == year


def test_day_as_pages_write_it_is_read_with_its_time() -> None:
    found = read_day("Sun, 1 Mar 2026, 15:30")
    assert found is not None
    assert found.at.isoformat() == "2026-03-01T15:30:00+00:00"


def test_day_that_may_be_another_is_no_day_until_the_order_is_said() -> None:
    found = read_day("01-03-2026")
    assert found is not None
    assert (f"{found.at:%m-%d}", f"{found.other:%m-%d}") == ("03-01", "01-03")
    orders = [read_day("01-03-2026", "day-first"), read_day("01-03-2026", "month-first")]
    assert [(f"{one.at:%m-%d}", one.other) for one in orders if one] == [("03-01", None), ("01-03", None)]
    assert day_in("01-03-2026") is None


def test_other_days_of_a_list_tell_the_order_unless_they_contradict() -> None:
    assert order_told(["01/03/2026", "24/03/2026"]) == "day-first"
    assert order_told(["01/03/2026", "03/24/2026"]) == "month-first"
    assert order_told(["24/03/2026", "03/24/2026"]) is None


@pytest.mark.parametrize("text", ["", "soon", "2026-02-30", "31.02.2026", "1 Foo 2026", "13/13/2026", "2026", "1/2/26"])
def test_text_that_is_no_day_is_none(text: str) -> None:
    assert read_day(text) is None


@pytest.mark.parametrize(("text", "day"), [("26/03/07", "2026-03-07"), ("2026/03/07", "2026-03-07"), ("", None)])
def test_days_of_report_files(text: str, day: str | None) -> None:
    found: datetime | None = day_in(text)
    assert (found and f"{found:%Y-%m-%d}") == day


def test_name_read_in_a_wrong_encoding_is_told() -> None:
    greek = "Αλέξης, Μάνθος"
    assert is_garbled(greek.encode("cp1253").decode("cp1252"))
    assert is_garbled("Søren".encode().decode("cp1252"))
    names = ("Søren Müller", "José Álvarez", "Björk", "Noël", greek, "Jørgen Kjær")
    assert not any(map(is_garbled, names))


def test_id_of_zeros_is_none_and_files_of_teams_are_refused() -> None:
    line = f"001 {1:>4} m    {'Ahrens,Ida':<33} {'':>4} {'':<3} {{:>11}} {'':<10} {'2.0':>4} {1:>4}"
    players = [read_trf(line.format(said))[0].players[0].id for said in ("0", "000", "12345", "")]
    assert players == ["", "", "12345", ""]
    _, findings = read_trf("012 Teams\n310 1 A team")
    assert [one.fatal for one in findings] == [True]


def test_days_that_a_list_said_before_tell_the_order() -> None:
    texts = ["01-03-2026", "02-03-2026", "04-03-2026"]
    assert order_said(texts, [date(2026, 3, 1), date(2026, 3, 2)]) == "day-first"
    assert order_said(texts, [date(2026, 1, 3), date(2026, 2, 3)]) == "month-first"
    assert order_said(texts, [date(2025, 3, 1)]) is None
    assert order_said(texts, [date(2026, 3, 1), date(2026, 1, 3)]) is None
