"""The tables that the service gives matches of rounds (REG-6).

Readings: a match that has a table stays there until it has its result, whatever becomes of other matches; one that is
to be played again after that has its table back if nobody plays there. Of those that wait for a table anyone with a
fixed one goes first. They play nowhere else but where somebody moves the match; where both sides have one, at either.
Tables fixed for an entry that is in are given to no others. The rest are seated by number, at the first table that is
free. Where tables are kept, that of the first side's last match goes ahead, or the second's. A table that another
tournament in the same hall has, or keeps for somebody, is given to none here; once it is free there, it is given here
with the next command, or where somebody moves a match to it.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from domain.match.record import Match
from domain.tournament.decisions.hall.shared import had_elsewhere
from domain.tournament.derived.tables import open_matches, to_be_played
from domain.tournament.guards.context import Context, Effect, settings_of
from domain.tournament.hall.events import MatchTable, TablesAssigned
from domain.tournament.state import Tournament


def with_tables(effect: Effect, context: Context) -> Effect:
    """The effect, with the tables that are given then."""
    given = tuple(_table_changes(effect.before, effect.after, had_elsewhere(effect.after, context)))
    return effect.then((TablesAssigned(matches=given),), context) if given else effect


@dataclass(frozen=True, slots=True)
class _Tables:
    """The tables of a hall: all of them; those that are fixed for nobody who is in; and of these, in their order, the
    ones that nobody has yet been seated at or passed by."""

    all: frozenset[int]
    for_anybody: frozenset[int]
    not_yet_passed: Iterator[int]


def _tables(state: Tournament) -> _Tables:
    fixed = {entry.fixed_table for entry in state.entries.values() if not entry.gone}
    for_anybody = [table for table in state.hall.tables if table not in fixed]
    return _Tables(frozenset(state.hall.tables), frozenset(for_anybody), iter(for_anybody))


def _table_changes(before: Tournament, state: Tournament, elsewhere: Collection[int]) -> Iterator[MatchTable]:
    """The matches whose table is another then, by number."""
    tables, matches = _tables(state), open_matches(state)
    seated = _staying(before, matches, tables, elsewhere)
    there, found = set(seated.values()), dict[int, int | None]()
    waiting = [match for match in matches if _waits(match) and match.number not in there]
    for match in sorted(waiting, key=lambda one: (not _fixed_tables(state, one, tables), one.number)):
        wished = _preferred_tables(state, match, tables)
        table = next((one for one in wished if one not in seated and one not in elsewhere), None)
        if table is not None:
            seated[table] = match.number
        found[match.number] = table
    yield from (
        MatchTable(match=number, table=table)
        for number, table in sorted(found.items())
        if table != state.matches[number].table
    )


def _staying(
    before: Tournament, matches: Sequence[Match], tables: _Tables, elsewhere: Collection[int]
) -> dict[int, int]:
    """The matches that stay, by table. While a tournament was not under way, its tables were free for others."""
    seated: dict[int, int] = {}
    under_way = settings_of(before).status == "started"
    for match in sorted(matches, key=lambda one: (not _was_there(before, one), one.number)):
        is_free = match.table not in elsewhere or (under_way and _was_there(before, match))
        if match.table in tables.all and is_free:
            seated.setdefault(match.table, match.number)
    return seated


def _was_there(before: Tournament, match: Match) -> bool:
    """Whether it was being played at its table before."""
    earlier = before.matches.get(match.number)
    return earlier is not None and earlier.table == match.table and to_be_played(earlier)


def _waits(match: Match) -> bool:
    return match.round is not None or match.table is not None


def _fixed_tables(state: Tournament, match: Match, tables: _Tables) -> list[int]:
    """The fixed tables of its sides."""
    found = (state.entries[side].fixed_table for side in match.as_played[0])
    return [table for table in found if table is not None and table in tables.all]


def _preferred_tables(state: Tournament, match: Match, tables: _Tables) -> Iterator[int]:
    """The tables that it may be given, those it would rather have first."""
    fixed = _fixed_tables(state, match, tables)
    if fixed:
        yield from fixed
        return
    if state.hall.keeps_tables:
        yield from (table for table in _last_tables(state, match) if table in tables.for_anybody)
    yield from tables.not_yet_passed


def _last_tables(state: Tournament, match: Match) -> Iterator[int]:
    """Where its sides have played before, the first side first."""
    for side in match.as_played[0]:
        earlier = (state.matches[number] for number in reversed(state.rounds.matches_of.get(side, ())))
        found = (one.table for one in earlier if one.number < match.number and one.table is not None)
        yield from (table for table in (next(found, None),) if table is not None)
