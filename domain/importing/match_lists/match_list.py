"""A match list as CSV, in the columns in which this service gives one out (`matches.csv`), and what each line comes to.

Needed are `winner` and `loser`, each a name or a person's id in the registry, `length`, and `played_at` or `date`: a
day, or a time with its offset. `winner_points` and `loser_points`, or both in `score`, are the final score, where the
list keeps it. By `status` only announced matches are taken, by `form` only those to points. All other columns of
`matches.csv` say nothing here.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache, partial
from typing import NamedTuple, cast

from pydantic import TypeAdapter

from domain.importing.days import order_said, order_told, read_day
from domain.importing.match_lists.club_list import UNNUMBERED, Revision, Row
from domain.importing.whom import is_id
from domain.kernel.csv_lines import Columns, Said, cells_by_line, valid
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.kernel.values import GivenOpening, Length, Name
from domain.lists.reading import DayOrder
from domain.person.details import WITHHELD
from domain.scoring.outcome import by_score

SCORE = ("winner_points", "loser_points")
_SCORE = re.compile(r"([0-9]{1,6}) *[-–—:/] *([0-9]{1,6})")
"""The two in one column."""
COLUMNS = Columns(
    (("winner",), ("loser",), ("length",), ("date", "played_at")),
    (
        *SCORE,
        *("score", "match", "round", "stage", "slot", "first", "second", "first_person", "second_person", "first_name"),
        *("second_name", "form", "status", "ended", "place_in_rating_order"),
    ),
)
TYPED = ("date", "winner", "loser", "length", *SCORE)
"""Those that somebody types, out of all that may be there."""
NOBODY = frozenset(
    ("", "bye", "nn", "tba", "tbd", "nobody", "freilos", "spielfrei", "oversidder", "fri", "vrij", "vrijloting")
)
"""What lists write where there was no opponent, by its letters; others have no letter at all, as in - or ?."""
_NUMBER = re.compile(r"([0-9]{1,6})(?:[.,]0+)?")
"""A whole number; spreadsheets write some with decimals that are nought."""
_LENGTH: TypeAdapter[int] = TypeAdapter(Length)
_NAME: TypeAdapter[str] = TypeAdapter(Name)
_MOMENT: TypeAdapter[datetime] = TypeAdapter(GivenOpening)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file, counted from 1 with the header: the match that it is, or why it is none: it is wrong, or left
    out because nothing is to be taken from it. `text` is what is there, in short, `names` those beside ids."""

    number: int
    row: Row | None
    problem: str | None = None
    text: str = ""
    names: Mapping[PersonId, str] = field(default_factory=dict)

    @property
    def is_wrong(self) -> bool:
        """Whether it can't be taken, and is not just left out."""
        return self.row is None and self.problem is not None


def players_in(lines: Sequence[Line]) -> list[str]:
    """All who the lines name, in their order."""
    return list(dict.fromkeys(player for line in lines if line.row for player in (line.row.winner, line.row.loser)))


def without_unknown(lines: Sequence[Line], registered: Callable[[PersonId], bool]) -> list[Line]:
    """The lines, of which those are wrong too that name an id under which nobody is registered. Where nobody is under
    any of its ids, and beside each stands a name of its own, the list is another service's, and the names are taken."""
    ids = sorted(filter(is_id, players_in(lines)))
    unknown = [player for player in ids if not registered(player)]
    names = {one: name for line in lines for one, name in line.names.items()}
    if unknown == ids and len({names.get(one, "") for one in ids} - {"", WITHHELD}) == len(ids):
        return [_by_names(line) for line in lines]
    wrong = {player: f"there is no person {player}" for player in unknown}
    return [_without(line, wrong) for line in lines] if wrong else list(lines)


def _by_names(line: Line) -> Line:
    row = line.row
    if row is None:
        return line
    winner, loser = (line.names.get(player, player) for player in row[1:3])
    return replace(line, row=row._replace(winner=winner, loser=loser))


def _without(line: Line, wrong: Mapping[str, str]) -> Line:
    told = [wrong[player] for player in players_in([line]) if player in wrong]
    return replace(line, row=None, problem=min(told)) if told else line


class _Days:
    """A day is its beginning in UTC, as in a club's list."""

    def begins(self, day: date) -> datetime:
        return datetime(day.year, day.month, day.day, tzinfo=UTC)

    ends = begins


def match_lines(
    lines: Iterable[tuple[int, Said | str]],
    now: datetime,
    order: DayOrder | None = None,
    before: Collection[date] = (),
    kept: DayOrder | None = None,
) -> Iterator[Line]:
    """Each line as read, one after the other. Where `order` is not said, other days of the list may tell it, or what is
    `kept` with the list, or the days that it said `before`."""
    every = list(lines)
    days = list(dict.fromkeys(_day_in(said) for _, said in every if not isinstance(said, str)))
    told = order or order_told(days) or kept or order_said(days, before)
    cells = _Cells(cache(_name), cache(partial(_time_of_play, order=told)))
    return (_line(number, said, now, cells) for number, said in every)


