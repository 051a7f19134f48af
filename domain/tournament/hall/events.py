"""Events of rooms and tables (REG-6). Topics and fields are for ever."""

from typing import Annotated, ClassVar

from pydantic import Field

from domain.kernel.envelope import Event
from domain.kernel.ids import MatchNumber, TournamentId
from domain.kernel.values import Name, Value
from domain.kernel.visibility import PUBLIC, Part
from domain.tournament.entries.events import EntryEvent
from domain.tournament.matches.events import MatchEvent

Table = Annotated[int, Field(strict=True, ge=1, le=9999)]
"""The number on a table; no two tables of a hall have the same."""


class Room(Value):
    """A room with the tables from the first to the last number."""

    name: Annotated[Name, PUBLIC]
    first_table: Table
    last_table: Table


class HallArranged(Event):
    """The rooms, with their tables, in the order in which they are filled. `keeps_tables` says that anyone who goes on
    stays at their table from round to round, where that can be. `shared_with` are the other tournaments that play in
    the same hall: none of them is given a table that another has."""

    TOPIC: ClassVar[str] = "tournament.hall-arranged.v2"
    SEEN: ClassVar[Part] = PUBLIC
    rooms: tuple[Room, ...]
    keeps_tables: bool
    shared_with: tuple[TournamentId, ...] = ()


class FixedTableSet(EntryEvent):
    """The entry plays at this table, whomever it meets; None: at any table, as the others do."""

    TOPIC: ClassVar[str] = "tournament.fixed-table-set.v1"
    table: Table | None


class MatchTable(Value):
    """A match and its table; None: it waits for one."""

    match: MatchNumber
    table: Table | None


class TablesAssigned(Event):
    """The service has given these matches tables, as a round came out or tables became free."""

    TOPIC: ClassVar[str] = "tournament.tables-assigned.v1"
    SEEN: ClassVar[Part] = PUBLIC
    matches: tuple[MatchTable, ...]


class MatchMoved(MatchEvent):
    """Somebody has moved the match to this table, or given it one."""

    TOPIC: ClassVar[str] = "tournament.match-moved.v1"
    table: Table


HALL_EVENTS: tuple[type[Event], ...] = (HallArranged, FixedTableSet, TablesAssigned, MatchMoved)
