"""A club's match list as it was published, revision after revision: JSON Lines, each saying what changed.

A line holds `revision`, `at` (when it was published), `keep` (how many rows of the revision before stand) and
`append` (the rows that follow them: date, winner, loser, match length); some hold `ratings`, the club's own: by
player the rating to the whole number, the change in the last match to one decimal, and the experience.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, NamedTuple

from pydantic import AwareDatetime, BeforeValidator, Field, StrictInt, TypeAdapter, ValidationError

from domain.importing.errors import ListUnreadableError
from domain.kernel.values import GivenName, Instant, Value


class Row(NamedTuple):
    """One match of the list. The list knows days only: `played_at` is the beginning of that day, in UTC.

    `length` is as it was written, also where no match can be played to it. `score` are the points of winner and loser,
    where the list keeps them.
    """

    played_at: datetime
    winner: str
    loser: str
    length: int
    score: tuple[int, int] | None = None


class Figures(NamedTuple):
    """The figures of a player in a list: rating to the whole number, last change to one decimal, experience."""

    rating: int
    change: Decimal
    experience: int


UNNUMBERED = -1
"""The number of a list that is no club's history: it says nothing of what is in it."""


class Revision(NamedTuple):
    """The whole list as it was published once. `ratings` is None where the revision came without."""

    number: int
    published_at: datetime
    rows: tuple[Row, ...]
    ratings: dict[str, Figures] | None


def _day(written: object) -> object:
    """Days are compared as days, however they are spelled: 2025-2-8 is 2025-02-08."""
    if not isinstance(written, str):
        raise ValueError("write a day as text, such as 2025-2-8")
    year, month, day = written.split("-")
    return datetime(int(year), int(month), int(day), tzinfo=UTC)


_WrittenRow = tuple[Annotated[Instant, BeforeValidator(_day)], GivenName, GivenName, StrictInt]
_WrittenFigures = tuple[int, Annotated[Decimal, Field(decimal_places=1)], int]


class _Line(Value):
    revision: int
    at: AwareDatetime
    keep: Annotated[int, Field(ge=0)]
    append: tuple[_WrittenRow, ...]
    ratings: dict[GivenName, _WrittenFigures] | None = None


_LINE: TypeAdapter[_Line] = TypeAdapter(_Line)


def read_revisions(lines: Iterable[str]) -> Iterator[Revision]:
    """The revisions in order, each with its whole list. Raises ListUnreadableError, naming the line."""
    rows: tuple[Row, ...] = ()
    for number, text in enumerate(lines, 1):
        line = _parse_line(text, number)
        if line.keep > len(rows):
            raise ListUnreadableError(f"line {number} keeps {line.keep} rows, but there are {len(rows)} before it")
        rows = (*rows[: line.keep], *(Row(*row) for row in line.append))
        yield Revision(line.revision, line.at, rows, _figures(line.ratings))


def _figures(written: dict[str, _WrittenFigures] | None) -> dict[str, Figures] | None:
    return None if written is None else {player: Figures(*figures) for player, figures in written.items()}


def _parse_line(text: str, number: int) -> _Line:
    try:
        return _LINE.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise ListUnreadableError(f"line {number} is no revision: {place or 'the line'}: {first['msg']}") from error


def in_order_played(rows: Iterable[Row]) -> list[Row]:
    """The list as it is rated: day after day and within a day as it is (ELO-6)."""
    return sorted(rows, key=lambda row: row.played_at)
