"""Readings of lists, each kept with its list: the next import asks none of it again, and records what it changes."""

import re
from collections.abc import Iterator, Mapping
from typing import cast

from domain.importing.looked_at import Listed, Looked
from domain.importing.together import Reads, Together
from domain.kernel.csv_lines import SKIPPED, Columns, Said, cells_by_line
from domain.kernel.ids import LISTS, TournamentId, list_stream
from domain.kernel.replacing import replace
from domain.lists.events import KnownKind, ReadingKept
from domain.lists.reading import Decimals, Reading
from domain.lists.state import KnownList, Lists, ListState
from domain.tournament.imports.events import import_key

_COLUMN_FIRST = re.compile(r"^[a-z_]+(?=: | must be | has more than )")
"""What is wrong in a line begins with its column, where it is of one."""
_NUMBERS = ("rating",)
"""Columns in which there may be a fraction."""


def known_list(log: Reads, kind: KnownKind, name: str, entered: TournamentId | None = None) -> KnownList | None:
    """The list of that kind and name, where it was imported; one of entries, into that tournament."""
    lists = cast("Lists", log.state(LISTS))
    return lists.of_entries.get((entered or "", name)) if kind == "entries" else lists.by_name.get((kind, name))


def kept_reading(log: Reads, kind: KnownKind, name: str, entered: TournamentId | None = None) -> Reading:
    """The reading kept for that list, if any."""
    known = known_list(log, kind, name, entered)
    return Reading() if known is None else cast("ListState", log.state(list_stream(known.id))).reading


def with_reading_kept(log: Together, kind: KnownKind, listed: Listed, looked: Looked) -> Looked:
    """The outcome of the list, with its reading recorded where that is new."""
    known, reading = known_list(log, kind, listed.name, listed.tournament), listed.reading
    if known is None:
        return replace(looked, reading=reading)
    if reading != listed.kept:
        listed.desk(log).acting_as(import_key(known.id)).tell(list_stream(known.id), ReadingKept(reading=reading))
    left = replace(looked.left, version=log.state(list_stream(known.id)).version)
    return replace(looked, reading=reading, left=left)


def cells_of(listed: Listed, columns: Columns) -> Iterator[tuple[int, Said | str]]:
    """The lines of the list by their numbers, with their columns as they are called here, and fractions after a point.
    Raises CsvUnreadableError."""
    reading = listed.reading
    for number, said in cells_by_line(listed.lines, columns_read(columns, reading)):
        yield number, said if isinstance(said, str) else _with_point(said, reading.decimals)


def columns_read(columns: Columns, reading: Reading) -> Columns:
    """The columns, some of which the list calls otherwise."""
    return columns.with_names({one.named: one.column or SKIPPED for one in reading.columns})


def in_columns_of_the_file(looked: Looked, called: Mapping[str, str]) -> Looked:
    """The outcome of the list, with wrong columns named as in the file. They are in quotes, so that no translation
    replaces the file's own words."""

    def as_written(found: re.Match[str]) -> str:
        return repr(called[found[0]]) if found[0] in called else found[0]

    lines = [replace(one, why=_COLUMN_FIRST.sub(as_written, one.why)) if one.why else one for one in looked.lines]
    return replace(looked, lines=lines)


def _with_point(said: Said, decimals: Decimals | None) -> Said:
    if decimals is None:
        return said
    thousands, mark = (",", ".") if decimals == "point" else (".", ",")
    numbers: Mapping[str, str] = {
        name: said[name].replace(thousands, "").replace(mark, ".") for name in _NUMBERS if said.get(name)
    }
    return {**said, **numbers}
