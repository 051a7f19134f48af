"""Values that events, commands and read models share. All are frozen; numbers are exact."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated, Literal, Protocol, Self, get_args

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StringConstraints,
    ValidationInfo,
    WithJsonSchema,
)

LARGEST_INTEGER = 2**53 - 1
_FIRST_YEAR, _LAST_YEAR = 1900, 2199
_SPELT_OUT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)", re.ASCII)
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_MOMENT_OR_DAY = WithJsonSchema(
    {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "string", "format": "date"}]}, mode="validation"
)
_REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that make text read otherwise than it is written."""

_NOT_IN_A_LINE = frozenset({"Cc", "Zl", "Zp"})
"""Kinds of characters that no text of one line holds: control characters, ends of lines and of paragraphs."""

_INVISIBLE = frozenset({"Cf", "Zs", "Zl", "Zp"})


class Value(BaseModel):
    """A frozen value that refuses fields it does not know."""

    # How a value is checked is worked out with the first of its kind: a process starts in three quarters of the time,
    # and most processes come to few kinds.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    @classmethod
    def from_attributes(cls, source: object, **given: object) -> Self:
        """A value whose fields are as given, and else the attributes of that name of `source`; what lies within them is
        read likewise. Raises AttributeError where there is none, whether or not the field has a default."""
        found = {name: getattr(source, name) for name in cls.model_fields if name not in given}
        return cls.model_validate(found | given, from_attributes=True)


def _instant(moment: datetime) -> datetime:
    """The moment in UTC; the years at either end of the calendar are left alone, for they can't be converted."""
    return in_calendar(moment.astimezone(UTC) if 1 < moment.year < 9999 else moment)


def in_calendar(utc: datetime) -> datetime:
    """The moment itself. Raises ValueError where it lies in no year that a tournament is played in."""
    if not _FIRST_YEAR <= utc.year <= _LAST_YEAR:
        raise ValueError(f"must lie in the years {_FIRST_YEAR} to {_LAST_YEAR}")
    return utc


def _spelt_out(said: object) -> object:
    """Refuses what else is taken for a moment: seconds since 1970 as text, a space for the T. The text is read here,
    for what a validator of ours hands on as text is no moment where reading is strict."""
    if not isinstance(said, str):
        return said
    if not _SPELT_OUT.fullmatch(said):
        raise ValueError("must be a date and a time with its offset, such as 2026-03-01T19:30:00+01:00")
    return datetime.fromisoformat(said)


class DayBounds(Protocol):
    """Knows when days begin and end."""

    def begins(self, day: date) -> datetime: ...
    def ends(self, day: date) -> datetime: ...


@dataclass(frozen=True, slots=True)
class Given:
    """The context in which what somebody sends is read: a name is one line, and a day is one of these `days`."""

    days: DayBounds | None = None


def _opening(said: object, info: ValidationInfo) -> object:
    day, days = _day(said), _days(info)
    return _spelt_out(said) if day is None or days is None else days.begins(day)


def _closing(said: object, info: ValidationInfo) -> object:
    day, days = _day(said), _days(info)
    return _spelt_out(said) if day is None or days is None else days.ends(day)


def _days(info: ValidationInfo) -> DayBounds | None:
    return info.context.days if isinstance(info.context, Given) else None


def _day(said: object) -> date | None:
    """The day that is said, if it is one, where moments in it lie within the calendar."""
    if not isinstance(said, str) or not _DAY.fullmatch(said):
        return None
    day = date.fromisoformat(said)
    if not _FIRST_YEAR < day.year < _LAST_YEAR:
        raise ValueError(f"must lie in the years {_FIRST_YEAR + 1} to {_LAST_YEAR - 1}")
    return day


def _printable(text: str) -> str:
    kinds = {unicodedata.category(c) for c in text if c not in "\n\t"}
    if "Cc" in kinds or not _REORDERING.isdisjoint(text):
        raise ValueError("must hold no control characters but line feed and tab")
    if kinds <= _INVISIBLE:
        raise ValueError("must not be blank")
    return text


