"""Looking at what comes next before going on to it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Ahead(Generic[T]):
    """Gives one thing after the other, and shows those that come next."""

    def __init__(self, things: Iterable[T]) -> None:
        self._things = iter(things)
        self._seen: list[T] = []

    def at(self, place: int) -> T | None:
        """The item after so many others, 0 for the next; None beyond the end. It stays there."""
        while len(self._seen) <= place:
            try:
                self._seen.append(next(self._things))
            except StopIteration:
                return None
        return self._seen[place]

    def drop(self, number: int = 1) -> None:
        """Goes on, past so many that were looked at."""
        del self._seen[:number]

    def take_while(self, wanted: Callable[[T], bool]) -> Iterator[T]:
        """Goes on as long as what comes next is wanted."""
        while (thing := self.at(0)) is not None and wanted(thing):
            self.drop()
            yield thing

    def rest(self) -> Iterator[T]:
        """Goes on to the end."""
        return self.take_while(lambda _: True)
