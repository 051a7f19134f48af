"""Decisions of the staff on tables (REG-6): which there are, where an entry always plays, where a match is moved."""

from domain.kernel.refusal import Refused
from domain.problems.hall import TABLE_TAKEN, TABLE_UNKNOWN, TABLE_WITHOUT_MATCH
from domain.problems.matches import MATCH_UNKNOWN
from domain.tournament.decisions.hall.shared import require_free_elsewhere, sharing
from domain.tournament.derived.tables import taken_tables
from domain.tournament.guards.context import Context, Events, settings_of
from domain.tournament.guards.lookup import find_entry, find_match, open_match
from domain.tournament.hall import commands as hall_commands
from domain.tournament.hall import events as hall_events
from domain.tournament.state import Tournament


def arrange(state: Tournament, command: hall_commands.ArrangeHall, context: Context) -> Events:
    """The rooms, who keeps a table, and who else plays here: what is named changes, and the event holds the whole."""
    named = command.model_fields_set
    rooms = command.rooms if "rooms" in named else state.hall.rooms
    keeps_tables = command.keeps_tables if "keeps_tables" in named else state.hall.keeps_tables
    shared = sharing(state, command.shared_with, context) if "shared_with" in named else state.hall.shared_with
    return (hall_events.HallArranged(rooms=rooms, keeps_tables=keeps_tables, shared_with=shared),)


def set_fixed_table(state: Tournament, command: hall_commands.SetFixedTable, _: Context) -> Events:
    """A table of the hall, or none."""
    entry = find_entry(state, command.entry)
    if command.table is not None:
        _require_table(state, command.table)
    return (hall_events.FixedTableSet(entry=entry.number, table=command.table),)


def move(state: Tournament, command: hall_commands.MoveMatch, context: Context) -> Events:
    """To a table that is free."""
    match = open_match(state, command.match)
    _require_table(state, command.table)
    other = taken_tables(state).get(command.table)
    if other is not None:
        detail = f"Match {other} is played at table {command.table}."
        raise Refused(TABLE_TAKEN, detail, table=command.table, match=other)
    require_free_elsewhere(state, (command.table,), context)
    return (hall_events.MatchMoved(match=match.number, table=command.table),)


def match_of_round(state: Tournament, round_: int, *, match: int | None, table: int | None) -> int:
    """The number of the match of that round which is named, or is being played at that table. Raises Refused."""
    settings_of(state)
    found = match if table is None else taken_tables(state).get(table)
    if table is not None and (found is None or state.matches[found].round != round_):
        _require_table(state, table)
        raise _nothing_open(state, round_, table)
    if found is None or find_match(state, found).round != round_:
        raise Refused(MATCH_UNKNOWN, f"There is no match {found} in round {round_}.", match=found, round=round_)
    return found


def _nothing_open(state: Tournament, round_: int, table: int) -> Refused:
    """A sender who enters a result twice learns which match has it, so that they can correct it there."""
    played = next((one.number for one in state.matches.values() if (one.round, one.table) == (round_, table)), None)
    if played is None:
        return Refused(TABLE_WITHOUT_MATCH, f"Table {table} is free, or has a match of another round.", table=table)
    detail = f"Match {played}, which was played at table {table}, has a result."
    return Refused(TABLE_WITHOUT_MATCH, detail, table=table, match=played)


def _require_table(state: Tournament, table: int) -> None:
    if table not in state.hall.tables:
        raise Refused(TABLE_UNKNOWN, f"There is no table {table} here.", table=table)
