"""Days and years as people count them, in a time zone by its name. Decisions ask here and record the answer, as an
instant; nothing that is worked out from the history does, so that a newer time zone database changes nothing in it."""

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones


@cache
def time_zones() -> frozenset[str]:
    """The names there are. Looked up once: that reads hundreds of files, while all other commands wait."""
    return frozenset(available_timezones())


def days_later(moment: datetime, days: int, time_zone: str) -> datetime:
    """So many days after an aware moment, at the same time of day there, also across a change of clocks; in UTC."""
    return (moment.astimezone(ZoneInfo(time_zone)) + timedelta(days=days)).astimezone(UTC)


def year_of(moment: datetime, time_zone: str) -> int:
    """The year that an aware moment is in there."""
    return moment.astimezone(ZoneInfo(time_zone)).year
