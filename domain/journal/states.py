"""The states of streams, kept in memory and brought up to date with what was recorded since; a start begins with those
that are kept of long streams in the database."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any

from domain.journal import kept
from domain.journal.abandonment import require_wanted
from domain.journal.application import LogApplication
from domain.journal.asked_once import asks_once, once
from domain.journal.errors import Unfolded
from domain.journal.kept import Kept
from domain.journal.mapper import AnyRecorded
from domain.journal.recent import Recent, recent_states
from domain.kernel.envelope import Recorded
from domain.kernel.frozen_bytes import from_bytes, to_bytes
from domain.kernel.ids import StreamName
from domain.kernel.values import LARGEST_INTEGER
from domain.ports.command_handling import State

_PAGE = 1_000
"""Events that are folded before it is looked whether anybody still waits for them."""
_STEP = 100
"""Versions between two states of the past that are kept."""
_LOADERS = 64
_MOST_SEEN = 1_000
"""Streams of which it is known where the log ended when they were read last: those that pages are being made of."""


@dataclass(frozen=True, slots=True)
class Closing:
    """The kind of event that closes a stream, by its topic, the digest of the outcome that such an event tells, None
    where it tells none, and the digest of what a state comes to."""

    topic: str
    told: Callable[[Recorded[Any]], str | None]
    reached: Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Fold:
    """The way to fold a kind of stream: the state before its first event, and one event laid on a state; and what
    closes such a stream, where something does."""

    initial: Callable[[StreamName], State]
    evolve: Callable[[Any, Recorded[Any]], State]
    closing: Closing | None = None

    def is_closed_otherwise(self, state: State, last: Recorded[Any]) -> bool:
        """Whether the last event of the state closes the stream, and tells another outcome than the state has."""
        if self.closing is None or last.topic != self.closing.topic:
            return False
        told = self.closing.told(last)
        return told is not None and told != self.closing.reached(state)


Folds = Mapping[str, Fold]
"""By the kind of stream, which is its name up to the first hyphen."""


def fold_of(folds: Folds, stream: StreamName) -> Fold:
    """The fold of this stream. Raises `Unfolded`."""
    kind = stream.partition("-")[0]
    try:
        return folds[kind]
    except KeyError:
        raise Unfolded(f"no kind of stream is called {kind!r} ({stream})") from None


def _version(state: State) -> int:
    return state.version


class Cache:
    """States most recently used, as many as have `most_events` events together, each a quarter of them at most; and
    beside them, as many again, the states that they were at every so many versions. States share what they have in
    common, so these cost what lies between two of them."""

    def __init__(self, most_events: int) -> None:
        self._held = recent_states(most_events)
        self._passed: Recent[tuple[State, ...]] = Recent(most_events, lambda passed: _STEP * len(passed))
        self._seen: Recent[tuple[int, int]] = Recent(_MOST_SEEN, lambda _: 0)
        self._changing = Lock()
        self._loading = [Lock() for _ in range(_LOADERS)]

    def loading(self, stream: StreamName) -> Lock:
        """Held while a reader loads the stream, so that many who ask for it at once load it once."""
        return self._loading[hash(stream) % _LOADERS]

    def get(self, stream: StreamName) -> State | None:
        with self._changing:
            return self._held.get(stream)

    def pass_by(self, state: State) -> None:
        """Keep this state of the past, if it is one that is kept: replays begin at the nearest one."""
        if state.version % _STEP == 0:
            with self._changing:
                passed = self._passed.get(state.stream) or ()
                at = bisect_left(passed, state.version, key=_version)
                kept = passed[at : at + 1]
                if not kept or kept[0].version != state.version:
                    self._passed.put(state.stream, (*passed[:at], state, *passed[at:]))

    def nearest(self, stream: StreamName, version: int) -> State | None:
        """The newest state of the past that is kept and not beyond that version."""
        with self._changing:
            passed = self._passed.get(stream) or ()
            at = bisect_right(passed, version, key=_version)
            return passed[at - 1] if at else None

    def put(self, stream: StreamName, state: State) -> None:
        """Keep this state, unless a newer one is kept already."""
        with self._changing:
            kept = self._held.get(stream)
            if kept is None or kept.version <= state.version:
                self._held.put(stream, state)

    def note_newest(self, state: State, position: int) -> None:
        """This was the stream's newest state when the log ended there."""
        with self._changing:
            self._seen.put(state.stream, (state.version, position))

    def newest_at(self, stream: StreamName, position: int) -> State | None:
        """The stream's state, where the log ended just there when it was the newest; None: it is to be asked for."""
        with self._changing:
            held = self._held.get(stream)
            return held if held and self._seen.get(stream) == (held.version, position) else None

    def forget(self, stream: StreamName) -> None:
        with self._changing:
            for kept in (self._held, self._passed, self._seen):
                kept.drop(stream)

    def clear(self) -> None:
        with self._changing:
            for kept in (self._held, self._passed, self._seen):
                kept.clear()


