"""The same list under another name: it would be recorded twice, so that is said before."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import cast

from domain.importing.book import Book
from domain.importing.match_lists.club_list import Row
from domain.importing.match_lists.recorded import row_said
from domain.kernel.ids import LISTS, PersonId, list_stream
from domain.lists.events import SaidMatch
from domain.lists.state import KnownList, Lists, ListState

Line = Hashable
"""What tells a line from others: of a match its day, who has beaten who, and to how many points; of a game its day, its
round and the two sides; of somebody the person."""


def rows_elsewhere(book: Book, rows: Sequence[Row]) -> str | None:
    """The note on a new list whose rows, under the ids of their persons, are mostly in another list of matches."""
    new = rows if book.known is None else ()
    return _elsewhere(book, map(_row, new), lambda one: _row(row_said(one, book.desk.known_id).row))


def games_elsewhere(book: Book, games: Iterable[SaidMatch]) -> str | None:
    """The same of the games of a report file that was new."""
    return _elsewhere(book, map(_game, games), _game)


def persons_elsewhere(book: Book, persons: Sequence[PersonId | None]) -> str | None:
    """The same of a list of persons, or of entries into one tournament; who is new is in no other."""
    wanted = Counter(filter(None, persons if book.known is None else ()))
    found = [((wanted & Counter(_persons(book, state))).total(), one.name) for one, state in _others(book)]
    return _why(book, max(found, default=(0, "")), len(persons))


def _elsewhere(book: Book, lines: Iterable[Line], line_of: Callable[[SaidMatch], Line]) -> str | None:
    wanted = Counter(lines)
    found = [((wanted & Counter(map(line_of, state.lines.values()))).total(), one.name) for one, state in _others(book)]
    return _why(book, max(found, default=(0, "")), wanted.total())


def _why(book: Book, most: tuple[int, str], lines: int) -> str | None:
    number, name = most
    if not number or 2 * number < lines:
        return None
    by_name = f"already in the list {name!r}: if it is the same list, import it by that name"
    if book.kind in ("persons", "entries"):
        return f"{number} of {lines} persons are {by_name}"
    return f"{number} of {lines} matches are {by_name}"


def _others(book: Book) -> Iterator[tuple[KnownList, ListState]]:
    for one in cast("Lists", book.desk.log.state(LISTS)).every():
        if one.kind == book.kind and one.id != book.id and book.entered in (None, one.tournament):
            yield one, cast("ListState", book.desk.log.state(list_stream(one.id)))


def _persons(book: Book, state: ListState) -> Iterator[PersonId]:
    numbers = sorted(state.names) if state.listed is None else state.listed
    return (book.desk.known_id(state.names[number].person) for number in numbers)


def _row(row: Row) -> Line:
    return row.played_at.date(), row.winner, row.loser, row.length


def _game(said: SaidMatch) -> Line:
    return said.played_at.date(), said.round, said.first, said.second
