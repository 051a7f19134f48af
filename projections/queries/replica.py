"""Reads of the tables on a streaming replica, as far as it has come. What it can't answer the primary does."""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, LiteralString

import psycopg
from psycopg import Connection
from psycopg_pool import PoolTimeout

from domain.evidence.merkle import Hash
from projections.queries.pool import Pool
from projections.queries.queries import Readings
from projections.ratings.rated_then import RatedThen
from projections.registry.catalogue import PROJECTIONS, READ

MOMENT_SECONDS = 0.1
"""For so long a read waits for the replica before it is asked at the primary."""
BEHIND_SECONDS = 2.0
"""Nothing is read from a replica that does not show what the primary showed so long ago."""
LOOKS_SECONDS, ASKS_SECONDS = 0.02, 0.5
"""How often it is looked how far the replica is, and asked how far the primary is."""
_WHICH = "SELECT system_identifier, current_database(), pg_is_in_recovery() FROM pg_control_system()"
_FAILED = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.ProgrammingError, PoolTimeout)
"""It is away, has ended a read that kept it from going on, or lacks a migration that the primary has."""


class ReplicaReadings(Readings):
    """The readings of a replica of the primary's database. May be used from any thread, once it has begun to look."""

    def __init__(self, pool: Pool, primary: Readings) -> None:
        super().__init__(pool)
        self._primary = primary
        self._most: Mapping[str, int] = {}
        self._fresh_at = self._asked_at = float("-inf")
        self._goal = 0

    def begin(self) -> None:
        """Looks from now on how far it has come."""
        self._watch()

    def shows(self, position: int, made_from: Collection[str]) -> bool:
        """Whether reads there show the position, and what the followers of this process were told of."""
        wanted = max(position, self._primary.position_for_listeners(made_from))
        return self.is_fresh() and self._are_at(wanted, made_from)

    def will_show(self, position: int, made_from: Collection[str]) -> bool:
        """Whether they do within a moment."""
        wanted = max(position, self._primary.position_for_listeners(made_from))
        with self._news:
            return self.is_fresh() and self._news.wait_for(lambda: self._are_at(wanted, made_from), MOMENT_SECONDS)

    def is_fresh(self) -> bool:
        """Whether it was seen a moment ago, not far behind."""
        return time.monotonic() - self._fresh_at < BEHIND_SECONDS

    def _are_at(self, position: int, made_from: Collection[str]) -> bool:
        return all(self._reached.get(PROJECTIONS[name].name, -1) >= position for name in made_from)

    def _rows(self, query: LiteralString, **values: object) -> Sequence[tuple[Any, ...]]:
        try:
            return super()._rows(query, **values)
        except psycopg.errors.QueryCanceled:
            raise  # it has taken as long as one may: at the primary it would take as long again
        except _FAILED:
            self._reached = {}
        except psycopg.errors.ReadOnlySqlTransaction:
            pass
        return self._primary._rows(query, **values)

    @contextmanager
    def then(self, position: int) -> Iterator[RatedThen | None]:
        """The past, by the primary."""
        with self._primary.then(position) as found:
            yield found

    def rows_then(
        self, position: int, query: LiteralString, values: Mapping[str, object]
    ) -> Sequence[tuple[Any, ...]] | None:
        """The past, by the primary."""
        return self._primary.rows_then(position, query, values)

    def inclusion(self, index: int, size: int) -> Sequence[Hash]:
        """A proof, by the primary."""
        return self._primary.inclusion(index, size)

    def _listen(self) -> None:
        """A replica tells no news, so it is looked there again and again."""
        try:
            with self._pool.connection() as connection:
                self._require_copy(connection)
                while not self._closing.wait(LOOKS_SECONDS):
                    self._look(connection)
        except psycopg.ProgrammingError as error:
            raise psycopg.OperationalError("the replica lacks what is read there, so far") from error
        finally:
            self._reached = {}

    def _require_copy(self, connection: Connection[Any]) -> None:
        """Another database would answer with what is not so."""
        there = connection.execute(_WHICH).fetchone()
        here = self._primary._rows(_WHICH)[0]
        if there is None or there[:2] != here[:2]:
            raise psycopg.OperationalError("what is named as a replica is one of another database")

    def _look(self, connection: Connection[Any]) -> None:
        """One that was started again may be behind what it has shown: nothing is read there until it is back."""
        found = self._positions_on(connection)
        if any(found.get(name, 0) < position for name, position in self._most.items()):
            self._reached = {}
            return
        self._most = found
        self._keep_fresh(min((found.get(name, 0) for name in READ), default=0))
        self._tell(found)

    def _keep_fresh(self, reached: int) -> None:
        """The primary is asked how far it is; the replica is as fresh as the newest such answer that it has reached."""
        now = time.monotonic()
        if reached >= self._goal:
            self._fresh_at = self._asked_at
            if now - self._asked_at > ASKS_SECONDS:
                self._asked_at, self._goal = now, self._primary.shown_position().position
                self._fresh_at = now if reached >= self._goal else self._fresh_at
