"""How a wall is filled: lists in one or two columns, the tables of groups beside each other, brackets packed together.

All sizes are in hundredths of the screen's height, of which a screen is some 170 wide. Lines on pages are as equal in
number as can be, and letters as large as there is room for; `most` says how many lines may be below each other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from api.site.pictures.bracket import HEAD, HEIGHT, Named, Picture

STEPS: tuple[int, ...] = (*range(4, 21), 22, 25, 30)
"""For how many lines there are letters of a size: the classes `lines-4` to `lines-30` of hall.css."""
WIDE, LINE, HEADER = 165.0, 1.28, 4.4
"""How wide a screen is, how high a line is in letters, and how many lines' height the head of the page takes."""
WHOLE_COLUMN, COLUMNS, NAMES = 16, 2, 3
GROUP_HEAD, MOST_BESIDE = 2.6, 4
"""How many lines the head of a group takes, and how many groups are beside each other."""
PAGE_WIDTH, PAGE_HEIGHT, APART = 1560.0, 760.0, 40.0
"""What there is room for, in the units of brackets, on a page that several share, and between two of them."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of a wall: its parts, how many are beside each other, and for how many lines its letters are."""

    parts: Sequence[Any]
    beside: int
    lines: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A bracket, and where it is on a page."""

    x: float
    y: float
    named: Named


@dataclass(frozen=True, slots=True)
class Packed:
    """Brackets on one page, and how large it is."""

    width: float
    height: float
    placed: tuple[Placed, ...]


def _step(lines: int) -> int:
    return min((one for one in STEPS if one >= lines), default=STEPS[-1])


def _split_evenly(rows: Sequence[Any], at_once: int) -> list[Sequence[Any]]:
    """The rows on as few pages as there must be, as many on each as on the others."""
    pages = max(1, -(-len(rows) // at_once))
    on_each = max(1, -(-len(rows) // pages))
    return [rows[first : first + on_each] for first in range(0, len(rows), on_each)]


def names_below(rows: Sequence[Any], most: int, head: int) -> list[Sheet]:
    """Names alone, in three columns on pages, below a head of so many lines."""
    pages = _split_evenly(rows, max(most - head, 1) * NAMES) if rows else []
    return [replace(one, lines=_step(one.lines + head)) for one in (_sheet(page, NAMES, 0) for page in pages)]


def in_columns(rows: Sequence[Any], most: int, wide: float = 0, columns: int = COLUMNS) -> list[Sheet]:
    """A list on pages: in columns beside each other where one would be of small letters; one of those needs so many."""
    whole = min(most, WHOLE_COLUMN)
    at_once = most * columns if len(rows) > whole else most
    return [_sheet(part, columns if len(part) > whole else 1, wide) for part in _split_evenly(rows, at_once)]


def _sheet(rows: Sequence[Any], columns: int, wide: float) -> Sheet:
    deep = -(-len(rows) // columns)
    lines = _step(max(deep, _narrow(columns, wide) if columns > 1 else 0))
    return Sheet([rows[first : first + deep] for first in range(0, len(rows), deep)], columns, lines)


def _narrow(beside: int, wide: float) -> int:
    """For how many lines letters are so small that a column is so wide, in letters."""
    return ceil((100 * wide * beside / WIDE - HEADER) / LINE)


def beside_each_other(groups: Sequence[Any], deep: int, wide: float, most: int) -> list[Sheet]:
    """The tables of groups on pages, several at once, in letters not smaller than those for `most` lines; the deepest
    has so many lines, and each is so wide, in letters."""
    for at_once in range(len(groups), 0, -1):
        pages = _split_evenly(groups, at_once)
        beside, lines = _grid(len(pages[0]), deep, wide)
        if lines <= most or at_once == 1:
            return [Sheet(page, beside, lines) for page in pages]
    return []


def _grid(groups: int, deep: int, wide: float) -> tuple[int, int]:
    """The number of columns so that letters are largest, and for how many lines these are."""
    tried = [(_lines_for(groups, beside, deep, wide), beside) for beside in range(1, min(groups, MOST_BESIDE) + 1)]
    lines, beside = min(tried)
    return beside, lines


def _lines_for(groups: int, beside: int, deep: int, wide: float) -> int:
    below = -(-groups // beside) * (deep + GROUP_HEAD)
    return _step(max(ceil(below), _narrow(beside, wide)))


def packed(brackets: Sequence[Named]) -> list[Packed]:
    """Brackets on pages, in their order: beside each other, then below, as long as there is room."""
    pages: list[Packed] = []
    waiting = list(brackets)
    while waiting:
        placed = _as_many_as_fit(waiting)
        pages.append(_page(placed))
        waiting = waiting[len(placed) :]
    return pages


def _as_many_as_fit(brackets: Sequence[Named]) -> list[Placed]:
    """Those that a page has room for; the first one in any case."""
    placed: list[Placed] = []
    right, top, deepest = 0.0, 0.0, 0.0
    for one in brackets:
        width, height = _size(one.picture)
        if right and right + width > PAGE_WIDTH:
            right, top, deepest = 0.0, top + deepest, 0.0
        if placed and top + height > PAGE_HEIGHT:
            break
        placed.append(Placed(right, top + HEAD, one))
        right, deepest = right + width + APART, max(deepest, height + APART / 2)
    return placed


def _size(picture: Picture) -> tuple[float, float]:
    """With the line of its name above it."""
    return picture.width, picture.height + HEAD


def _page(placed: Sequence[Placed]) -> Packed:
    width = max(one.x + one.named.picture.width for one in placed)
    height = max(one.y + one.named.picture.height for one in placed)
    return Packed(width, max(height, HEAD + HEIGHT), tuple(placed))
