"""The library's recorder over our tables: the append, and reading the log by stream and by position."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Literal, NamedTuple, cast
from uuid import UUID

from eventsourcing.persistence import ApplicationRecorder, IntegrityError, Notification, StoredEvent, Subscription

from domain.journal import sealing
from domain.journal.connections import Connections
from domain.journal.sealing import Keys
from domain.kernel import canonical_json
from domain.kernel.ids import CommandId, PersonId, StreamName

CHANNEL = "scoresheet_events"
"""Told the log's position at every commit that moved it (LISTEN/NOTIFY)."""

_LAST = 2**63 - 1
_APPEND = (
    "SELECT * FROM public.scoresheet_append_in_time(%b::text[], %b::bytea[], %b::bytea[], "
    "%b::integer[], %b::text[], %b::bigint[], "
    "%b::integer[], %b::text[], %b::bigint[], %b::text[], %b::bytea[])"
)
_KEYS = "SELECT person, public.scoresheet_person_key(person) FROM unnest(%b::text[]) AS asked (person)"
_MAKE_KEYS = (
    "SELECT person, public.scoresheet_make_person_key(person, proposed)"
    " FROM unnest(%b::text[], %b::bytea[]) AS asked (person, proposed)"
)
_COLUMNS = "SELECT stream, version, topic, state, position FROM events "
_VERSION_AT = """
WITH RECURSIVE halved (low, high) AS (
    SELECT CASE WHEN position <= %(position)b THEN version ELSE 0 END, version FROM (
        SELECT version, position FROM events WHERE stream = %(stream)b ORDER BY version DESC LIMIT 1
    ) AS newest
    UNION ALL
    SELECT CASE WHEN held THEN middle ELSE low END, CASE WHEN held THEN high ELSE middle - 1 END
    FROM (SELECT low, high, (low + high + 1) / 2 AS middle FROM halved WHERE low < high) AS between_them
    CROSS JOIN LATERAL (SELECT coalesce((
        SELECT position <= %(position)b FROM events WHERE stream = %(stream)b AND version <= middle
        ORDER BY version DESC LIMIT 1
    ), true) AS held OFFSET 0) AS looked_at
)
SELECT version FROM events
WHERE stream = %(stream)b AND version <= (SELECT low FROM halved WHERE low = high) ORDER BY version DESC LIMIT 1
"""
"""The versions are halved until the one is found, since positions rise with them; the newest is looked at first, for
mostly it is that one. Looking back event by event would cost all that the stream has had since."""
_BY_STREAM = _COLUMNS + "WHERE stream = %b AND version > %b AND version <= %b ORDER BY version "
_OF_TOPICS = _COLUMNS + "WHERE stream = %b AND topic = ANY(%b) AND version <= %b ORDER BY version"
_BY_POSITION = _COLUMNS + "WHERE position >= %b AND position <= %b "
_VERSIONS = "SELECT stream, max(version) FROM events WHERE position BETWEEN %b AND %b GROUP BY stream"


@dataclass(frozen=True, slots=True)
class Append:
    """One command to append. `expected` are the versions it read and wrote upon; `answer` is None for a
    refusal, of which only the command's id and the versions are compared."""

    command: CommandId
    digest: bytes
    answer: bytes | None
    expected: Mapping[StreamName, int]
    events: Sequence[StoredEvent]


@dataclass(frozen=True, slots=True)
class Appended:
    """The outcome of one command. For `repeated`, digest and answer are those that were accepted before, the answer
    None once its term was over; for `outrun`, as the log holds a later time than its events name, `last_position` is
    that time in microseconds since 1970."""

    result: Literal["done", "repeated", "conflict", "outrun"]
    digest: bytes | None
    answer: bytes | None
    first_position: int
    last_position: int


class Logged(NamedTuple):
    """A row of the log, under the names that a notification of the library has. To make one of those takes as long as
    reading the row."""

    originator_id: str
    originator_version: int
    topic: str
    state: bytes
    id: int


def as_notifications(rows: Iterable[tuple[Any, ...]]) -> Sequence[Notification]:
    """The rows as what the library calls them."""
    return cast("list[Notification]", [Logged._make(row) for row in rows])


