"""Ids of what is created: drawn by chance once, recorded in events, and made of nothing that anybody could guess."""

from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import uuid4

DrawId = Callable[[], str]
"""Draws the id of something new. Tests and the demonstration pass a seeded one."""


def drawn_id() -> str:
    """A random UUID, from the operating system."""
    return str(uuid4())


@dataclass(frozen=True, slots=True)
class DrawnIds:
    """The ids of one request: one for each row that creates something, however often it is asked for."""

    draw: DrawId
    _drawn: dict[int, str] = field(default_factory=dict)

    def of(self, row: int) -> str:
        """The id of what that row creates, counted from 1; that of a request without rows is of row 0."""
        if row not in self._drawn:
            self._drawn[row] = self.draw()
        return self._drawn[row]