def _one_line(text: str) -> str:
    if not (_NOT_IN_A_LINE.isdisjoint(map(unicodedata.category, text)) and _REORDERING.isdisjoint(text)):
        raise ValueError("must be one line without control characters")
    return text


def _one_line_if_given(text: str, info: ValidationInfo) -> str:
    return _one_line(text) if isinstance(info.context, Given) else text


def _place(place: Decimal) -> Decimal:
    return Decimal(format(place.normalize(), "f"))


Instant = Annotated[AwareDatetime, AfterValidator(_instant)]
"""A moment in UTC, to the microsecond."""

GivenInstant = Annotated[Instant, BeforeValidator(_spelt_out)]
"""A moment as somebody gives it: ISO 8601 with date, time and offset, and nothing else."""

GivenOpening = Annotated[Instant, BeforeValidator(_opening), _MOMENT_OR_DAY]
"""From when something is, or when it was, as somebody gives it: a moment, or a day in ISO 8601, which is its first
moment. A day is read only as `Given`, with the `DayBounds` it is meant in; what is recorded is the moment."""

GivenClosing = Annotated[Instant, BeforeValidator(_closing), _MOMENT_OR_DAY]
"""Until when something is: a moment, or a day, which is included."""

Day = Annotated[date, BeforeValidator(lambda said: said if isinstance(said, date) else _day(said))]
"""A day in ISO 8601, whatever the time zone."""

Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""A SHA-256, in hexadecimal digits."""

Name = Annotated[
    str, Field(min_length=1, max_length=200), AfterValidator(_printable), AfterValidator(_one_line_if_given)
]
"""A name. What is `Given` is one line; older records hold names of several lines, which are read as they are."""

GivenName = Annotated[Name, AfterValidator(_one_line)]
"""A name as somebody gives it: one line."""

Label = Annotated[str, Field(max_length=200), AfterValidator(_one_line)]
"""A note of one line, which may be empty."""

Reason = Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(_printable)]

Place = Annotated[
    Decimal,
    Field(ge=0, le=LARGEST_INTEGER, max_digits=28, decimal_places=12, allow_inf_nan=False),
    AfterValidator(_place),
    PlainSerializer(str, return_type=str),
]
"""A match's place among those played at the same moment (ELO-6): unless corrected it counts the reports of its
tournament. 17.5 is between 17 and 18."""

Minutes = Annotated[int, Field(strict=True, ge=0, le=10 * 366 * 24 * 60)]
Days = Annotated[int, Field(strict=True, ge=1, le=366)]
TimeOfDay = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
"""Hours and minutes there, such as 15:00."""


class RoundHours(Value):
    """At what time of day rounds open and close, in the tournament's time zone."""

    opens: TimeOfDay
    closes: TimeOfDay


Length = Annotated[int, Field(strict=True, ge=1, le=999, description="In points (GAM-4).")]
"""Points a match is played to (GAM-4)."""

LARGEST_POINTS = 100_000
Points = Annotated[int, Field(strict=True, ge=0, le=LARGEST_POINTS)]
Side = Literal["first", "second"]
Colour = Literal["red", "blue"]
"""An entrant's, given by the director at entry; it tells who owns which sets (SWI-2)."""

FirstPool = Literal["normal", "price"]
"""A rating pool that is there from the start (ELO-1)."""

FIRST_POOLS: tuple[FirstPool, ...] = get_args(FirstPool)
"""Both of them."""

Pool = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
"""The key of a rating pool: one of the first, or one that the federation has announced (ELO-1)."""


Number = Annotated[int, Field(strict=True, ge=1, le=LARGEST_INTEGER)]
"""Of what is counted from 1."""
Natural = Annotated[int, Field(strict=True, ge=0, le=LARGEST_INTEGER)]
"""A whole number from 0."""
Count = Annotated[int, Field(strict=True, ge=-LARGEST_INTEGER, le=LARGEST_INTEGER)]


class Why(Value):
    """Why somebody was paired or has the bye: the rule, and the numbers it went by. No rule: paired by hand."""

    rule: str | None = None
    counts: dict[str, Count] = Field(default_factory=dict)


def other(side: Side) -> Side:
    return "second" if side == "first" else "first"
