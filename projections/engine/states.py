"""The states that events are laid on, kept between batches."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from domain.application.catalogue import FOLDS
from domain.journal.journal import Stored
from domain.journal.mapper import AnyRecorded
from domain.journal.recent import recent_states
from domain.journal.states import fold_of, lay
from domain.kernel.entry_keys import entries_in, matches_in
from domain.kernel.ids import StreamName
from domain.person.state import Person
from domain.ports.command_handling import State
from domain.series.state import Series
from domain.tournament.matches.events import MatchEvent
from domain.tournament.state import Tournament
from projections.engine.log import Log

MOST_EVENTS = 300_000

Passed = Callable[[State, State], None]
"""Told of a stream before and after an event."""


@dataclass(slots=True)
class Touched:
    """A tournament after a batch, what it was before (None: show all of it), and which of its parts had events."""

    state: Tournament
    before: Tournament | None
    entries: set[int] = field(default_factory=set)
    matches: set[int] = field(default_factory=set)


class Step(NamedTuple):
    """One event: its position in the log, and its stream before and after it."""

    position: int
    before: State
    after: State

    def touched_part(self) -> Touched | None:
        """The tournament before and after it, with the matches that it touched; None where it is another stream's."""
        if not isinstance(self.after, Tournament):
            return None
        return Touched(self.after, cast("Tournament", self.before), matches={*matches_in(self.after.laid)})


@dataclass(slots=True)
class Batch:
    """The states that events made of their streams, in the order in which these were first touched."""

    tournaments: dict[StreamName, Touched] = field(default_factory=dict)
    persons: dict[StreamName, Person] = field(default_factory=dict)
    series: dict[StreamName, Series] = field(default_factory=dict)

    def add(self, other: "Batch") -> None:
        """Add what came of later events."""
        self.persons.update(other.persons)
        self.series.update(other.series)
        for stream, later in other.tournaments.items():
            earlier = self.tournaments.setdefault(stream, later)
            if earlier is not later:
                earlier.state = later.state
                earlier.entries |= later.entries
                earlier.matches |= later.matches


class States:
    """The states most recently used, as many as have `most_events` events together, each a quarter of them at most."""

    def __init__(self, log: Log, most_events: int = MOST_EVENTS) -> None:
        self._log = log
        self._kept = recent_states(most_events)

    def fold(self, recorded: Iterable[AnyRecorded], passed: Passed = lambda _before, _after: None) -> Batch:
        """Lay the events, in the log's order, on their streams' states. What a fold raises leaves all as it was.
        `passed` gets each event's stream before and after it, stream by stream."""
        streams: dict[StreamName, list[AnyRecorded]] = {}
        for one in recorded:
            streams.setdefault(one.stream, []).append(one)
        folded = [self._fold(stream, events, passed) for stream, events in streams.items()]
        batch = Batch()
        for before, after, laid in folded:
            self._kept.put(after.stream, after)
            _sort_in(batch, before, after, laid)
        return batch

    def steps(self, stored: Iterable[Stored]) -> Iterator["Step"]:
        """Lay the events one by one, in the log's order. What a fold raises leaves what came before it laid."""
        for one in stored:
            before, after, _ = self._fold(one.recorded.stream, [one.recorded], lambda _before, _after: None)
            self._kept.put(after.stream, after)
            yield Step(one.position, before, after)

    def whole(self, state: State) -> Batch:
        """The batch that shows all of one stream; its state is kept from now on."""
        self._kept.put(state.stream, state)
        if isinstance(state, Tournament):
            touched = Touched(state, None, set(state.entries), set(state.matches))
            return Batch(tournaments={state.stream: touched})
        batch = Batch()
        _sort_in(batch, state, state, ())
        return batch

    def _fold(self, stream: StreamName, events: list[AnyRecorded], passed: Passed) -> tuple[State, State, set[int]]:
        """The stream before and after the events, and what they have laid of it."""
        fold, laid = fold_of(FOLDS, stream), set[int]()
        first = after = self._at(stream, events[0].version - 1)
        for one in events:
            before, after = after, lay(fold, after, (one,))
            passed(before, after)
            laid |= parts_laid(after, one)
        return first, after, laid

    def _at(self, stream: StreamName, version: int) -> State:
        kept = self._kept.get(stream)
        if kept is not None and kept.version == version:
            return kept
        if version == 0:
            return fold_of(FOLDS, stream).initial(stream)
        return self._log.state(stream, version=version)


def parts_laid(state: State, recorded: AnyRecorded) -> set[int]:
    """The parts of a tournament that the event has touched, with the match or entry it is about. That one counts as
    changed even where it is as before."""
    if not isinstance(state, Tournament):
        return set()
    of = recorded.event.match if isinstance(recorded.event, MatchEvent) else None
    return {*state.laid} if of is None else {*state.laid, of}


def _sort_in(batch: Batch, before: State, after: State, laid: Collection[int]) -> None:
    if isinstance(after, Tournament):
        known = [number for number in matches_in(laid) if number in after.matches]
        entered = [number for number in entries_in(laid) if number in after.entries]
        batch.tournaments[after.stream] = Touched(after, cast("Tournament", before), {*entered}, {*known})
    elif isinstance(after, Person):
        batch.persons[after.stream] = after
    elif isinstance(after, Series):
        batch.series[after.stream] = after
