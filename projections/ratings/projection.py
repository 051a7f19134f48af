"""The projection of ratings: the ledgers in force, where everyone stands, and what tournaments changed.

The ledgers are in memory, loaded from the tables at the start; only lines and players that changed are written.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import ClassVar, LiteralString, cast

from psycopg import Connection

from domain.journal.journal import Stored
from domain.kernel.ids import PersonId
from domain.person.state import OpeningRating, Person
from domain.ports.command_handling import State
from domain.rating.lines import LedgerMatch
from projections.engine.log import Log
from projections.engine.projection import LARGEST_BATCH
from projections.engine.states import States, Step
from projections.engine.tables import Table
from projections.ratings import lines, openings, rated_matches, standings, totals
from projections.ratings.pools import Match, PoolLedger, Pools, Rerated, matches_to_rate
from projections.ratings.rated_matches import Notes


class RatingTables:
    """All pools. A batch is rated at once, so that what depends on several corrections is rated again once; what is
    rated from which event on is noted event by event."""

    name: ClassVar[str] = "ratings"
    rendering: ClassVar[int] = 3
    rebuild_reads: ClassVar[int] = 1_000_000
    largest_batch: ClassVar[int] = LARGEST_BATCH
    rest_seconds: ClassVar[float] = 0.0
    unchanging: ClassVar[LiteralString | None] = None
    tables: ClassVar[tuple[Table, ...]] = (
        *(model.TABLE for model in (lines, totals, openings, standings)),
        totals.SUBTOTALS,
        *(rated_matches.MATCHES, rated_matches.OPENINGS, rated_matches.REACH, rated_matches.PARTS),
    )

    def __init__(self, log: Log) -> None:
        self._log = log
        self._states = States(log)
        self._pools = Pools()
        self._opened: dict[tuple[str, PersonId], OpeningRating | None] = {}
        self._notes = Notes()

    def load(self, connection: Connection) -> None:
        """Rates all that is in force, in one pass; what comes out is what the tables hold."""
        self._pools.load(openings.load(connection), lines.load(connection))

    def read(self, after_position: int, limit: int) -> Sequence[Stored]:
        """The events after that position."""
        return self._log.read(after_position, limit)

    def take(self, stored: Sequence[Stored]) -> None:
        """Put what the events change into the ledgers, unrated."""
        for step in self._states.steps(stored):
            for pool, match, line in _matches_rated(step):
                self._notes.match(step.position, pool, match, line, self._pools.pool(pool).find_match)
                self._pools.take_match(pool, match, line)
            for pool, person, opening in _openings_set(step):
                self._notes.opening(step.position, pool, person, opening)
                self._open(pool, person, opening)

    def take_whole(self, state: State) -> None:
        """Put all of one tournament, or one person's openings, into the ledgers; what was noted of it is noted again,
        from its events."""
        batch = self._states.whole(state)
        self._pools.take(batch)
        for person in batch.persons.values():
            for name in {**self._pools.pools, **person.openings}:
                self._open(name, person.id, person.openings.get(name))
        self._notes.forget(state.stream)
        for step in States(self._log).steps(islice(self._log.whole(state.stream), state.version)):
            for pool, match, line in _matches_rated(step):
                self._notes.match(step.position, pool, match, line, lambda _: None)
            for pool, person_id, opening in _openings_set(step):
                self._notes.opening(step.position, pool, person_id, opening)

    def write(self, connection: Connection) -> None:
        """Rate, and write the lines and players that changed."""
        settled = self._pools.settle()
        openings.write(connection, self._opened)
        self._opened = {}
        self._notes.write(connection)
        self._notes = Notes()
        self._write_lines(connection, settled)
        for name, changes in settled:
            _write_standings(connection, name, self._pools.pool(name), changes.players)

    def _open(self, pool: str, person: PersonId, opening: OpeningRating | None) -> None:
        self._opened[pool, person] = opening
        self._pools.take_opening(pool, person, opening)

    def _write_lines(self, connection: Connection, settled: Sequence[tuple[str, Rerated]]) -> None:
        removed = [match for _, changes in settled for match in changes.removed]
        changed = any(changes.matches for _, changes in settled)
        if changed or removed:
            rows = (
                lines.row(name, self._pools.pool(name).ledger.line(match))
                for name, changes in settled
                for match in changes.matches
            )
            lines.TABLE.bring_in(connection, rows)
            totals.move(connection, removed)
        if changed:
            lines.TABLE.lay_over(connection)
        if removed:
            lines.remove(connection, removed)
        if changed or removed:
            totals.tidy(connection)


def _write_standings(connection: Connection, name: str, pool: PoolLedger, players: Sequence[str]) -> None:
    shown = [player for player in players if pool.is_shown(player)]
    gone = [player for player in players if not pool.is_shown(player)]
    standings.TABLE.upsert(connection, [standings.row(name, player, pool.ledger.current(player)) for player in shown])
    if gone:
        standings.remove(connection, name, gone)


def _matches_rated(step: Step) -> Iterable[tuple[str, Match, LedgerMatch | None]]:
    """The matches that the event may have given another rating, as they are then."""
    touched = step.touched_part()
    return () if touched is None else matches_to_rate(touched)


def _openings_set(step: Step) -> Iterator[tuple[str, PersonId, OpeningRating | None]]:
    """The opening ratings that the event has set, or None: taken away, with the record that was merged (REG-1)."""
    if isinstance(step.after, Person):
        former, now = cast("Person", step.before).openings, step.after.openings
        for pool in sorted({*former, *now}):
            if former.get(pool) != now.get(pool):
                yield pool, step.after.id, now.get(pool)
