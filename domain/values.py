"""Values that events, commands and read models share. All are frozen; numbers are exact."""

import unicodedata
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, PlainSerializer

LARGEST_INTEGER = 2**53 - 1
_FIRST_YEAR, _LAST_YEAR = 1900, 2199


class Value(BaseModel):
    """A frozen value that refuses fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def _instant(moment: datetime) -> datetime:
    """The moment in UTC; the years at either end of the calendar are left alone, for they can't be converted."""
    utc = moment.astimezone(UTC) if 1 < moment.year < 9999 else moment
    if not _FIRST_YEAR <= utc.year <= _LAST_YEAR:
        raise ValueError(f"must lie in the years {_FIRST_YEAR} to {_LAST_YEAR}")
    return utc


def _printable(text: str) -> str:
    if any(unicodedata.category(c) == "Cc" and c not in "\n\t" for c in text):
        raise ValueError("must hold no control characters but line feed and tab")
    if not text.strip():
        raise ValueError("must not be blank")
    return text


def _place(place: Decimal) -> Decimal:
    return Decimal(format(place.normalize(), "f"))


Instant = Annotated[AwareDatetime, AfterValidator(_instant)]
"""A moment in UTC, to the microsecond."""

Name = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)]
Reason = Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(_printable)]

Place = Annotated[
    Decimal,
    Field(ge=0, le=LARGEST_INTEGER, max_digits=28, decimal_places=12, allow_inf_nan=False),
    AfterValidator(_place),
    PlainSerializer(str, return_type=str),
]
"""A match's place among those played at the same moment (ELO-6); 17.5 stands between 17 and 18."""

Minutes = Annotated[int, Field(strict=True, ge=0, le=10 * 366 * 24 * 60)]
Length = Annotated[int, Field(strict=True, ge=1, le=999)]
"""Points a match is played to (GAM-4)."""

Points = Annotated[int, Field(strict=True, ge=0, le=100_000)]
Side = Literal["first", "second"]
Pool = Literal["normal", "price"]
"""A rating pool (ELO-1); the two are rated apart."""


Count = Annotated[int, Field(strict=True, ge=-LARGEST_INTEGER, le=LARGEST_INTEGER)]


class Why(Value):
    """Why somebody was paired or has the bye: the rule, and the numbers it went by. No rule: paired by hand."""

    rule: str | None = None
    counts: dict[str, Count] = Field(default_factory=dict)


def other(side: Side) -> Side:
    return "second" if side == "first" else "first"
