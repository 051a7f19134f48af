"""The log: carry out commands, ask for states, read what was recorded."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import TimeoutError as StillWaiting
from contextlib import suppress
from copy import copy
from datetime import datetime
from typing import Any, NamedTuple

from eventsourcing.persistence import Notification

from domain.journal import sealing
from domain.journal.abandonment import require_wanted
from domain.journal.application import LogApplication
from domain.journal.connections import Connections, Dedicated, Pooled
from domain.journal.errors import POSITION_UNKNOWN, VERSION_UNKNOWN, Corrupt, Unavailable, Unfolded
from domain.journal.kept import Kept, program_of
from domain.journal.mapper import AnyRecorded, JournalMapper
from domain.journal.proposal import Proposer
from domain.journal.recorder import JournalRecorder
from domain.journal.registry import Registry
from domain.journal.search import Sought, candidates
from domain.journal.secrets import SealedSecrets
from domain.journal.states import Cache, Folds, Loader
from domain.journal.writer import Deciding, Writer
from domain.kernel.envelope import Event, Recorded, Salt
from domain.kernel.ids import StreamName
from domain.kernel.personal_text import Sealed
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.kernel.values import LARGEST_INTEGER
from domain.ports.command_handling import CommandOutcome, Request, State
from domain.ports.refused_answers import refusal_in

_GRACE_SECONDS = 2.0


class Stored(NamedTuple):
    """An event as it is in the log: its position, the bytes that are hashed, and what they say."""

    position: int
    recorded: AnyRecorded
    state: bytes


Sees = Callable[[Any], State]
"""What a reader may see of a stream that has come to this state: itself, or an earlier one."""


class Journal:
    """The log of one database. All methods may be called from any thread.

    `conninfo` is a libpq connection string or URL whose sessions act as the role `scoresheet_service`; `clock`
    gives aware moments, and `salts` the salt of each event. `patience_seconds` is how long a command or a read is tried
    while the database can't be reached; `cached_events` bounds the states kept in memory by the events they were made
    of. `application` is the same log as the library knows it.
    """

    def __init__(
        self,
        conninfo: str,
        clock: Callable[[], datetime],
        registry: Registry,
        folds: Folds,
        *,
        salts: Callable[[], Salt] = sealing.new_salt,
        cached_events: int = 300_000,
        readers: int = 4,
        patience_seconds: float = 10.0,
    ) -> None:
        self._registry = registry
        self._patience_seconds = patience_seconds
        self._closing = [fold.closing.topic for fold in folds.values() if fold.closing is not None]
        self._cache = Cache(cached_events)
        self._pool = Pooled(conninfo, readers, patience_seconds)
        self.application = _application(self._pool, registry)
        self._on_disk = Kept(self._pool, "state", program_of("domain"))
        self._loader = Loader(self.application, folds, self._cache, self._on_disk)
        self._connection = Dedicated(conninfo)
        writing = _application(self._connection, registry)
        loader = Loader(writing, folds, self._cache, replace(self._on_disk, connections=self._connection))
        proposer = Proposer(writing.mapper, folds, SealedSecrets(self._connection), salts)
        self._writer = Writer(writing.recorder, loader, self._cache, proposer, clock, patience_seconds)
        self._end: int | None = None
        self._sees: Mapping[str, Sees] = {}

    def as_of(self, position: int) -> "Journal":
        """The same log to read from, as it was when it ended there: its states, its histories and its position. What is
        in boxes is opened by the keys that there are now. Raises `Refused` for a position that is not there yet."""
        newest = self.position()
        if position > newest:
            raise Refused(POSITION_UNKNOWN, f"The newest position is {newest}.", position=position)
        past = copy(self)
        past._end = position
        return past

    def view_for(self, sees: Mapping[str, Sees]) -> "Journal":
        """The same log to read from by somebody who may not yet see all of some streams, by the kind of these: their
        states and histories end where the reader's sight does. Reads by position tell of all (`showing`)."""
        seen = copy(self)
        seen._sees = sees
        return seen

    def showing(self, stored: Iterable[Stored]) -> Iterator[Stored]:
        """Of these events those that the reader may see."""
        ends: dict[StreamName, int] = {}
        for one in stored:
            stream = one.recorded.stream
            if stream not in ends:
                seen = self._visible_part(stream)
                ends[stream] = LARGEST_INTEGER if seen is None else seen.version
            if one.recorded.version <= ends[stream]:
                yield one

    def execute(self, request: Request) -> CommandOutcome:
        """Carry the command out, once: a repetition gets the first answer. Blocks until it is on disk.

        Raises `Refused` (nothing is recorded then, unless the decision says that it was asked), what `decide` raises,
        and `Unavailable` where it is not known whether it was recorded: send it again with the same key.
        """
        future = self._writer.submit(request)
        try:
            outcome = future.result(self._patience_seconds + _GRACE_SECONDS)
        except StillWaiting:
            if not future.cancel():
                self._connection.sever()
            raise Unavailable("the database did not answer in time") from None
        refusal = refusal_in(outcome.answer)
        if refusal is not None:
            raise refusal
        return outcome

    def deciding(self) -> Deciding | None:
        """The decision that is being made, if one is: all commands after it wait for it."""
        return self._writer.deciding()

    def state(self, stream: StreamName, *, version: int | None = None, recorded_by: datetime | None = None) -> State:
        """The stream's state: now, after `version` events, or as of a moment (the longest prefix with nothing
        recorded later). Raises `Refused` for a version that is not there yet, `Corrupt`, `Unavailable`."""
        seen = self._visible_part(stream)
        if version is None and recorded_by is None:
            if self._end is None:
                return seen or self._loader.current(stream)
            version = self.version_at(stream, self._end)
        newest = LARGEST_INTEGER if seen is None else seen.version
        state = self._loader.replay(stream, min(newest, LARGEST_INTEGER if version is None else version), recorded_by)
        if version is not None and recorded_by is None and state.version != version:
            detail = f"The newest version is {state.version}."
            raise Refused(VERSION_UNKNOWN, detail, version=version, newest=state.version)
        return state

    def held_state(self, stream: StreamName) -> State:
        """The stream's state as it is held in memory, which may be behind the log; read from there where none is held.
        For what is recorded only if that state was the newest. Raises `Corrupt`, `Unavailable`."""
        return self.state(stream) if self._end is not None or self._sees else self._loader.kept_state(stream)

    def history(self, stream: StreamName, after_version: int = 0, limit: int = 1000) -> Sequence[Stored]:
        """The stream's events after that version, in order. Raises `Corrupt`, `Unavailable`."""
        return self._read_stored(
            self.application.recorder.select_events(stream, gt=after_version, lte=self._last(stream), limit=limit)
        )

    def of_kinds(self, stream: StreamName, kinds: Sequence[type[Event]]) -> Sequence[Stored]:
        """The stream's events of these kinds, in order. Raises `Corrupt`, `Unavailable`."""
        topics = [topic for kind in kinds for topic in self._registry.stored_topics(kind.TOPIC)]
        return self._read_stored(self.application.recorder.select_of_topics(stream, topics, self._last(stream)))

    def _last(self, stream: StreamName) -> int:
        """The newest version of the stream that the reader sees, or one beyond it."""
        if self._end is not None:
            return self.version_at(stream, self._end)
        seen = self._visible_part(stream)
        return LARGEST_INTEGER if seen is None else seen.version

    def version_at(self, stream: StreamName, position: int) -> int:
        """The number of the stream's events when the log ended there."""
        seen, version = self._visible_part(stream), self.application.recorder.version_at(stream, position)
        return version if seen is None else min(version, seen.version)

    def command_at(self, position: int) -> Sequence[Stored]:
        """The events that the command of the event there recorded, in all streams, as far as the reader sees them.
        Raises `Corrupt`, `Unavailable`."""
        (one,) = self.read(position - 1, 1)
        first = last = [one]
        while first[0].position > 1 and (before := self._same_command(one, first[0].position - 2)):
            first = [*before, *first]
        while after := self._same_command(one, last[-1].position):
            last = [*last, *after]
        return list(self.showing((*first, *last[1:])))

    def _same_command(self, one: Stored, after: int) -> list[Stored]:
        found = self.read(after, 1)
        return [each for each in found if each.recorded.command == one.recorded.command]

    def position_of(self, stream: StreamName, version: int) -> int:
        """Where in the log the stream's event of that version stands; 0 for version 0. Raises `Refused` for a version
        that is not there yet."""
        found = self.history(stream, version - 1, 1) if version else ()
        if version and not found:
            newest = (self._visible_part(stream) or self._loader.current(stream)).version
            raise Refused(VERSION_UNKNOWN, f"The newest version is {newest}.", version=version, newest=newest)
        return found[0].position if found else 0

    def whole(self, stream: StreamName, after_version: int = 0) -> Iterator[Stored]:
        """All of the stream's events after that version, read as they are taken. Raises likewise."""
        while page := self.history(stream, after_version):
            yield from page
            after_version = page[-1].recorded.version

    def read(self, after_position: int, limit: int) -> Sequence[Stored]:
        """The log's events after that position, in order; positions have no gaps, and what was seen once is
        never preceded by something new. Raises `Corrupt`, `Unavailable`."""
        notifications = self.application.notification_log.select(after_position, limit, inclusive_of_start=False)
        return self._read_stored(notifications)

    def search(
        self, sought: Sought, after: int, last: int, limit: int, *, newest_first: bool = False
    ) -> tuple[Sequence[Stored], int]:
        """Of the events after the position `after` and up to `last` those that are sought, in order, at most `limit`;
        and up to which position these are all, or from which on where the newest come first. Raises `Corrupt`,
        `Unavailable`."""
        topics = [] if sought.topic is None else self._registry.stored_topics(sought.topic)
        found, looked_at = candidates(self._pool, sought, topics, after, last, limit, newest_first=newest_first)
        done = [stored for stored in self._read_stored(found) if sought.was_done_by(stored.recorded)]
        return done, looked_at

    def position_at(self, moment: datetime) -> int:
        """The position of the last event that was recorded by that moment, 0 where none was: recorded times never go
        back. Raises `Corrupt`, `Unavailable`."""
        return bisect_right(
            range(self.position()),
            moment,
            key=lambda before: self.read(before, 1)[0].recorded.recorded_at,
        )

    def read_bytes(self, after_position: int, limit: int) -> Sequence[Stored]:
        """The same as they are stored, whether they can be read or not: of each envelope there are stream, version and
        topic alone, from the columns. Raises `Unavailable`."""
        notifications = self.application.notification_log.select(after_position, limit, inclusive_of_start=False)
        return [Stored(one.id, _columns(one), one.state) for one in notifications]

    def open_boxes(self, boxes: Collection[Sealed]) -> Mapping[str, Any]:
        """The contents of the boxes, by their places; None where a key was destroyed. Raises `Corrupt`,
        `Unavailable`."""
        keys = self.application.recorder.find_keys(sealing.persons(boxes))
        return {box.bound_to: sealing.open_box(box, keys) for box in boxes}

    def keep_states(self, after_position: int) -> int:
        """Keep in the database the states that are due since that position; up to which position that is done. Raises
        `Unavailable`, Abandoned."""
        newest = self.position()
        for stream, version in self._on_disk.due(after_position, newest, self._closing):
            with suppress(Corrupt, Unfolded):  # that one stands still, and all others go on
                self._loader.keep(stream, version)
        return newest

    def closed_versions(self) -> Sequence[tuple[StreamName, int]]:
        """The versions at which streams were closed, stream by stream in their order. Raises `Unavailable`."""
        return self._on_disk.closed_versions(self._closing)

    def open_kept(self, what: str, *packages: str) -> Kept:
        """The states of that kind kept in the database, by a program of these packages and the domain."""
        return replace(self._on_disk, what=what, program=program_of("domain", *packages))

    def position(self) -> int:
        """The position of the newest event; 0 in an empty log."""
        return self._end if self._end is not None else self._loader.position()

    def close(self) -> None:
        """Finish what was begun and let the connections go."""
        self._writer.close()
        self._connection.close()
        self._pool.close()

    def _visible_part(self, stream: StreamName) -> State | None:
        """The part of the stream that the reader may see now; None: all of it."""
        sees = self._sees.get(stream.partition("-")[0])
        return None if sees is None else sees(self._loader.current(stream))

    def _read_stored(self, notifications: Sequence[Notification]) -> list[Stored]:
        require_wanted()
        events = self.application.mapper.read(notifications)
        return [Stored(n.id, event, n.state) for n, event in zip(notifications, events, strict=True)]


def _application(connections: Connections, registry: Registry) -> LogApplication:
    recorder = JournalRecorder(connections)
    return LogApplication(recorder, JournalMapper(registry, recorder.make_keys))


def _columns(one: Notification) -> AnyRecorded:
    return Recorded[Any].model_construct(
        stream=StreamName(str(one.originator_id)), version=one.originator_version, topic=one.topic
    )
