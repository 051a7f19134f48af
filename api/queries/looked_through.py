"""Short lists that people look through: what is called as they search, by number or by name, page by page."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import TypeAdapter

from api.http.paging import Cursors, Number, Paging, Text
from domain.person.details import WITHHELD
from projections.tournaments.sorting import sorting, words_of

T = TypeVar("T")
LOOKED_THROUGH = Cursors("looked-through", TypeAdapter(tuple[Text, Number]))
_LONGEST = 300
"""As long as the text in a cursor may be."""


@dataclass(frozen=True)
class Look(Generic[T]):
    """A look through a list: for the words of `search`, `by_name` or by number, the `newest` first or last.
    An item has one `number` and some `names`; nobody finds one that is erased, None, or withheld from the reader."""

    search: str | None
    by_name: bool
    number: Callable[[T], int]
    names: Callable[[T], Iterable[str | None]]
    newest: bool = False

    def page(self, items: Iterable[T], paging: Paging) -> tuple[Sequence[T], str | None]:
        """The page, and the cursor of the one that follows. Raises Problem for a cursor of another list."""
        after, words = LOOKED_THROUGH.read(paging.cursor), words_of(self.search or "")
        backwards = self.newest and not self.by_name
        placed = sorted(((self._place(one), one) for one in items), key=lambda each: each[0], reverse=backwards)
        begun = [
            (place, one) for place, one in placed if after is None or (place < after if backwards else place > after)
        ]
        found = [(place, one) for place, one in begun if self._is_called(one, words)]
        shown = found[: paging.limit]
        further = LOOKED_THROUGH.write(shown[-1][0]) if len(found) > paging.limit else None
        return [one for _, one in shown], further

    def _place(self, item: T) -> tuple[str, int]:
        called = sorting(" ".join(self._known_names(item)))[:_LONGEST] if self.by_name else ""
        return called, self.number(item)

    def _is_called(self, item: T, words: Sequence[str]) -> bool:
        if not words:
            return True
        called = sorting(" ".join(self._known_names(item)))
        return all(word in called for word in words)

    def _known_names(self, item: T) -> list[str]:
        return [name for name in self.names(item) if name is not None and name != WITHHELD]
