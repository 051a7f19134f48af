"""The library's `ProjectionRunner` over our log and tables: one event, one transaction, the same SQL."""

import time
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import psycopg
from eventsourcing.application import Application
from eventsourcing.persistence import ApplicationRecorder, Notification, Subscription, Tracking, TrackingRecorder
from eventsourcing.projection import BaseProjectionRunner, Projection
from eventsourcing.utils import EnvType
from psycopg import Connection, sql

from domain.journal.application import LogApplication
from domain.journal.connections import Pooled
from domain.journal.journal import Journal, Stored
from domain.journal.mapper import DomainEvent
from domain.journal.recorder import JournalRecorder
from projections.engine import generations
from projections.engine import projection as ours
from projections.tournaments.projection import TournamentTables

_TRACK = "UPDATE library_tracking SET position = %s WHERE position < %s"
_TRACKED = "SELECT position FROM library_tracking"


_PAGE = 500
_PAUSE_SECONDS = 0.05
_PATIENCE_SECONDS = 600.0


class Following(Subscription[ApplicationRecorder]):
    """The log's events in order, past and to come, until it is stopped."""

    _page: Sequence[Notification] = ()

    def __next__(self) -> Notification:
        while not self._has_been_stopped:
            if self._page:
                found, *self._page = self._page
                self._last_notification_id = found.id
                return found
            self._page = self._recorder.select_notifications(
                self._last_notification_id, _PAGE, topics=self._topics, inclusive_of_start=False
            )
            time.sleep(0 if self._page else _PAUSE_SECONDS)
        raise StopIteration


class Followed(JournalRecorder):
    """Our recorder as the library's runner asks for it; processes of the service follow the log by its notices."""

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        return Following(self, gt, topics)


class Tables(TrackingRecorder):
    """Tables of ours in a session of its own; the position is in the same transaction, as the library's is."""

    def __init__(self, connection: Connection, followed: ours.Projection, start: int) -> None:
        super().__init__()
        self.connection = connection
        self.followed = followed
        connection.execute("CREATE TEMPORARY TABLE library_tracking (position bigint)")
        connection.execute("INSERT INTO library_tracking VALUES (%s)", (start,))

    def insert_tracking(self, tracking: Tracking) -> None:
        self.connection.execute(_TRACK, (tracking.notification_id, tracking.notification_id))

    def max_tracking_id(self, application_name: str) -> int | None:  # noqa: ARG002 -- there is one
        row = self.connection.execute(_TRACKED).fetchone()
        return row[0] if row else None

    def has_tracking_id(self, application_name: str, notification_id: int | None) -> bool:
        return (self.max_tracking_id(application_name) or 0) >= (notification_id or 0)


class OneByOne(Projection[Tables]):
    """What is measured. `reached` is the last position taken in."""

    def __init__(self, view: Tables, start: int) -> None:
        super().__init__(view)
        self.reached = start

    def process_event(self, domain_event: Any, tracking: Tracking) -> None:  # noqa: ANN401 -- the library's signature
        if not isinstance(domain_event, DomainEvent):
            raise TypeError(f"not ours: {domain_event!r}")
        with self.view.connection.transaction():
            self.view.insert_tracking(tracking)
            self.view.followed.take([Stored(0, domain_event.recorded, b"")])
            self.view.followed.write(self.view.connection)
        self.reached = tracking.notification_id


def events_per_second(conninfo: str, journal: Journal, start: int, seconds: float) -> float:
    """How fast the library follows the log from `start`, on tables filled up to there, for so many seconds."""
    with (
        psycopg.connect(conninfo, autocommit=True) as connection,
        closing(Pooled(conninfo, 1, _PATIENCE_SECONDS)) as pool,
    ):
        live = generations.live(connection, TournamentTables)
        connection.execute(sql.SQL("SET search_path TO {}, public").format(sql.Identifier(live.generation.schema)))
        followed = TournamentTables(journal)
        projection = OneByOne(Tables(connection, followed, start), start)
        with connection.transaction():
            for table in followed.tables:
                connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table.name)))
            _warm_up(followed, journal, start)
            followed.write(connection)
        runner = BaseProjectionRunner[Any](
            projection=projection,
            application_class=_application(journal, Followed(pool)),
            tracking_recorder=projection.view,
            topics=(),
        )
        with runner:
            first, begin = projection.reached, time.perf_counter()
            runner.run_forever(seconds)
            return (projection.reached - first) / (time.perf_counter() - begin)


def _warm_up(followed: ours.Projection, journal: Journal, upto: int) -> None:
    """Keep the states in memory, so that none has to be read while the time runs."""
    position = 0
    while position < upto:
        stored = journal.read(position, min(5_000, upto - position))
        followed.take(stored)
        position = stored[-1].position


def _application(journal: Journal, recorder: JournalRecorder) -> type[Application[Any]]:
    class OurLog(LogApplication):
        def __init__(self, _: EnvType | None = None) -> None:
            super().__init__(recorder, journal.application.mapper)

    return OurLog
