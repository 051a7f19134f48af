"""What lists over many streams hold, and from when until when: positions of the log.

A row is the event's own, whatever batch it came in, so the same log always makes the same rows. Of persons there is
nothing that is known of them here: names are those of now.
"""

from collections.abc import Iterable, Iterator

from psycopg import Connection, sql

from domain.kernel.entry_keys import entries_in, is_entry_key, matches_in
from domain.kernel.ids import StreamName
from domain.person.state import Person
from domain.ports.command_handling import State
from domain.series.state import Series
from domain.tournament.state import Tournament
from projections.engine.rows import Column, Row
from projections.engine.states import Step
from projections.engine.tables import Table
from projections.tournaments import (
    bans,
    entries,
    error_rates,
    imports,
    persons,
    reports,
    sanctions,
    series,
    tournaments,
    wins,
)
from projections.views.tournaments import taking_part

_HOLDS = ("since",)
SIZES_EVERY = 100


def _then(table: Table, values: tuple[str, ...] | None = None) -> Table:
    """The rows that the table held, from when until when."""
    return Table(f"{table.name}_then", (*table.key, *_HOLDS), ("until", *(table.values if values is None else values)))


TOURNAMENTS = _then(tournaments.TABLE, tournaments.WITHOUT_SIZES)
ENTRIES = _then(entries.TABLE)
SIDES = Table("match_sides", ("tournament", "number", *_HOLDS), ("until", "first", "second"))
SANCTIONS = _then(sanctions.TABLE)
ERROR_RATES = _then(error_rates.TABLE)
PUBLISHED = _then(error_rates.PUBLISHED)
REPORTS = _then(reports.TABLE)
IMPORTS = _then(imports.TABLE)
PERSONS = _then(persons.TABLE, persons.COUNTED)
WINS = _then(wins.TABLE)
BANS = _then(bans.TABLE, ("kind", "status", "placed_at", "status_since", "ends_at", "review", "document"))
SERIES = _then(series.TABLE)
SIZES = Table("tournament_sizes", ("tournament", *_HOLDS), tournaments.SIZES)

_OF_TOURNAMENTS = (TOURNAMENTS, ENTRIES, SIDES, SANCTIONS, ERROR_RATES, PUBLISHED, REPORTS, IMPORTS)
_OF_PERSONS = (PERSONS, WINS, BANS)
_SPANNED = (*_OF_TOURNAMENTS, *_OF_PERSONS, SERIES)
TABLES = (*_SPANNED, SIZES)
_OF_KIND = {"tournament": (*_OF_TOURNAMENTS, SIZES), "person": _OF_PERSONS, "series": (SERIES,)}

Key = tuple[Column, ...]
Rows = dict[Key, Row]
"""What holds of a stream at some version, by key; without the key."""
Changed = tuple[Table, Rows, Rows]
"""What a table holds of a stream before an event and after it, as far as it may be otherwise."""


class Spans:
    """The values that held from when until when, until they are written."""

    def __init__(self) -> None:
        self._open: dict[tuple[Table, Key], tuple[int, Row]] = {}
        self._done: dict[Table, list[Row]] = {table: [] for table in TABLES}
        self._ended: dict[tuple[Table, Key], int] = {}
        self._forgotten: list[StreamName] = []
        self._counted: tuple[object, int] = None, 0

    def note(self, step: Step) -> None:
        """Notes the spans that the event has ended and begun."""
        for table, before, after in _changed_rows(step):
            for key in dict.fromkeys((*before, *after)):
                self._turn(step.position, (table, key), before.get(key), after.get(key))
        if isinstance(step.before, Tournament) and isinstance(step.after, Tournament):
            self._size(step.position, step.before, step.after)

    def forget(self, stream: StreamName) -> None:
        """All of the stream is noted again, before anything else is."""
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

    def _size(self, position: int, before: Tournament, after: Tournament) -> None:
        """Note how many there are of what, where the event has changed that. Versions are counted on from there."""
        formerly = self._entries_counted(before)
        self._counted = self._entries_counted(after) if after.entries is not before.entries else formerly
        sizes, former = (self._counted[1], len(after.matches)), (formerly[1], len(before.matches))
        if after.version == 1 or after.version % SIZES_EVERY == 0 or sizes != former:
            self._done[SIZES].append((after.id, position, after.version, *sizes))

    def _entries_counted(self, state: Tournament) -> tuple[object, int]:
        """The entries and how many take part: counted where they have changed, not for every result."""
        return self._counted if state.entries is self._counted[0] else (state.entries, taking_part(state))

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


