"""Days and years as people count them, in a time zone by its name. Decisions ask here and record the answer, as an
instant; nothing that is worked out from the history does, so that a newer time zone database changes nothing in it."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from domain.kernel.values import TimeOfDay

_DAY_MINUTES = 24 * 60


@cache
def time_zones() -> frozenset[str]:
    """The names there are. Looked up once: that reads hundreds of files, while all other commands wait."""
    return frozenset(available_timezones())


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days of a time zone, one of `time_zones()`."""

    time_zone: str

    def begins(self, day: date) -> datetime:
        """The first moment of the day there; in UTC."""
        return datetime.combine(day, time(), ZoneInfo(self.time_zone)).astimezone(UTC)

    def ends(self, day: date) -> datetime:
        """The first moment after the day there; in UTC."""
        return self.begins(day + timedelta(days=1))


def days_later(moment: datetime, days: int, time_zone: str) -> datetime:
    """So many days after an aware moment, at the same time of day there, also across a change of clocks; in UTC."""
    return (moment.astimezone(ZoneInfo(time_zone)) + timedelta(days=days)).astimezone(UTC)


def window_closes(opened_at: datetime, minutes: int, time_zone: str) -> datetime:
    """When a window that opened at an aware moment closes: its whole days end as in `days_later`; in UTC."""
    days, rest = divmod(minutes, _DAY_MINUTES)
    return days_later(opened_at, days, time_zone) + timedelta(minutes=rest)


def at_time(moment: datetime, time_of_day: TimeOfDay, time_zone: str) -> datetime:
    """That time on the day that an aware moment falls on there; in UTC."""
    hour, minute = map(int, time_of_day.split(":"))
    there = moment.astimezone(ZoneInfo(time_zone)).replace(hour=hour, minute=minute, second=0, microsecond=0)
    return there.astimezone(UTC)


def year_of(moment: datetime, time_zone: str) -> int:
    """The year that an aware moment is in there."""
    return moment.astimezone(ZoneInfo(time_zone)).year