class JournalRecorder(ApplicationRecorder):
    """Writes and reads the log. Raises `Unavailable` where the database can't be reached."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def append(self, appends: Sequence[Append]) -> Sequence[Appended]:
        """Append all in one transaction, in order; one outcome each. Safe to send again after a fault."""
        checks = [check for one in appends for check in one.expected.items()]
        events = [event for one in appends for event in one.events]
        arguments = (
            [one.command for one in appends],
            [one.digest for one in appends],
            [one.answer for one in appends],
            list(accumulate(len(one.expected) for one in appends)),
            [stream for stream, _ in checks],
            [version for _, version in checks],
            list(accumulate(len(one.events) for one in appends)),
            [event.originator_id for event in events],
            [event.originator_version for event in events],
            [event.topic for event in events],
            [event.state for event in events],
        )
        return [Appended(*row) for row in self._rows(_APPEND, arguments)]

    def versions(self, first_position: int, last_position: int) -> Mapping[StreamName, int]:
        """The last version of each stream that has events in these positions, both included."""
        return dict(sorted(self._rows(_VERSIONS, (first_position, last_position))))

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: object) -> Sequence[int] | None:
        """The library's way in: all events as the one command their envelopes name."""
        if not stored_events:
            return None
        append = _append_of(stored_events)
        [done] = self.append([append])
        if done.result in ("conflict", "outrun") or (done.result == "repeated" and done.digest != append.digest):
            raise IntegrityError(f"{done.result}: {append.command}")
        return range(done.first_position, done.last_position + 1)

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[Notification]:
        """A stream's events after version `gt` and up to `lte`, by version."""
        query = _BY_STREAM + ("DESC " if desc else "") + "LIMIT %b"
        after, last = gt or 0, _LAST if lte is None else lte
        return as_notifications(self._rows(query, (str(originator_id), after, last, limit)))

    def select_of_topics(self, stream: StreamName, topics: Sequence[str], lte: int) -> Sequence[Notification]:
        """A stream's events of these topics, up to that version, by version."""
        return as_notifications(self._rows(_OF_TOPICS, (stream, list(topics), lte)))

    def version_at(self, stream: StreamName, position: int) -> int:
        """The number of the stream's events when the log ended there."""
        found = self._rows(_VERSION_AT, {"stream": stream, "position": position})
        return int(found[0][0]) if found else 0

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """The log's events from position `start` up to `stop`, in order; of these topics, if any are named."""
        first = 0 if start is None else start + (not inclusive_of_start)
        query = _BY_POSITION
        arguments: list[object] = [first, _LAST if stop is None else stop]
        if topics:
            query += "AND topic = ANY(%b) "
            arguments.append(list(topics))
        return as_notifications(self._rows(query + "ORDER BY position LIMIT %b", (*arguments, limit)))

    def max_notification_id(self) -> int | None:
        [[position]] = self._rows("SELECT max(position) FROM events", ())
        return cast("int | None", position)

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """The library asks for it, and nobody here: processes follow the log by its notices and by position."""
        raise NotImplementedError("follow the log by its notification log and its notices")

    def find_keys(self, persons: Collection[PersonId]) -> Keys:
        """The keys of those of the persons who have one; the erased are left out."""
        return _without_erased(self._rows(_KEYS, (sorted(persons),)))

    def make_keys(self, persons: Collection[PersonId]) -> Keys:
        """The keys of the persons, new ones where they had none; the erased are left out."""
        names = sorted(persons)
        keys = self.find_keys(names)
        lacking = [person for person in names if person not in keys]
        return {**keys, **self._make_keys(lacking)} if lacking else keys

    def _make_keys(self, persons: Sequence[PersonId]) -> Keys:
        proposed = [sealing.new_key() for _ in persons]
        return _without_erased(self._rows(_MAKE_KEYS, (list(persons), proposed)))

    def _rows(self, query: str, arguments: Sequence[object] | Mapping[str, object]) -> list[tuple[Any, ...]]:
        return self._connections.run(
            lambda connection: connection.cursor(binary=True).execute(query.encode(), arguments).fetchall()
        )


def _without_erased(rows: Sequence[tuple[Any, ...]]) -> Keys:
    return {person: key for person, key in rows if key is not None}


def _append_of(stored_events: Sequence[StoredEvent]) -> Append:
    commands = {str(canonical_json.decode(event.state)["command"]) for event in stored_events}
    if len(commands) != 1:
        raise IntegrityError(f"events of {len(commands)} commands can't be saved as one")
    expected: dict[StreamName, int] = {}
    for event in stored_events:
        expected.setdefault(StreamName(str(event.originator_id)), event.originator_version - 1)
    digest = hashlib.sha256(b"".join(event.state for event in stored_events)).digest()
    return Append(commands.pop(), digest, canonical_json.encode({}), expected, stored_events)
