"""Numbers, days and times as a language writes them, in the time zone of what they belong to."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_skeleton, format_time, format_timedelta
from babel.numbers import format_decimal, format_percent
from jinja2 import pass_context
from jinja2.runtime import Context

from api.site.frame.languages import Language

_NEXT_UNIT = 1.5
"""From how many of a longer unit on that is told: 26 hours are hours, two days are days."""
_MOMENT = re.compile(r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,15}(?:Z|[+-][0-9]{2}:[0-9]{2})")
_LOCALES: Mapping[Language, str] = {"en": "en_GB", "da": "da_DK", "nl": "nl_NL"}


def _locale(context: Context) -> Locale:
    return Locale.parse(_LOCALES[context["language"]])


def _moment(context: Context, said: str, zone: str | None = None) -> datetime:
    """The moment in that time zone; None: the page's."""
    return datetime.fromisoformat(said).astimezone(ZoneInfo(zone or context["zone"]))


@pass_context
def day(context: Context, said: str, zone: str | None = None) -> str:
    """A day, or the day of a moment: 5 Nov 2026."""
    on = date.fromisoformat(said) if len(said) == len("2026-11-05") else _moment(context, said, zone).date()
    return format_date(on, "medium", locale=_locale(context))


@pass_context
def until(context: Context, said: str) -> str:
    """Until when something is: the last day of it where it ends with that, 30 Jun 2026, else the moment."""
    ends = _moment(context, said)
    if ends.timetz().replace(tzinfo=None) == time():
        return day(context, (ends.date() - timedelta(days=1)).isoformat())
    return f"{day(context, said)}, {time_of_day(context, said)}"


@pass_context
def time_of_day(context: Context, said: str) -> str:
    """The time of a moment: 19:30."""
    return format_time(_moment(context, said), "short", tzinfo=ZoneInfo(context["zone"]), locale=_locale(context))


@pass_context
def moment(context: Context, said: str) -> str:
    """A moment with its day of the week: Thu 5 Nov 2026, 19:30."""
    locale, zone = _locale(context), ZoneInfo(context["zone"])
    on = format_skeleton("yMMMEd", _moment(context, said), tzinfo=zone, locale=locale)
    return f"{on}, {time_of_day(context, said)}"


@pass_context
def brief(context: Context, said: str) -> str:
    """A moment of these days: 5 Nov, 19:30."""
    on = format_skeleton("MMMd", _moment(context, said), tzinfo=ZoneInfo(context["zone"]), locale=_locale(context))
    return f"{on}, {time_of_day(context, said)}"


@pass_context
def from_now(context: Context, said: str) -> str:
    """The time until a moment, or since: in 3 days."""
    between = datetime.fromisoformat(said) - datetime.fromisoformat(context["now"])
    return format_timedelta(between, add_direction=True, threshold=_NEXT_UNIT, locale=_locale(context))


def written_day(language: Language, told: datetime) -> str:
    """The day of a moment in its own time zone: 5 Nov 2026."""
    return format_date(told, "medium", locale=_LOCALES[language])


def written_moment(language: Language, told: datetime) -> str:
    """A moment in its own time zone, with the zone's name: 5 Nov 2026, 19:30 CET."""
    locale = _LOCALES[language]
    at = format_time(told, "short", tzinfo=told.tzinfo, locale=locale)
    return f"{format_date(told, 'medium', locale=locale)}, {at} {told:%Z}"


@pass_context
def moments(context: Context, said: str) -> str:
    """A text with the moments in it as readers are told them, not as machines write them."""
    return _MOMENT.sub(lambda found: moment(context, found[0]), said)


@pass_context
def number(context: Context, said: str | int | Decimal, places: int | None = None) -> str:
    """A number, with so many decimal places; None: as many as it has."""
    pattern = None if places is None else f"#,##0.{'0' * places}" if places else "#,##0"
    rounds, locale = places is not None, _locale(context)
    return format_decimal(Decimal(said), format=pattern, locale=locale, decimal_quantization=rounds)


@pass_context
def signed(context: Context, said: str | Decimal, places: int = 2) -> str:
    """A change, with its sign: +3.21."""
    change = round(Decimal(said), places)
    return ("+" if change > 0 else "−" if change < 0 else "±") + number(context, abs(change), places)


@pass_context
def percent(context: Context, said: str | Decimal) -> str:
    """A share of one: 62%."""
    return format_percent(Decimal(said), locale=_locale(context))


def clock(seconds: int) -> str:
    """The time as a clock shows it: 12:05."""
    return f"{seconds // 60}:{seconds % 60:02}"


_SIZES = (20, 24, 30, 40, 60)
"""How long names are, in letters, that are in smaller and smaller ones on a wall."""
_WHOLE_SIZE = 16
_OF_SMALLER = 15
"""How many smaller letters have the room of ten."""


def size(name: str) -> str:
    """The class by which a long name has room on a wall, the longest in two lines; empty for a shorter one."""
    longest = next((one for one in _SIZES if len(name) <= one), _SIZES[-1])
    return f"name-{longest}" if len(name) > _WHOLE_SIZE else ""


def in_lines(name: str, letters: int) -> list[str]:
    """The name in one line of so many letters, or else in two of smaller ones, broken between words if possible."""
    if len(name) <= letters:
        return [name]
    most = letters * _OF_SMALLER // 10
    breaks = [at + 1 for at, one in enumerate(name[:-1]) if one in " -" and at < most]
    middle = min(breaks, key=lambda at: abs(2 * at - len(name)), default=most)
    upper, lower = name[:middle], name[middle:]
    return [upper, lower if len(lower) <= most else f"{lower[: most - 1]}…"]


def first(values: Iterable[Any]) -> Any:  # noqa: ANN401 -- of any list
    """The first of them; None where there is none, in place of a page that fails."""
    return next(iter(values), None)


FILTERS: Mapping[str, Callable[..., Any]] = {
    "day": day,
    "time": time_of_day,
    "until": until,
    "moment": moment,
    "brief": brief,
    "from_now": from_now,
    "moments": moments,
    "number": number,
    "signed": signed,
    "percent": percent,
    "clock": clock,
    "size": size,
    "first": first,
    "in_lines": in_lines,
}
