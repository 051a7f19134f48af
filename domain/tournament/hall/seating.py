"""The tables that the service gives matches of rounds (REG-6).

Readings: a match that has a table stays there until it has its result, whatever becomes of other matches; one that is
to be played again after that has its table back if nobody plays there. Of those that wait for a table whoever has a
fixed one goes first, and plays nowhere else but where somebody moves the match; where both sides have one, at either.
Tables fixed for an entry that is in are given to no others. The rest are seated by number: where tables are kept, at
that of the first side's last match or the second's, else at the first table that is free.
"""

from collections.abc import Collection, Iterator

from domain.match.record import Match
from domain.tournament.derived.tables import open_matches, to_be_played
from domain.tournament.guards.context import Context
from domain.tournament.guards.effect import Effect
from domain.tournament.hall.events import MatchTable, TablesAssigned
from domain.tournament.state import Tournament


def with_tables(effect: Effect, context: Context) -> Effect:
    """What was decided, with the tables that are given then."""
    given = tuple(_given(effect.before, effect.after))
    return effect.then((TablesAssigned(matches=given),), context) if given else effect


def _given(before: Tournament, state: Tournament) -> Iterator[MatchTable]:
    """The matches whose table is another then, by number."""
    tables, matches = frozenset(state.hall.tables), open_matches(state)
    seated: dict[int, int] = {}
    for match in sorted(matches, key=lambda one: (not _was_there(before, one), one.number)):
        if match.table in tables:
            seated.setdefault(match.table, match.number)
    waiting = [match for match in matches if _waits(match) and match.number not in seated.values()]
    found: dict[int, int | None] = {}
    for match in sorted(waiting, key=lambda one: (not _fixed(state, one), one.number)):
        table = next((one for one in _wished(state, match) if one in tables and one not in seated), None)
        if table is not None:
            seated[table] = match.number
        found[match.number] = table
    yield from (
        MatchTable(match=number, table=table)
        for number, table in sorted(found.items())
        if table != state.matches[number].table
    )


def _was_there(before: Tournament, match: Match) -> bool:
    """Whether it was being played at its table before."""
    earlier = before.matches.get(match.number)
    return earlier is not None and earlier.table == match.table and to_be_played(earlier)


def _waits(match: Match) -> bool:
    return match.round is not None or match.table is not None


def _fixed(state: Tournament, match: Match) -> list[int]:
    """The fixed tables of its sides."""
    found = (state.entries[side].fixed_table for side in match.as_played[0])
    return [table for table in found if table is not None and table in state.hall.tables]


def _wished(state: Tournament, match: Match) -> Iterator[int]:
    """The tables that it may be given, those it would rather have first."""
    fixed = _fixed(state, match)
    if fixed:
        yield from fixed
        return
    reserved = _reserved(state)
    kept = _last_tables(state, match) if state.hall.keeps_tables else ()
    yield from (table for table in (*kept, *state.hall.tables) if table not in reserved)


def _reserved(state: Tournament) -> Collection[int]:
    return {entry.fixed_table for entry in state.entries.values() if entry.fixed_table is not None and not entry.gone}


def _last_tables(state: Tournament, match: Match) -> Iterator[int]:
    """Where its sides have played before, the first side first."""
    for side in match.as_played[0]:
        earlier = (state.matches[number] for number in reversed(state.rounds.matches_of.get(side, ())))
        found = (one.table for one in earlier if one.number < match.number and one.table is not None)
        yield from (table for table in (next(found, None),) if table is not None)