def _changed_rows(step: Step) -> Iterator[Changed]:
    """The rows that may be otherwise after the event: rows that it surely leaves as they were are not looked at."""
    before, after = step.before, step.after
    if isinstance(before, Tournament) and isinstance(after, Tournament):
        yield from _changed_tournament(before, after)
    elif isinstance(before, Person) and isinstance(after, Person):
        yield PERSONS, _person(before), _person(after)
        yield WINS, _wins(before), _wins(after)
        if before.bans is not after.bans:
            yield BANS, _bans(before), _bans(after)
    elif isinstance(after, Series):
        yield SERIES, _series(before), _series(after)


def _changed_tournament(before: Tournament, after: Tournament) -> Iterator[Changed]:
    if not _is_described_alike(before, after):
        yield TOURNAMENTS, _tournament(before), _tournament(after)
        yield IMPORTS, _import(before), _import(after)
    if after.laid:
        yield from _changed_parts(before, after)
    if not _is_ruled_alike(before, after):
        yield SANCTIONS, _sanctions(before), _sanctions(after)
    if numbers := _analysed_matches(before, after):
        yield ERROR_RATES, _error_rates(before, numbers), _error_rates(after, numbers)
    if numbers := _analysed_matches(before, after, is_published_alike=error_rates.is_published_alike(before, after)):
        yield PUBLISHED, _published_rows(before, numbers), _published_rows(after, numbers)
    if _has_ended(before) or _has_ended(after):
        yield REPORTS, _report(before), _report(after)


def _changed_parts(before: Tournament, after: Tournament) -> Iterator[Changed]:
    """The entries and matches that the event has laid."""
    entered = entries_in(after.laid)
    if entered:
        yield ENTRIES, _entries(before, entered), _entries(after, entered)
    played = matches_in(after.laid)
    if played:
        yield SIDES, _sides(before, played), _sides(after, played)


def _is_described_alike(before: Tournament, after: Tournament) -> bool:
    """Whether all stands as it was that a tournament's row is made of, but for its sizes."""
    return (
        before.settings is after.settings
        and before.rounds is after.rounds
        and before.held is after.held
        and before.merged is after.merged
        and before.imported is after.imported
    )


def _is_ruled_alike(before: Tournament, after: Tournament) -> bool:
    """Whether what rulings have ordered stands as it was, and against the same persons."""
    rulings, laid = after.directing.rulings, after.laid
    if rulings is not before.directing.rulings:
        return False
    return not rulings or not any(is_entry_key(number) or number in _ruled_matches(after) for number in laid)


def _ruled_matches(state: Tournament) -> set[int | None]:
    return {ruling.on.number for ruling in state.directing.rulings.values()}


def _analysed_matches(before: Tournament, after: Tournament, *, is_published_alike: bool = True) -> list[int]:
    """The matches of which something else may be known: recorded, or laid, since; or all with records."""
    known, former = after.match_records.matches, before.match_records.matches
    if not known and not former:
        return []
    if not is_published_alike:
        return sorted({*known, *former})
    recorded = known if known is not former else ()
    return sorted(
        {number for number in recorded if former.get(number) is not known[number]}
        | {number for number in after.laid if number in known}
    )


def _tournament(state: Tournament) -> Rows:
    return {} if state.settings is None else _by_key(1, [tournaments.row_without_sizes(state)])


def _entries(state: Tournament, numbers: Iterable[int]) -> Rows:
    return _by_key(2, (entries.row(state.id, state.entries[one]) for one in numbers if one in state.entries))


def _sides(state: Tournament, numbers: Iterable[int]) -> Rows:
    return {(state.id, one): state.matches[one].as_played[0] for one in numbers if one in state.matches}


def _sanctions(state: Tournament) -> Rows:
    return _by_key(4, sanctions.rows([state]))


def _error_rates(state: Tournament, numbers: Iterable[int]) -> Rows:
    return _by_key(3, (row for one in numbers if one in state.matches for row in error_rates.of_match(state, one)))


def _published_rows(state: Tournament, numbers: Iterable[int]) -> Rows:
    return _by_key(3, (row for one in numbers if one in state.matches for row in error_rates.public_rows(state, one)))


def _has_ended(state: Tournament) -> bool:
    return state.settings is not None and state.settings.ended_at is not None


def _report(state: Tournament) -> Rows:
    return _by_key(1, [reports.row(state)] if _has_ended(state) else ())


def _import(state: Tournament) -> Rows:
    return _by_key(1, imports.rows([state]))


def _person(state: Person) -> Rows:
    return {(state.id,): persons.person_row(state)} if state.version else {}


def _wins(state: Person) -> Rows:
    return _by_key(2, wins.rows([state]))


def _bans(state: Person) -> Rows:
    return _by_key(2, bans.rows([state]))


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
