"""A hall that several tournaments share: no table of it is given out twice (REG-6).

Each of them names all others. Their matches are read with every command that gives a table. The log refuses what was
decided on an earlier state of one of them. Of two directors at once one is decided again, and sees the other's table.

Readings: who joins tournaments into one hall is staff of all that are not in it together yet. Tables are known by their
numbers, and each tournament says itself which of them it uses. One that is over, or not yet started, has no table.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from domain.kernel.ids import TournamentId
from domain.kernel.refusal import Refused
from domain.problems.hall import TABLE_TAKEN
from domain.tournament.derived.tables import taken_tables
from domain.tournament.guards.context import Context, Events
from domain.tournament.guards.permissions import require, require_staff
from domain.tournament.hall.commands import MOST_SHARING
from domain.tournament.hall.events import HallArranged
from domain.tournament.state import Tournament, announced_settings


def sharing(state: Tournament, named: Sequence[TournamentId], context: Context) -> tuple[TournamentId, ...]:
    """Those named and all that share a hall with them, by their ids. Raises Refused where the actor is no staff of one
    that joins, they are too many, or a table is already given out twice."""
    others = [context.tournament(one) for one in named if one != state.id]
    met = {one for other in others for one in (other.id, *other.hall.shared_with)}
    joined = tuple(sorted(met - {state.id}))
    require(len(joined) <= MOST_SHARING, f"At most {MOST_SHARING} other tournaments share a hall with this one.")
    for one in joined:
        if one not in state.hall.shared_with:
            require_staff(context.tournament(one), context.actor)
    _require_apart(joined, taken_tables(state), context)
    return joined


def require_free_elsewhere(state: Tournament, tables: Collection[int], context: Context) -> None:
    """Raises Refused where another tournament in the same hall has one of these tables."""
    _require_apart(state.hall.shared_with, tables, context)


def _require_apart(others: Sequence[TournamentId], tables: Collection[int], context: Context) -> None:
    taken = set(tables)
    for other in _under_way(others, context):
        for table, match in sorted(taken_tables(other).items()):
            if table in taken:
                detail = f"Match {match} of {announced_settings(other).name} is played at table {table}."
                raise Refused(TABLE_TAKEN, detail, table=table, match=match, tournament=other.id)
            taken.add(table)


def had_elsewhere(state: Tournament, context: Context) -> frozenset[int]:
    """The tables that others in the same hall have, or keep for one of their entries."""
    found = set[int]()
    for other in _under_way(state.hall.shared_with, context):
        found.update(taken_tables(other))
        fixed = (entry.fixed_table for entry in other.entries.values() if not entry.gone)
        found.update(table for table in fixed if table is not None)
    return frozenset(found)


def _under_way(others: Sequence[TournamentId], context: Context) -> Iterator[Tournament]:
    found = (context.tournament(one) for one in others)
    return (other for other in found if announced_settings(other).status == "started")


def halls_of_others(before: Tournament, after: Tournament, context: Context) -> Mapping[TournamentId, Events]:
    """The events of all others in the hall that this one has joined, or left."""
    known, joined = before.hall.shared_with, after.hall.shared_with
    if known == joined:
        return {}
    together = {one: {after.id, *joined} - {one} for one in joined}
    left = {one: set(context.tournament(one).hall.shared_with) - {after.id} for one in known if one not in joined}
    named = {one: tuple(sorted(others)) for one, others in (together | left).items()}
    return {one: (_arrangement(context.tournament(one), others),) for one, others in sorted(named.items())}


def _arrangement(other: Tournament, shared_with: tuple[TournamentId, ...]) -> HallArranged:
    hall = other.hall
    return HallArranged(rooms=hall.rooms, keeps_tables=hall.keeps_tables, shared_with=shared_with)