def matches_in(
    text: Iterable[str], now: datetime, order: DayOrder | None = None, before: Collection[date] = ()
) -> Iterator[Line]:
    """The same of a text. Raises CsvUnreadableError where it is no match list."""
    return match_lines(cells_by_line(text, COLUMNS), now, order, before)


def revision_of(lines: Sequence[Line]) -> Revision:
    """The list as what is imported, without the lines that are no match. It has no number: one made of its rows would
    let anybody who reads it test a guess of their names (REG-2)."""
    rows = tuple(line.row for line in lines if line.row)
    newest = max((row.played_at for row in rows), default=datetime(1970, 1, 1, tzinfo=UTC))
    return Revision(UNNUMBERED, newest, rows, None)


class _Cells(NamedTuple):
    """Reads cells that many lines have in common, each once: names, and when something was played."""

    name: Callable[[str, str], str]
    played_at: Callable[[str, str], datetime]


def _line(number: int, said: Said | str, now: datetime, cells: _Cells) -> Line:
    if isinstance(said, str):
        return Line(number, None, said)
    if said.get("status", "announced") != "announced" or not (said["winner"] or said["loser"]):
        return Line(number, None, text=_text(said))
    if any(map(_is_nobody, (said["winner"], said["loser"]))):
        return Line(number, None, text=_text(said))
    try:
        return Line(number, _row(said, now, cells), text=_text(said), names=_names(said, cells))
    except ValueError as problem:
        return Line(number, None, str(problem), _text(said))


def _is_nobody(player: str) -> bool:
    """Whether that is written, and nobody is meant by it: `(bye)`, `N. N.`, `Bye 2`."""
    letters = "".join(filter(str.isalpha, player.casefold()))
    is_number = not letters and any(map(str.isalnum, player))
    return bool(player) and not (is_id(player) or is_number) and letters in NOBODY


def _names(said: Said, cells: _Cells) -> Mapping[PersonId, str]:
    """The names beside the ids of the two sides. Raises ValueError."""
    sides = ((said.get(f"{side}_person", ""), said.get(f"{side}_name", "")) for side in ("first", "second"))
    return {person: cells.name(name, "name") for person, name in sides if person and name}


def _name(text: str, column: str) -> str:
    return cast("str", valid(_NAME, text, column))


def _text(said: Said) -> str:
    day = said.get("played_at") or said.get("date", "")
    score = "-".join(filter(None, (said.get(name) for name in SCORE))) or said.get("score", "")
    return f"{day} {said['winner']} – {said['loser']} {score} ({said['length']})"


def _row(said: Said, now: datetime, cells: _Cells) -> Row:
    """The match that a line says. Raises ValueError."""
    if said.get("form", "points") != "points":
        raise ValueError(f"a match of the form {said['form']!r} can't be imported")
    length = valid(_LENGTH, _number(said["length"], "length"), "length")
    winner, loser = (cells.name(said[name], name) for name in ("winner", "loser"))
    if winner == loser:
        raise ValueError(f"{winner} can't play themselves")
    played_at = cells.played_at(_day_in(said), "played_at" if said.get("played_at") else "date")
    if played_at > now:
        raise ValueError("its date is in the future")
    return Row(played_at, winner, loser, length, _score(said, length))


def _day_in(said: Said) -> str:
    return said.get("played_at") or said.get("date", "")


def _time_of_play(text: str, column: str, order: DayOrder | None) -> datetime:
    """When it was played. Raises ValueError, which names the column as the list does."""
    found = read_day(text, order)
    if found is None:
        return _moment(text, column)
    if found.other is not None:
        told = f"{found.at:%Y-%m-%d} or {found.other:%Y-%m-%d}"
        raise ValueError(f"{column}: {text[:40]!r} may be {told}; choose whether the day or the month comes first")
    return found.at


def _moment(text: str, column: str) -> datetime:
    try:
        return cast("datetime", valid(_MOMENT, text, column, _Days()))
    except ValueError as error:
        why = f"{text[:40]!r} is not a day; write it as 2026-03-01" if text else "it has no day"
        raise ValueError(f"{column}: {why}") from error


def _score(said: Said, length: int) -> tuple[int, int] | None:
    texts = [said.get(name, "") for name in SCORE]
    if said.get("score") and not any(texts):
        texts = _split_score(said["score"], "score")
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


def _split_score(score: str, name: str) -> list[str]:
    """The points of the two. Raises ValueError."""
    found = _SCORE.fullmatch(score)
    if found is None:
        raise ValueError(f"{name}: {score[:40]!r} is not a score; write it as 7-5, the winner first")
    return [*found.groups()]


def _number(text: str, name: str) -> int:
    if not text:
        raise ValueError(f"{name}: it is empty")
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise ValueError(f"{name} must be a whole number, not {text[:40]!r}")
    return int(found[1])
