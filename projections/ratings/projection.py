"""The projection of ratings: the ledgers in force, where everyone stands, and what tournaments changed.

The ledgers are in memory, loaded from the tables at the start; only lines and players that changed are written.
"""

from collections.abc import Sequence
from typing import ClassVar

from psycopg import Connection

from domain.journal.journal import Stored
from domain.kernel.ids import StreamName
from domain.person.state import Person
from domain.ports.command_handling import State
from projections.engine.log import Log
from projections.engine.states import Batch, States
from projections.engine.tables import Table
from projections.ratings import lines, openings, standings, totals
from projections.ratings.pools import PoolLedger, Pools, Rerated


class RatingTables:
    """All pools. A batch is rated at once, so that what depends on several corrections is rated again once."""

    name: ClassVar[str] = "ratings"
    rendering: ClassVar[int] = 1
    rebuild_reads: ClassVar[int] = 1_000_000
    rest_seconds: ClassVar[float] = 0.0
    tables: ClassVar[tuple[Table, ...]] = tuple(model.TABLE for model in (lines, totals, openings, standings))

    def __init__(self, log: Log) -> None:
        self._log = log
        self._states = States(log)
        self._pools = Pools()
        self._opened: dict[StreamName, Person] = {}

    def load(self, connection: Connection) -> None:
        """Rates all that is in force, in one pass; what comes out is what the tables hold."""
        self._pools.load(openings.load(connection), lines.load(connection))

    def read(self, after_position: int, limit: int) -> Sequence[Stored]:
        """The events after that position."""
        return self._log.read(after_position, limit)

    def take(self, stored: Sequence[Stored]) -> None:
        """Put what the events change into the ledgers, unrated."""
        self._take(self._states.fold([one.recorded for one in stored]))

    def take_whole(self, state: State) -> None:
        """Put all of one tournament, or one person's openings, into the ledgers."""
        self._take(self._states.whole(state))

    def _take(self, batch: Batch) -> None:
        self._pools.take(batch)
        self._opened.update(batch.persons)

    def write(self, connection: Connection) -> None:
        """Rate, and write the lines and players that changed."""
        settled = self._pools.settle()
        self._write_openings(connection)
        self._write_lines(connection, settled)
        for name, changes in settled:
            _write_standings(connection, name, self._pools.pool(name), changes.players)

    def _write_openings(self, connection: Connection) -> None:
        rows = [
            (pool, person.id, opening.rating, opening.experience)
            for person in self._opened.values()
            for pool, opening in sorted(person.opening_ratings.items())
        ]
        openings.TABLE.upsert(connection, rows)
        self._opened = {}

    def _write_lines(self, connection: Connection, settled: Sequence[tuple[str, Rerated]]) -> None:
        removed = [match for _, changes in settled for match in changes.removed]
        changed = any(changes.matches for _, changes in settled)
        if changed:
            rows = (
                lines.row(name, self._pools.pool(name).ledger.line(match))
                for name, changes in settled
                for match in changes.matches
            )
            lines.TABLE.bring_in(connection, rows)
        if changed or removed:
            totals.move(connection, removed)
        if changed:
            lines.TABLE.lay_over(connection)
        if removed:
            lines.remove(connection, removed)
            totals.tidy(connection)


def _write_standings(connection: Connection, name: str, pool: PoolLedger, players: Sequence[str]) -> None:
    shown = [player for player in players if pool.is_shown(player)]
    gone = [player for player in players if not pool.is_shown(player)]
    standings.TABLE.upsert(connection, [standings.row(name, player, pool.ledger.current(player)) for player in shown])
    if gone:
        standings.remove(connection, name, gone)
