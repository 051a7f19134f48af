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


_MONDAY = datetime(2026, 1, 5, 12, tzinfo=UTC)
_WEEK = 7


@dataclass(frozen=True, slots=True)
class RoundCalendar:
    """Rounds that open and close at hours of a day in a time zone, and last so many days. Rounds of whole weeks begin
    on the weekday of `begun_on`, else on Mondays; others on any day."""

    opens: TimeOfDay
    closes: TimeOfDay
    days: int
    time_zone: str
    begun_on: datetime | None = None

    def times_from(self, begins: datetime) -> tuple[datetime, datetime]:
        """When a round opens and closes that begins at that moment at the earliest: in the time under way, from that
        moment, or in the next one where less than half is left of it."""
        opened = at_time(days_later(begins, -self._days_into(begins), self.time_zone), self.opens, self.time_zone)
        closes_at = self._closing(opened)
        if 2 * (closes_at - begins) < closes_at - opened:
            opened = at_time(days_later(opened, self._unit, self.time_zone), self.opens, self.time_zone)
        return max(begins, opened), self._closing(opened)

    @property
    def _unit(self) -> int:
        return 1 if self.days % _WEEK else _WEEK

    def _days_into(self, begins: datetime) -> int:
        """The number of days since the round's first day."""
        zone = ZoneInfo(self.time_zone)
        first = (self.begun_on or _MONDAY).astimezone(zone).date()
        return (begins.astimezone(zone).date() - first).days % self._unit

    def _closing(self, opened: datetime) -> datetime:
        return at_time(days_later(opened, self.days, self.time_zone), self.closes, self.time_zone)


def year_of(moment: datetime, time_zone: str) -> int:
    """The year that an aware moment is in there."""
    return moment.astimezone(ZoneInfo(time_zone)).year