class Loader:
    """Folds streams as they are in the log."""

    def __init__(self, log: LogApplication, folds: Folds, cache: Cache, on_disk: Kept) -> None:
        self._recorder = log.recorder
        self._mapper = log.mapper
        self._folds = folds
        self._cache = cache
        self._on_disk = on_disk

    def current(self, stream: StreamName) -> State:
        """The stream's state with all that is recorded now."""
        return once((self, stream), lambda: self._current_now(stream))

    def _current_now(self, stream: StreamName) -> State:
        # Asked before the stream is read, so that what is seen of it is at least what there was then.
        newest = self.position() if asks_once() else None
        with self._cache.loading(stream):
            held = None if newest is None else self._cache.newest_at(stream, newest)
            if held is None:
                held = self._forward(stream, self._cache.get(stream))
                if newest is not None:
                    self._cache.note_newest(held, newest)
            return held

    def position(self) -> int:
        """The position of the newest event; 0 in an empty log. A page that asks for many streams asks for it once, and
        for the streams only where the log has grown since somebody did."""
        return once((self, "position"), lambda: self._recorder.max_notification_id() or 0)

    def kept_state(self, stream: StreamName) -> State:
        """The stream's state as kept, possibly behind the log; read from the log where none is kept."""
        return self._cache.get(stream) or self._forward(stream, None)

    def renew(self, streams: Iterable[StreamName]) -> Mapping[StreamName, int]:
        """Bring what is kept of these streams up to date; their versions now."""
        return {stream: self._forward(stream, self._cache.get(stream)).version for stream in streams}

    def replay(self, stream: StreamName, version: int | None, recorded_by: datetime | None) -> State:
        """The state after `version` events, or fewer: the longest prefix with nothing recorded later; from the nearest
        state of the past that is kept. Raises Abandoned."""
        newest = LARGEST_INTEGER if version is None else version
        if recorded_by is not None:
            newest = min(newest, self._version_by(stream, recorded_by))
        fold = fold_of(self._folds, stream)
        state = self._nearest_state(fold, stream, newest)
        while state.version < newest:
            require_wanted()
            stored = self._recorder.select_events(stream, gt=state.version, lte=newest, limit=_PAGE)
            if not stored:
                break
            state = self._lay_events(fold, state, self._mapper.read(stored))
        return state

    def keep(self, stream: StreamName, version: int) -> None:
        """Keep in the database what the stream was then, unless it is kept. Raises Abandoned."""
        if not self._on_disk.has(stream, version):
            self._on_disk.keep(stream, version, to_bytes(self.replay(stream, version, None)))

    def _nearest_state(self, fold: Fold, stream: StreamName, upto: int) -> State:
        """The newest state that is kept and not beyond that version."""
        near = self._cache.nearest(stream, upto) or fold.initial(stream)
        far = self._read_from_disk(stream, near.version, upto) if upto - near.version >= kept.EVERY else None
        return far or near

    def _read_from_disk(self, stream: StreamName, after: int, upto: int) -> State | None:
        content = self._on_disk.newest(stream, after, upto)
        if content is None:
            return None
        try:
            state: State = from_bytes(content)
        except ValueError:
            return None
        if self._is_closed_otherwise(state):
            return None
        self._cache.pass_by(state)
        return state

    def _is_closed_otherwise(self, state: State) -> bool:
        """Whether the log tells another outcome than the state that was kept of it has."""
        fold = fold_of(self._folds, state.stream)
        if fold.closing is None:
            return False
        last = self._recorder.select_events(state.stream, gt=state.version - 1, lte=state.version, limit=1)
        return any(fold.is_closed_otherwise(state, one) for one in self._mapper.read(last))

    def _version_by(self, stream: StreamName, moment: datetime) -> int:
        """The number of events that the stream had by then: recorded times never go back."""

        def time_of(version: int) -> datetime:
            return self._mapper.read(self._recorder.select_events(stream, gt=version, limit=1))[0].recorded_at

        return bisect_right(range(self._recorder.version_at(stream, LARGEST_INTEGER)), moment, key=time_of)

    def _lay_events(self, fold: Fold, state: State, recorded: Sequence[AnyRecorded]) -> State:
        """The state with the events laid on it, those on the way that are kept as states of the past included."""
        while recorded:
            until = _STEP - state.version % _STEP
            state, recorded = lay(fold, state, recorded[:until]), recorded[until:]
            self._cache.pass_by(state)
        return state

    def _forward(self, stream: StreamName, held: State | None) -> State:
        """The state with all that was recorded since; kept from now on."""
        fold = fold_of(self._folds, stream)
        newest = held or fold.initial(stream)
        while True:
            stored = self._recorder.select_events(stream, gt=newest.version, limit=_PAGE)
            is_long = newest.version == 0 and len(stored) == _PAGE
            begun = self._read_from_disk(stream, 0, LARGEST_INTEGER) if is_long else None
            newest = begun or self._lay_events(fold, newest, self._mapper.read(stored))
            if len(stored) < _PAGE:
                break
        if newest.version > 0:
            self._cache.put(stream, newest)
        return newest


def lay(fold: Fold, state: State, recorded: Iterable[AnyRecorded]) -> State:
    """The state with the events laid on it in order. Each must fit, and carry the state one version on: `Unfolded`."""
    for one in recorded:
        try:
            state = fold.evolve(state, one)
        except (LookupError, ValueError, TypeError, AttributeError) as misfit:
            raise Unfolded(f"{one.stream}: event {one.version} does not fit what was before") from misfit
        if state.version != one.version:
            raise Unfolded(f"{one.stream}: event {one.version} made version {state.version}")
    return state
