"""Positions of the projections: reading them, waiting for them, and what is parked."""

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import Connection
from psycopg_pool import PoolTimeout

from domain.journal.asked_once import once
from domain.kernel.ids import StreamName
from domain.kernel.values import Pool as Rated
from projections.engine import shortened_log
from projections.engine.generations import CHANNEL
from projections.engine.shortened_log import Shortened
from projections.queries.pool import Pool, Reader
from projections.ratings.projection import RatingTables
from projections.registry.catalogue import PROJECTIONS, READ
from projections.tournaments.projection import TournamentTables

_POSITIONS = "SELECT name, least(position, log_ended_at) FROM projections WHERE is_live ORDER BY name"
_SHOWN = """
SELECT live.name, least(live.position, live.log_ended_at), parked.stream
FROM projections AS live
LEFT JOIN projections_parked AS parked ON parked.projection = live.name AND parked.generation = live.generation
WHERE live.is_live
"""
_POOLS = """
SELECT 'tournament-' || id, document::jsonb -> 'pools' FROM projected.tournaments WHERE id = ANY(%(ids)s::uuid[])
"""
_PARKED = """
SELECT parked.stream, parked.projection, parked.position, parked.error
FROM projections_parked AS parked
JOIN projections AS live ON live.name = parked.projection AND live.generation = parked.generation AND live.is_live
WHERE %(stream)s::text IS NULL OR parked.stream = %(stream)s
ORDER BY parked.projection, parked.stream
"""
_POLL_SECONDS = 0.25
_SHARED_CHANNEL = "scoresheet_shared"


@dataclass(frozen=True, slots=True)
class Parked:
    """A stream that a projection could not follow beyond the event before `position`, and why."""

    stream: StreamName
    projection: str
    position: int
    error: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The state that all readings show: the log up to `position`, without what came to the streams that stand still
    from some event on, by projection."""

    position: int
    parked: frozenset[tuple[str, StreamName]]

    def lacks(self, stream: StreamName) -> bool:
        """Whether what is shown of a tournament or a person lacks something."""
        return (TournamentTables.name, stream) in self.parked

    def lacks_any(self, kind: str) -> bool:
        """Whether a list of all `tournament`s or `person`s lacks something."""
        return any(name == TournamentTables.name and stream.startswith(f"{kind}-") for name, stream in self.parked)


class PositionReadings(Reader):
    """Waiting is done by one thread for all who wait: it is shown of news, asks now and then too, and holds one
    connection of the pool once anybody has had to wait."""

    def __init__(self, pool: Pool) -> None:
        super().__init__(pool)
        self._news = threading.Condition()
        self._reached: Mapping[str, int] = {}
        self._tellings = 0
        self._watching: threading.Thread | None = None
        self._listeners: list[Callable[[Mapping[str, int]], None]] = []
        self.hears: Callable[[str], object] = lambda _: None
        """Told of which kind something has changed that workers share, once anybody listens."""
        self._closing = threading.Event()

    def positions(self) -> Mapping[str, int]:
        """The position up to which each projection has followed the log; one that has gone further than the log, only
        to its end."""
        return dict(self._rows(_POSITIONS))

    def position_for_listeners(self, projections: Collection[str]) -> int:
        """The position up to which the projections named are for those who listen; 0 where nobody does."""
        names = [PROJECTIONS[name].name for name in projections]
        return min((self._reached.get(name, 0) for name in names), default=0) if self._listeners else 0

    def shown_position(self) -> Shown:
        """The position up to which all readings have come, and what they lack. Ask before reading: so it never promises
        too much."""
        return once((self, "shown"), self._shown_now)

    def _shown_now(self) -> Shown:
        rows = self._rows(_SHOWN)
        parked = frozenset((name, stream) for name, _, stream in rows if stream is not None)
        return Shown(min((position for name, position, _ in rows if name in READ), default=0), parked)

    def lacks_rated(self, shown: Shown, pool: Rated) -> bool:
        """Whether the pool's ratings lack something, or may: what stands still of a person may be an opening rating in
        any pool, and of a tournament that is not shown at all the pool is not known."""
        streams = [stream for name, stream in shown.parked if name == RatingTables.name]
        if not streams:
            return False
        ids = [stream.removeprefix("tournament-") for stream in streams if stream.startswith("tournament-")]
        pools = dict(self._rows(_POOLS, ids=ids))
        return any(pool in pools.get(stream, (pool,)) for stream in streams)

    def wait_for(self, position: int, timeout_seconds: float, projections: Collection[str] | None = None) -> bool:
        """True as soon as the projections named, by default all that answers are made from, have reached the position;
        False if they have not within the time. A stream that is parked does not hold this up: ask `parked` whether the
        answer is whole.

        Raises `KeyError` for an unknown projection.
        """
        wanted = [PROJECTIONS[name].name for name in (READ if projections is None else projections)]
        # What was announced before the question may be more than a server that has crashed since still knows.
        told = self._tellings
        if _have_reached(self.positions(), wanted, position):
            return True

        def is_told() -> bool:
            return self._tellings > told and _have_reached(self._reached, wanted, position)

        self._watch()
        with self._news:
            return self._news.wait_for(is_told, timeout_seconds)

    def listen(self, listener: Callable[[Mapping[str, int]], None]) -> None:
        """Has the listener told from now on how far each projection has come, in the thread that watches for all."""
        self._listeners.append(listener)
        self._watch()

    def parked_streams(self, stream: StreamName | None = None) -> Sequence[Parked]:
        """The streams that stand still, or only that one; an answer that it touches is incomplete."""
        return [Parked(*row) for row in self._rows(_PARKED, stream=stream)]

    def shortened_projections(self) -> Sequence[Shortened]:
        """The projections that have gone further than the log, and stand still."""
        with self._pool.connection() as connection:
            return shortened_log.find(connection)

    def close(self) -> None:
        """Stop watching; the pool stays open."""
        self._closing.set()
        if self._watching is not None:
            self._watching.join()

    def _watch(self) -> None:
        with self._news:
            if self._watching is None:
                self._watching = threading.Thread(target=self._keep_watching, name="positions", daemon=True)
                self._watching.start()

    def _keep_watching(self) -> None:
        while not self._closing.is_set():
            try:
                self._listen()
            except (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout):
                self._closing.wait(_POLL_SECONDS)  # anyone who waits meanwhile runs out of time, and says so

    def _listen(self) -> None:
        with self._pool.connection() as connection:
            former, connection.autocommit = connection.autocommit, True
            connection.execute(f"LISTEN {CHANNEL}; LISTEN {_SHARED_CHANNEL}")
            try:
                while not self._closing.is_set():
                    self._tell(self._positions_on(connection))
                    for news in connection.notifies(timeout=_POLL_SECONDS, stop_after=1):
                        if news.channel == _SHARED_CHANNEL:
                            self.hears(news.payload)
            finally:
                if not connection.closed:
                    connection.execute("UNLISTEN *")
                    connection.autocommit = former

    def _positions_on(self, connection: Connection[Any]) -> Mapping[str, int]:
        return dict(connection.execute(_POSITIONS).fetchall())

    def _tell(self, positions: Mapping[str, int]) -> None:
        with self._news:
            self._reached = positions
            self._tellings += 1
            self._news.notify_all()
        for listener in self._listeners:
            listener(positions)


def _have_reached(positions: Mapping[str, int], wanted: Collection[str], position: int) -> bool:
    return all(positions.get(name, 0) >= position for name in wanted)
