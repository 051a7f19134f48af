"""What lists of tournaments, entries, matches, persons, series and wins hold, and from when until when: positions of
the log.

A row is the event's own, whatever batch it came in, so the same log always makes the same rows. Of persons there is
nothing that is known of them here: names are those of now.
"""

from collections.abc import Iterable, Iterator

from psycopg import Connection, sql

from domain.kernel.ids import StreamName
from domain.person.state import Person
from domain.ports.command_handling import State
from domain.series.state import Series
from domain.tournament.state import Tournament
from projections.engine.rows import Column, Row
from projections.engine.states import Step
from projections.engine.tables import Table
from projections.tournaments import entries, persons, series, tournaments, wins

_HOLDS = ("since",)
SIZES_EVERY = 100

TOURNAMENTS = Table("tournaments_then", ("id", *_HOLDS), ("until", *tournaments.WITHOUT_SIZES))
ENTRIES = Table("entries_then", (*entries.TABLE.key, *_HOLDS), ("until", *entries.TABLE.values))
SIDES = Table("match_sides", ("tournament", "number", *_HOLDS), ("until", "first", "second"))
PERSONS = Table("persons_then", ("id", *_HOLDS), ("until", *persons.COUNTED))
SERIES = Table("series_then", ("id", *_HOLDS), ("until", *series.TABLE.values))
WINS = Table("wins_then", (*wins.TABLE.key, *_HOLDS), ("until", *wins.TABLE.values))
SIZES = Table("tournament_sizes", ("tournament", *_HOLDS), tournaments.SIZES)

_SPANNED = (TOURNAMENTS, ENTRIES, SIDES, PERSONS, SERIES, WINS)
TABLES = (*_SPANNED, SIZES)
_OF_KIND = {"tournament": (TOURNAMENTS, ENTRIES, SIDES, SIZES), "person": (PERSONS, WINS), "series": (SERIES,)}

Key = tuple[Column, ...]
Rows = dict[Key, Row]
"""What holds of a stream at some version, by key; without the key."""


class Spans:
    """What held from when until when, until it is written."""

    def __init__(self) -> None:
        self._open: dict[tuple[Table, Key], tuple[int, Row]] = {}
        self._done: dict[Table, list[Row]] = {table: [] for table in TABLES}
        self._ended: dict[tuple[Table, Key], int] = {}
        self._forgotten: list[StreamName] = []

    def note(self, step: Step) -> None:
        """What the event has ended and begun."""
        for table, before, after in _changed(step):
            for key in dict.fromkeys((*before, *after)):
                self._turn(step.position, (table, key), before.get(key), after.get(key))
        if isinstance(step.after, Tournament) and _is_sized(step):
            self._done[SIZES].append((step.after.id, step.position, *tournaments.sizes(step.after)))

    def forget(self, stream: StreamName) -> None:
        """All of the stream is noted anew, before anything else is."""
        self._forgotten.append(stream)

    def write(self, connection: Connection) -> None:
        """Write it. Within the caller's transaction."""
        for stream in self._forgotten:
            kind, _, name = stream.partition("-")
            for table in _OF_KIND.get(kind, ()):
                connection.execute(_forgetting(table), (name,))
        for table in _SPANNED:
            ended = [(until, *key) for (other, key), until in self._ended.items() if other is table]
            connection.cursor().executemany(_ending(table), ended)
        for (table, key), (since, row) in self._open.items():
            self._done[table].append((*key, since, None, *row))
        for table, rows in self._done.items():
            table.upsert(connection, rows)

    def _turn(self, position: int, what: tuple[Table, Key], before: Row | None, after: Row | None) -> None:
        if before == after:
            return
        noted = self._open.pop(what, None)
        if noted is not None:
            since, row = noted
            self._done[what[0]].append((*what[1], since, position, *row))
        elif before is not None:
            self._ended[what] = position
        if after is not None:
            self._open[what] = position, after


def _changed(step: Step) -> Iterator[tuple[Table, Rows, Rows]]:
    """What may be otherwise after the event: what it surely leaves as it was is not looked at."""
    before, after = step.before, step.after
    if isinstance(before, Tournament) and isinstance(after, Tournament):
        if not _is_described_alike(before, after):
            yield TOURNAMENTS, _tournament(before), _tournament(after)
        numbers = sorted(-number for number in after.laid if number < 0)
        yield ENTRIES, _entries(before, numbers), _entries(after, numbers)
        numbers = sorted(number for number in after.laid if number > 0)
        yield SIDES, _sides(before, numbers), _sides(after, numbers)
    elif isinstance(after, Person):
        yield PERSONS, _person(before), _person(after)
        yield WINS, _wins(before), _wins(after)
    elif isinstance(after, Series):
        yield SERIES, _series(before), _series(after)


def _is_described_alike(before: Tournament, after: Tournament) -> bool:
    """Whether all stands as it was that a tournament's row is made of, but for its sizes."""
    of_before = (before.settings, before.rounds, before.held, before.merged)
    of_after = (after.settings, after.rounds, after.held, after.merged)
    return all(one is other for one, other in zip(of_before, of_after, strict=True))


def _is_sized(step: Step) -> bool:
    """Whether the event changes how many there are of something. Versions are counted on from the newest such."""
    if not (isinstance(step.before, Tournament) and isinstance(step.after, Tournament)):
        return False
    version, *others = tournaments.sizes(step.after)
    return version == 1 or version % SIZES_EVERY == 0 or others != list(tournaments.sizes(step.before)[1:])


def _tournament(state: Tournament) -> Rows:
    return {} if state.settings is None else _by_key(1, [tournaments.row_without_sizes(state)])


def _entries(state: Tournament, numbers: Iterable[int]) -> Rows:
    return _by_key(2, (entries.row(state.id, state.entries[one]) for one in numbers if one in state.entries))


def _sides(state: Tournament, numbers: Iterable[int]) -> Rows:
    return {(state.id, one): state.matches[one].as_played[0] for one in numbers if one in state.matches}


def _person(state: State) -> Rows:
    return {(state.id,): persons.counted(state)} if isinstance(state, Person) and state.version else {}


def _wins(state: State) -> Rows:
    return _by_key(2, wins.rows([state])) if isinstance(state, Person) else {}


def _series(state: State) -> Rows:
    return _by_key(1, [series.row(state)]) if isinstance(state, Series) and state.version else {}


def _by_key(length: int, rows: Iterable[Row]) -> Rows:
    return {row[:length]: row[length:] for row in rows}


def _ending(table: Table) -> sql.Composed:
    own = [sql.SQL("{} = %s").format(sql.Identifier(name)) for name in table.key[:-1]]
    statement = sql.SQL("UPDATE {} SET until = %s WHERE {} AND until IS NULL")
    return statement.format(sql.Identifier(table.name), sql.SQL(" AND ").join(own))


def _forgetting(table: Table) -> sql.Composed:
    statement = sql.SQL("DELETE FROM {} WHERE {} = %s")
    return statement.format(sql.Identifier(table.name), sql.Identifier(table.key[0]))
