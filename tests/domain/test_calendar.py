"""Days and windows by the clocks of a time zone, as they are recorded (SWI-3, TD-4, TD-11)."""

from datetime import UTC, date, datetime

import pytest
from pydantic import TypeAdapter, ValidationError

from domain.kernel.calendar import Calendar, window_closes
from domain.kernel.values import Given, GivenClosing, GivenOpening

CLOSING: TypeAdapter[datetime] = TypeAdapter(GivenClosing)
OPENING: TypeAdapter[datetime] = TypeAdapter(GivenOpening)


def utc(said: str) -> datetime:
    return datetime.fromisoformat(said).replace(tzinfo=UTC)


@pytest.mark.rule("TD-4")
@pytest.mark.parametrize(
    ("zone", "day", "begins", "ends"),
    [
        ("Europe/Vienna", date(2027, 3, 28), "2027-03-27T23:00", "2027-03-28T22:00"),
        ("Europe/Vienna", date(2027, 10, 31), "2027-10-30T22:00", "2027-10-31T23:00"),
        ("Asia/Beirut", date(2024, 3, 31), "2024-03-30T22:00", "2024-03-31T21:00"),  # there is no midnight
        ("Atlantic/Azores", date(2023, 10, 29), "2023-10-29T00:00", "2023-10-30T01:00"),  # midnight comes twice
    ],
)
def test_a_day_is_all_that_its_clocks_show_of_it(zone: str, day: date, begins: str, ends: str) -> None:
    days = Calendar(zone)
    assert (days.begins(day), days.ends(day)) == (utc(begins), utc(ends))
    assert OPENING.validate_json(f'"{day}"', strict=True, context=Given(days)) == utc(begins)
    assert CLOSING.validate_json(f'"{day}"', strict=True, context=Given(days)) == utc(ends)


@pytest.mark.rule("ALL-1")
def test_schedule_read_without_a_calendar_holds_moments_only() -> None:
    for said in (OPENING, CLOSING):
        assert said.validate_json('"2027-03-28T22:00:00Z"', strict=True) == utc("2027-03-28T22:00")
        with pytest.raises(ValidationError):
            said.validate_json('"2027-03-28"', strict=True)


@pytest.mark.rule("TD-11", "TD-14")
@pytest.mark.parametrize(
    ("minutes", "closes"),
    [
        (60, "2027-03-28T00:30"),
        (24 * 60, "2027-03-28T22:30"),
        (24 * 60 + 45, "2027-03-28T23:15"),
        (7 * 24 * 60, "2027-04-03T22:30"),
    ],
)
def test_the_whole_days_of_a_window_end_at_the_same_time_of_day(minutes: int, closes: str) -> None:
    assert window_closes(utc("2027-03-27T23:30"), minutes, "Europe/Vienna") == utc(closes)
