"""The hall, as it is read: its rooms and tables, and which match is played where now (REG-6). What changes it is a
command."""

from collections.abc import Mapping
from typing import Annotated

from starlette.responses import Response

from api.http import parameters
from api.http.etags import HALL
from api.http.read_requests import Reading
from api.http.routing import new_router
from api.queries.as_of import state_read
from domain.kernel.ids import TournamentId
from domain.kernel.values import Value
from domain.kernel.visibility import PUBLIC
from domain.tournament.derived.tables import open_matches, taken_tables
from domain.tournament.hall.events import Room
from domain.tournament.state import Tournament


class TableDocument(Value):
    """A table: the match that is being played there, None where it is free, with its round; and the entries that always
    play there."""

    table: int
    match: int | None
    round: int | None
    fixed_for: tuple[int, ...]


class RoomDocument(Value):
    """A room and its tables."""

    name: Annotated[str, PUBLIC]
    tables: tuple[TableDocument, ...]


class HallDocument(Value):
    """The rooms of a tournament at a version of it, in the order in which they are filled. `waiting` are the matches of
    rounds that have no table yet; `keeps_tables` says that anyone who goes on stays at their table where that can
    be. `shared_with` are the other tournaments in the same hall. `revision` is the version that last arranged them, 0
    while nobody has."""

    tournament: TournamentId
    version: int
    revision: int
    keeps_tables: bool
    shared_with: tuple[TournamentId, ...]
    rooms: tuple[RoomDocument, ...]
    waiting: tuple[int, ...]


def hall_document(state: Tournament) -> HallDocument:
    """The hall as it is now."""
    taken, fixed = taken_tables(state), _fixed_tables(state)
    waiting = (match.number for match in open_matches(state) if match.round is not None and match.table is None)
    return HallDocument(
        tournament=state.id,
        version=state.version,
        revision=state.hall.revision,
        keeps_tables=state.hall.keeps_tables,
        shared_with=state.hall.shared_with,
        rooms=tuple(_room(state, room, taken, fixed) for room in state.hall.rooms),
        waiting=tuple(waiting),
    )


def _fixed_tables(state: Tournament) -> Mapping[int, tuple[int, ...]]:
    """By table the entries that always play there."""
    found: dict[int, tuple[int, ...]] = {}
    for number, entry in sorted(state.entries.items()):
        if entry.fixed_table is not None and not entry.gone:
            found[entry.fixed_table] = (*found.get(entry.fixed_table, ()), number)
    return found


def _room(
    state: Tournament, room: Room, taken: Mapping[int, int], fixed: Mapping[int, tuple[int, ...]]
) -> RoomDocument:
    rounds = {table: state.matches[match].round for table, match in taken.items()}
    shown = (
        TableDocument(table=one, match=taken.get(one), round=rounds.get(one), fixed_for=fixed.get(one, ()))
        for one in range(room.first_table, room.last_table + 1)
    )
    return RoomDocument(name=room.name, tables=tuple(shown))


router = new_router("hall")


@router.get("/tournaments/{tournament}/hall", response_model=HallDocument)
def read_hall(
    reader: Reading,
    tournament: parameters.Tournament,
    as_of: parameters.AsOf = None,
) -> Response:
    """Read the rooms and tables, which match is played where, and which of them wait for a table (REG-6)"""
    state, position = state_read(reader.services, tournament, as_of)
    return reader.answer(hall_document(state), position, etag=HALL.etag(state.hall.revision, state.version))
