"""The same list under another name: it would be recorded twice, so that is said before."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from typing import cast

from domain.importing.book import Book
from domain.importing.match_lists.club_list import Row
from domain.importing.match_lists.recorded import row_said
from domain.kernel.ids import LISTS, list_stream
from domain.lists.state import KnownList, Lists, ListState

Line = tuple[date, str, str, int]
"""What tells a line from others: its day, who has beaten who, and to how many points."""


def same_elsewhere(book: Book, rows: Sequence[Row]) -> str | None:
    """What is to be told of a list that is new, where most of its rows, under the ids of their persons, are in another
    list of matches."""
    if book.known is not None or not rows:
        return None
    wanted = Counter(map(_line, rows))
    found = [((wanted & Counter(_lines(book, other))).total(), other.name) for other in _others(book)]
    most, name = max(found, default=(0, ""))
    if 2 * most < len(rows):
        return None
    told = f"{most} of {len(rows)} matches are in the list {name!r} already"
    return f"{told}; if it is the same list, import it by that name"


def _others(book: Book) -> Iterator[KnownList]:
    lists = cast("Lists", book.desk.log.state(LISTS)).by_name.values()
    return (one for one in lists if one.kind == book.kind)


def _lines(book: Book, other: KnownList) -> Iterator[Line]:
    said = cast("ListState", book.desk.log.state(list_stream(other.id))).lines.values()
    return (_line(row_said(one, book.desk.known_as).row) for one in said)


def _line(row: Row) -> Line:
    return row.played_at.date(), row.winner, row.loser, row.length
