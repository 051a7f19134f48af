"""Lists, whole or by the page."""

from typing import Generic, TypeVar

from domain.kernel.ids import PersonId
from domain.kernel.values import Value

Item = TypeVar("Item")


class Page(Value, Generic[Item]):
    """A page of a list; the header Link leads to the next one. `names` are those of the persons in it, where they
    are not erased. `incomplete`: here and elsewhere, a stream that it is made of stands still until it is mended."""

    items: tuple[Item, ...]
    names: dict[PersonId, str]
    incomplete: bool


class FoundPage(Page[Item], Generic[Item]):
    """A page of what was searched for; `count` is how many there are on all pages, where that was asked for."""

    count: int | None


class ItemList(Value, Generic[Item]):
    """A whole list."""

    items: tuple[Item, ...]


class Counted(ItemList[Item], Generic[Item]):
    """A list, and how many there are of each kind."""

    counts: dict[str, int]


class ItemListRead(ItemList[Item], Generic[Item]):
    """A list from the read models."""

    incomplete: bool


class FoundList(ItemListRead[Item], Generic[Item]):
    """A page of what was searched for, without names beside it; `count` is as in `FoundPage`."""

    count: int | None
