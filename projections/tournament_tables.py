"""The projection of tournaments with entries, matches and standings, and of persons."""

from collections.abc import Sequence
from typing import ClassVar

from psycopg import Connection

from domain.ids import PersonId
from domain.journal.command import State
from projections.log import AnyRecorded, Log
from projections.models import entries, matches, persons, standings, tournaments
from projections.states import Batch, States
from projections.tables import Table


class TournamentTables:
    """Every touched tournament, entry, match and person is written once a batch, and every touched table."""

    name: ClassVar[str] = "tournaments"
    rendering: ClassVar[int] = 1
    tables: ClassVar[tuple[Table, ...]] = tuple(
        model.TABLE for model in (tournaments, entries, matches, standings, persons)
    )

    def __init__(self, log: Log) -> None:
        self._states = States(log)
        self._erased: set[PersonId] = set()

    def load(self, connection: Connection) -> None:
        """Only who was erased; states are read from the log as they are needed."""
        self._erased = persons.erased(connection)

    def apply(self, connection: Connection, recorded: Sequence[AnyRecorded]) -> None:
        """Write what the events change."""
        self._write(connection, self._states.fold(recorded))

    def renew(self, connection: Connection, state: State) -> None:
        """Write all of one tournament or person."""
        self._write(connection, self._states.whole(state))

    def _write(self, connection: Connection, batch: Batch) -> None:
        self._write_persons(connection, batch)
        states = [touched.state for touched in batch.tournaments]
        tournaments.TABLE.upsert(connection, [tournaments.row(state) for state in states])
        entries.TABLE.upsert(
            connection,
            [
                entries.row(touched.state.id, touched.state.entries[number], self._erased)
                for touched in batch.tournaments
                for number in sorted(touched.entries)
            ],
        )
        matches.TABLE.upsert(
            connection,
            [
                matches.row(touched.state, touched.state.matches[number])
                for touched in batch.tournaments
                for number in sorted(touched.matches)
            ],
        )
        standings.TABLE.upsert(connection, [standings.row(state) for state in states])

    def _write_persons(self, connection: Connection, batch: Batch) -> None:
        persons.TABLE.upsert(connection, [persons.row(person) for person in batch.persons])
        erased = {person.id for person in batch.persons if person.status == "erased"}
        if erased:
            self._erased |= erased
            entries.forget(connection, erased)
