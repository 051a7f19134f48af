"""The hall of a tournament, as a value."""

from collections.abc import Iterator
from dataclasses import dataclass

from domain.kernel.ids import TournamentId
from domain.tournament.hall.events import Room


@dataclass(frozen=True, slots=True)
class Hall:
    """Its rooms, in the order in which they are filled; none: no match has a table. `keeps_tables` is as in the
    event. `shared_with` are the other tournaments in it. `revision` is the stream version that last arranged it, 0
    while nobody has."""

    rooms: tuple[Room, ...] = ()
    keeps_tables: bool = False
    revision: int = 0
    shared_with: tuple[TournamentId, ...] = ()

    @property
    def tables(self) -> Iterator[int]:
        """The numbers of all tables, in the order in which they are filled."""
        for room in self.rooms:
            yield from range(room.first_table, room.last_table + 1)
