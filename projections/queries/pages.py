"""Lists are read page by page: each page names where the next one goes on, by key and never by count."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")

Cursor = tuple[str | int, ...]
"""Where a page ended: plain values, to be handed back as `after`. Its form is the list's own affair."""


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some items in the list's order. `next` is the cursor of the page that follows; None: this is the last one."""

    items: tuple[T, ...]
    next: Cursor | None


def page(
    rows: Sequence[tuple[Any, ...]],
    limit: int,
    show: Callable[[tuple[Any, ...]], T],
    cursor: Callable[[tuple[Any, ...]], Cursor],
) -> Page[T]:
    """The page of the first `limit` rows, of which one more was asked for to know whether others follow."""
    shown = rows[:limit]
    return Page(tuple(map(show, shown)), cursor(shown[-1]) if len(rows) > limit else None)
