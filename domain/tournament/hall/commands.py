"""Commands on a hall (REG-6)."""

from typing import Annotated

from pydantic import Field, model_validator

from domain.kernel.ids import EntryNumber, MatchNumber, TournamentId
from domain.tournament.command import SeenCommand
from domain.tournament.hall.events import Room, Table

MOST_SHARING = 20
"""So many other tournaments share a hall with one: each command that gives a table reads them all."""


class ArrangeHall(SeenCommand):
    """Say which rooms there are, with which tables (REG-6)

    By the staff. What is left out stays as it is; `rooms` are replaced whole, in the order in which they are filled.
    With no rooms nobody gets a table. From the start on each match of a round has a table as soon as one is free. With
    `keeps_tables` a player who goes on stays at their table where that can be. `shared_with` names other tournaments in
    the same hall: from then on no table is given out twice among all that share it. The sender is staff of all that
    were not in it together. With none named this tournament leaves the hall that it shares.
    """

    rooms: Annotated[tuple[Room, ...], Field(max_length=50)] = ()
    keeps_tables: bool = False
    shared_with: Annotated[tuple[TournamentId, ...], Field(max_length=MOST_SHARING)] = ()

    @model_validator(mode="after")
    def _numbers_each_table_once(self) -> "ArrangeHall":
        last = 0
        for room in sorted(self.rooms, key=lambda one: one.first_table):
            if not last < room.first_table <= room.last_table:
                raise ValueError("give each table a number of its own, and in each room the lowest first")
            last = room.last_table
        if len({room.name for room in self.rooms}) < len(self.rooms):
            raise ValueError("give each room a name of its own")
        return self


class SetFixedTable(SeenCommand):
    """Fix the table at which an entry plays, or none (REG-6)

    By the staff: for access, or for a table that is shown to others. Nobody else is given that table. A match that has
    a table already stays there until it is moved.
    """

    entry: EntryNumber
    table: Table | None


class MoveMatch(SeenCommand):
    """Move a match to another table, or give it one (REG-6)

    By the staff, while the match has no result. The table must be free: a match that is played there is moved first.
    """

    match: MatchNumber
    table: Table
