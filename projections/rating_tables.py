"""The projection of ratings: the ledgers in force, where everyone stands, and what tournaments changed.

The ledgers are in memory, loaded from the tables at the start; only lines and players that changed are written.
"""

from collections.abc import Sequence
from typing import ClassVar

from psycopg import Connection

from domain.journal.command import State
from projections.log import AnyRecorded, Log
from projections.models import rating_lines, rating_openings, rating_totals, ratings
from projections.rating_pools import PoolLedger, Pools, Settled
from projections.states import Batch, States
from projections.tables import Table


class RatingTables:
    """All pools. A batch is rated at once, so that what depends on several corrections is rated again once."""

    name: ClassVar[str] = "ratings"
    rendering: ClassVar[int] = 1
    tables: ClassVar[tuple[Table, ...]] = tuple(
        model.TABLE for model in (rating_lines, rating_totals, rating_openings, ratings)
    )

    def __init__(self, log: Log) -> None:
        self._states = States(log)
        self._pools = Pools()

    def load(self, connection: Connection) -> None:
        """Rates all that is in force, in one pass; what comes out is what the tables hold."""
        for pool, person, rating, experience in rating_openings.load(connection):
            self._pools.pool(pool).open(person, rating, experience)
        for pool, match in rating_lines.load(connection):
            self._pools.pool(pool).put(match)
        for _ in self._pools.settle():
            pass

    def apply(self, connection: Connection, recorded: Sequence[AnyRecorded]) -> None:
        """Write what the events change."""
        self._write(connection, self._states.fold(recorded))

    def renew(self, connection: Connection, state: State) -> None:
        """Rate all of one tournament, or open all of one person's ratings."""
        self._write(connection, self._states.whole(state))

    def _write(self, connection: Connection, batch: Batch) -> None:
        self._pools.take(batch)
        settled = list(self._pools.settle())
        self._write_openings(connection, batch)
        self._write_lines(connection, settled)
        for name, changes in settled:
            _write_standings(connection, name, self._pools.pool(name), changes.players)

    def _write_openings(self, connection: Connection, batch: Batch) -> None:
        rows = [
            (pool, person.id, opening.rating, opening.experience)
            for person in batch.persons
            for pool, opening in sorted(person.opening_ratings.items())
        ]
        rating_openings.TABLE.upsert(connection, rows)

    def _write_lines(self, connection: Connection, settled: Sequence[tuple[str, Settled]]) -> None:
        removed = [match for _, changes in settled for match in changes.removed]
        changed = any(changes.matches for _, changes in settled)
        if changed:
            rows = (
                rating_lines.row(name, self._pools.pool(name).ledger.line(match))
                for name, changes in settled
                for match in changes.matches
            )
            rating_lines.TABLE.bring_in(connection, rows)
        if changed or removed:
            rating_totals.move(connection, removed)
        if changed:
            rating_lines.TABLE.lay_over(connection)
        if removed:
            rating_lines.remove(connection, removed)
            rating_totals.tidy(connection)


def _write_standings(connection: Connection, name: str, pool: PoolLedger, players: Sequence[str]) -> None:
    shown = [player for player in players if pool.is_shown(player)]
    gone = [player for player in players if not pool.is_shown(player)]
    ratings.TABLE.upsert(connection, [ratings.row(name, player, pool.ledger.current(player)) for player in shown])
    if gone:
        ratings.remove(connection, name, gone)
