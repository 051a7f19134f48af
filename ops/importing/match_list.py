"""A match list as CSV, in the columns in which this service gives one out (`matches.csv`), and what each line comes to.

Needed are `winner` and `loser`, each a name or a person's id in the registry, `length`, and `played_at` or `date`: a
day, or a time with its offset. `winner_points` and `loser_points` are the final score, where the list keeps it. By
`status` only announced matches are taken, by `form` only those to points. All other columns of `matches.csv` say
nothing here.
"""

import csv
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from domain.kernel.csv_text import text_of
from domain.kernel.ids import UUID_PATTERN
from domain.kernel.refusal import Refused
from domain.kernel.values import GivenOpening, Length, Name
from domain.scoring.outcome import by_score
from ops.errors import ListUnreadableError
from ops.importing.club_list import Revision, Row

NEEDED = ("winner", "loser", "length")
MOMENTS = ("played_at", "date")
SCORE = ("winner_points", "loser_points")
PASSED_OVER = (
    *("match", "round", "stage", "slot", "first", "second", "first_person", "second_person", "first_name"),
    *("second_name", "form", "status", "ended", "place_in_rating_order"),
)
_NUMBER = re.compile(r"[0-9]{1,6}")
_LENGTH: TypeAdapter[int] = TypeAdapter(Length)
_NAME: TypeAdapter[str] = TypeAdapter(Name)
_MOMENT: TypeAdapter[datetime] = TypeAdapter(GivenOpening)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file, counted from 1 with the header: the match that it is, or why it is none: it is wrong, or left
    out because nothing is to be taken from it."""

    number: int
    row: Row | None
    problem: str | None = None

    @property
    def is_wrong(self) -> bool:
        """Whether it can't be taken, and is not just left out."""
        return self.row is None and self.problem is not None


class _Days:
    """A day is its beginning in UTC, as in a club's list."""

    def begins(self, day: date) -> datetime:
        return datetime(day.year, day.month, day.day, tzinfo=UTC)

    ends = begins


def read_lines(path: Path) -> Iterator[Line]:
    """What each line of the file comes to, one after the other. Raises ListUnreadableError where this is no such
    file."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            header = file.readline()
            reader = csv.reader(file, delimiter=max(",;\t", key=header.count), strict=True)
            columns = _columns(next(csv.reader([header], delimiter=max(",;\t", key=header.count)), []))
            for cells in reader:
                if cells:
                    yield _line(reader.line_num + 1, columns, cells)
    except UnicodeDecodeError as error:
        raise ListUnreadableError(f"{path} is not UTF-8; save it as CSV in UTF-8") from error
    except (OSError, csv.Error) as error:
        raise ListUnreadableError(f"{path} can't be read as CSV: {error}") from error


def revision_of(lines: Sequence[Line]) -> Revision:
    """The list as what is imported; the same lines are the same revision. Raises ListUnreadableError where one of them
    is wrong, naming the first of those."""
    wrong = [line for line in lines if line.is_wrong]
    if wrong:
        more = f", and {len(wrong) - 1} lines more are wrong" if len(wrong) > 1 else ""
        raise ListUnreadableError(f"line {wrong[0].number}: {wrong[0].problem}{more}; see all of it with --dry-run")
    rows = tuple(line.row for line in lines if line.row)
    digest = hashlib.sha256(repr(rows).encode()).hexdigest()
    newest = max((row.played_at for row in rows), default=datetime(1970, 1, 1, tzinfo=UTC))
    return Revision(int(digest[:12], 16), newest, rows, None)


def _columns(header: Sequence[str]) -> Sequence[str]:
    """The columns. Raises ListUnreadableError where one is missing, unknown or there twice."""
    columns = [name.strip().lower() for name in header]
    missing = [name for name in NEEDED if name not in columns]
    missing += [] if set(MOMENTS) & set(columns) else ["played_at"]
    unknown = [name for name in columns if name not in (*NEEDED, *MOMENTS, *SCORE, *PASSED_OVER)]
    if missing:
        raise ListUnreadableError(f"the column {missing[0]} is missing; there are {', '.join(columns) or 'none'}")
    if unknown or len(set(columns)) < len(columns):
        said = f"{unknown[0]!r} is unknown" if unknown else "one stands there twice"
        raise ListUnreadableError(f"of the columns {said}; scoresheet import matches --help names them")
    return columns


def _line(number: int, columns: Sequence[str], cells: Sequence[str]) -> Line:
    if len(cells) != len(columns):
        return Line(number, None, f"it has {len(cells)} cells, and the header {len(columns)}")
    said = {name: text_of(cell).strip() for name, cell in zip(columns, cells, strict=True)}
    if said.get("status", "announced") != "announced" or not (said["winner"] or said["loser"]):
        return Line(number, None)
    try:
        return Line(number, _row(said))
    except ValueError as problem:
        return Line(number, None, str(problem))


def _row(said: Mapping[str, str]) -> Row:
    """The match that a line says. Raises ValueError."""
    if said.get("form", "points") != "points":
        raise ValueError(f"a match of the form {said['form']!r} can't be imported")
    length = _valid(_LENGTH, _number(said["length"], "length"), "length")
    winner, loser = (_valid(_NAME, said[name], name) for name in ("winner", "loser"))
    if winner == loser:
        raise ValueError(f"{winner} can't play themselves")
    played_at = _valid(_MOMENT, said.get("played_at") or said.get("date", ""), "played_at")
    if played_at > datetime.now(UTC):
        raise ValueError("it is said to be played in the future")
    return Row(played_at, winner, loser, length, _score(said, length))


def _score(said: Mapping[str, str], length: int) -> tuple[int, int] | None:
    texts = [said.get(name, "") for name in SCORE]
    if not any(texts):
        return None
    winner, loser = (_number(text, name) for text, name in zip(texts, SCORE, strict=True))
    try:
        outcome = by_score(winner, loser, length)
    except Refused as refused:
        raise ValueError(refused.detail) from refused
    if outcome.winner != "first":
        raise ValueError(f"{winner}-{loser} is not a score that the winner has won by")
    return winner, loser


def _number(text: str, name: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{name} must be a whole number, and is {text[:40]!r}")
    return int(text)


def _valid(adapter: TypeAdapter[Any], said: object, name: str) -> Any:  # noqa: ANN401 -- of the adapter's type
    try:
        return adapter.validate_python(said, context=_Days())
    except ValidationError as error:
        message = error.errors(include_input=False, include_url=False)[0]["msg"].removeprefix("Value error, ")
        raise ValueError(f"{name}: {message}") from error


def is_id(player: str) -> bool:
    """Whether the list names a person of the registry by their id."""
    return re.fullmatch(UUID_PATTERN, player) is not None
