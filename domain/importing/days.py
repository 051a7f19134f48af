"""Days as lists write them, in whatever form: read where that is clear, asked about where day and month can't be told
apart, and never guessed."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from domain.lists.reading import DayOrder

_MONTHS = {
    name: number
    for number, names in enumerate(
        [
            "jan january januar januari jän jänner",
            "feb february februar februari",
            "mar march marts maart mrt mär märz",
            "apr april",
            "may maj mei mai",
            "jun june juni",
            "jul july juli",
            "aug august augustus",
            "sep sept september",
            "oct october okt oktober",
            "nov november",
            "dec december dez dezember",
        ],
        1,
    )
    for name in names.split()
}
_SHORT, _LAST_CENTURY = 2, 69
"""Of a year written in short: its digits, and from which one on it is of the last century."""
_TIME = r"(?:[ ,T]+(?P<hour>[0-2]?\d)[:.](?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?)?"
_YEAR_FIRST = re.compile(r"(?P<year>\d{4})[-/. ](?P<month>\d{1,2})[-/. ](?P<day>\d{1,2})" + _TIME)
_TOGETHER = re.compile(r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)")
_SHORT_YEAR = re.compile(r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\. ?(?P<year>\d\d)" + _TIME)
_YEAR_LAST = re.compile(r"(?P<one>\d{1,2})(?P<by>[-/. ])(?P<two>\d{1,2})(?P=by)(?P<year>\d{4})" + _TIME)
_DAY_THEN_MONTH = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?(?:\.? +|\.?-)(?P<month>[^\W\d]+)\.?"
_MONTH_THEN_DAY = r"(?P<month_first>[^\W\d]+)\.?[ -]+(?P<day_last>\d{1,2})(?:st|nd|rd|th)?"
_IN_WORDS = re.compile(
    rf"(?:[^\W\d]+\.?,? +)?(?:{_DAY_THEN_MONTH}|{_MONTH_THEN_DAY}),?[ -]+(?P<year>\d{{4}}|\d\d){_TIME}"
)


@dataclass(frozen=True, slots=True)
class ReadDay:
    """A day as it was read; `other` is the day that it may be, too, where day and month can't be told apart."""

    at: datetime
    order: DayOrder | None = None
    other: datetime | None = None


def read_day(text: str, order: DayOrder | None = None) -> ReadDay | None:
    """The day, at its time of day where one is written, in UTC; None where it is none. A year has two
    digits only after dots or the name of a month, where it can't be the day."""
    text = " ".join(text.split())
    for form in (_YEAR_FIRST, _TOGETHER, _SHORT_YEAR):
        if found := form.fullmatch(text):
            return _day_of(found, found["year"], found["month"], found["day"])
    if found := _YEAR_LAST.fullmatch(text):
        return _in_numbers(found, order)
    found = _IN_WORDS.fullmatch(text)
    if found is None:
        return None
    month = _MONTHS.get((found["month"] or found["month_first"]).casefold())
    return None if month is None else _day_of(found, found["year"], month, found["day"] or found["day_last"])


def order_told(texts: Iterable[str]) -> DayOrder | None:
    """Which number is the day, where some of the texts tell it and no other one says otherwise."""
    told = {found.order for text in texts if (found := read_day(text)) and found.order}
    return told.pop() if len(told) == 1 else None


def order_said(texts: Iterable[str], before: Collection[date]) -> DayOrder | None:
    """Which number is the day, where the same list was imported before: the order by which more of the texts are days
    that it said then."""
    every, days = list(texts), set(before)
    first, other = _days_of(every, days, "day-first"), _days_of(every, days, "month-first")
    if first == other:
        return None
    return "day-first" if first > other else "month-first"


def _days_of(texts: Iterable[str], days: Collection[date], order: DayOrder) -> int:
    found = (read_day(text, order) for text in texts)
    return sum(one is not None and one.at.date() in days for one in found)


def _in_numbers(found: re.Match[str], order: DayOrder | None) -> ReadDay | None:
    """With the year last; parted by dots the day comes first everywhere."""
    day_first = _day_of(found, found["year"], found["two"], found["one"], "day-first")
    month_first = _day_of(found, found["year"], found["one"], found["two"], "month-first")
    if found["by"] == "." or order == "day-first":
        return day_first and ReadDay(day_first.at)
    if order == "month-first":
        return month_first and ReadDay(month_first.at)
    if day_first is None or month_first is None:
        return day_first or month_first
    if day_first.at == month_first.at:
        return ReadDay(day_first.at)
    return ReadDay(day_first.at, None, month_first.at)


def _day_of(
    found: re.Match[str], year: str, month: str | int, day: str, order: DayOrder | None = None
) -> ReadDay | None:
    parts = found.groupdict()
    hour, minute, second = (int(parts.get(name) or 0) for name in ("hour", "minute", "second"))
    try:
        return ReadDay(datetime(_year(year), int(month), int(day), hour, minute, second, tzinfo=UTC), order)
    except ValueError:
        return None


def _year(written: str) -> int:
    """The year; one of two digits is from 1969 to 2068, as POSIX has it."""
    year = int(written)
    if len(written) > _SHORT:
        return year
    return year + (1900 if year >= _LAST_CENTURY else 2000)
