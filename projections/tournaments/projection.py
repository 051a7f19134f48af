"""The projection of tournaments with entries, matches and standings, of persons with what they have won, of series."""

from collections.abc import Sequence
from itertools import takewhile
from typing import ClassVar, LiteralString

from psycopg import Connection

from domain.application.details import details_of
from domain.journal.journal import Stored
from domain.person.state import Person
from domain.ports.command_handling import State
from projections.engine.log import Log
from projections.engine.projection import LARGEST_BATCH
from projections.engine.states import Batch, States, Step, Touched
from projections.engine.tables import Table
from projections.tournaments import (
    bans,
    entries,
    error_rates,
    imports,
    matches,
    matters,
    person_facts,
    persons,
    reports,
    sanctions,
    series,
    settlements,
    spans,
    standings,
    tournaments,
    wins,
)


class TournamentTables:
    """Every touched tournament, entry, match, person and series is written once a batch, and every touched table."""

    name: ClassVar[str] = "tournaments"
    rendering: ClassVar[int] = 27
    rebuild_reads: ClassVar[int] = 10
    largest_batch: ClassVar[int] = LARGEST_BATCH
    rest_seconds: ClassVar[float] = 0.0
    unchanging: ClassVar[LiteralString | None] = None
    tables: ClassVar[tuple[Table, ...]] = (
        *(
            model.TABLE
            for model in (
                tournaments,
                entries,
                matches,
                standings,
                reports,
                sanctions,
                matters,
                settlements,
                imports,
                error_rates,
                persons,
                person_facts,
                wins,
                bans,
                series,
            )
        ),
        imports.VIEWS,
        error_rates.COUNTED,
        error_rates.PUBLISHED,
        *spans.TABLES,
    )

    def __init__(self, log: Log, *, keeps_spans: bool = True) -> None:
        self._log = log
        self._keeps_spans = keeps_spans
        self._states = States(log)
        self._taken = Batch()
        self._spans = spans.Spans()

    def load(self, connection: Connection) -> None:
        """Nothing: states are read from the log as they are needed."""

    def read(self, after_position: int, limit: int) -> Sequence[Stored]:
        """The events after that position."""
        return self._log.read(after_position, limit)

    def take(self, stored: Sequence[Stored]) -> None:
        """Fold the events, and note what they touch, and what holds from each of them on. States are let go as soon as
        they are noted: to keep those of a whole batch takes longer than to fold it. What a fold raises leaves things
        noted: begin with a new projection then."""
        positions = {(one.recorded.stream, one.recorded.version): one.position for one in stored}

        def note(before: State, after: State) -> None:
            self._spans.note(Step(positions[after.stream, after.version], before, after))

        recorded = [one.recorded for one in stored]
        self._taken.add(self._states.fold(recorded, note) if self._keeps_spans else self._states.fold(recorded))

    def take_whole(self, state: State) -> None:
        """Note all of one tournament, person or series."""
        self._spans.forget(state.stream)
        stored = takewhile(lambda one: one.recorded.version <= state.version, self._log.whole(state.stream))
        for step in States(self._log).steps(stored):
            self._spans.note(step)
        self._taken.add(self._states.whole(state))

    def write(self, connection: Connection) -> None:
        """Write what was touched, as it now is."""
        self._write_persons(connection, list(self._taken.persons.values()))
        self._write_tournaments(connection, list(self._taken.tournaments.values()))
        series.TABLE.upsert(connection, [series.row(one) for one in self._taken.series.values()])
        self._spans.write(connection)
        self._taken, self._spans = Batch(), spans.Spans()

    def _write_tournaments(self, connection: Connection, batch: Sequence[Touched]) -> None:
        states = [touched.state for touched in batch]
        tournaments.TABLE.upsert(connection, [tournaments.row(state) for state in states])
        entries.TABLE.upsert(
            connection,
            [
                entries.row(touched.state.id, touched.state.entries[number])
                for touched in batch
                for number in sorted(touched.entries)
            ],
        )
        matches.TABLE.upsert(
            connection,
            [
                matches.row(touched.state, touched.state.matches[number])
                for touched in batch
                for number in sorted(touched.matches)
            ],
        )
        standings.TABLE.upsert(connection, [standings.row(state) for state in states])
        reports.TABLE.upsert(connection, list(reports.rows(batch)))
        sanctions.write(connection, states)
        matters.write(connection, states)
        settlements.TABLE.upsert(connection, list(settlements.rows(batch)))
        imports.TABLE.upsert(connection, list(imports.rows(states)))
        imports.VIEWS.upsert(connection, list(imports.views(states)))
        error_rates.write(connection, batch)

    def _write_persons(self, connection: Connection, batch: Sequence[Person]) -> None:
        known = details_of(batch, self._log)
        persons.TABLE.upsert(connection, [persons.row(person, known.get(person.id)) for person in batch])
        person_facts.TABLE.upsert(connection, [person_facts.row(person, known.get(person.id)) for person in batch])
        wins.write(connection, batch)
        bans.TABLE.upsert(connection, list(bans.rows(batch)))
