"""What each event of a tournament's history concerned: which matches, byes, entries, openings and rulings it names or
has changed.

It is found in one pass, which goes on where it ended when there are more events. States share what they have in common,
so those of a run of events are kept while it lasts, and from what is newest in them an entry is followed back to where
it was last changed. No text is kept, so nothing of a person who is erased.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice, pairwise
from threading import Lock
from typing import Literal, NamedTuple, Protocol

import orjson

from domain.journal.journal import Stored
from domain.journal.kept import EVERY, Kept
from domain.journal.recent import Recent
from domain.kernel.envelope import Event
from domain.kernel.ids import StreamName
from domain.kernel.values import LARGEST_INTEGER
from domain.tournament.evolve import evolve
from domain.tournament.matches.events import ConsequencesChosen, MatchesMade, MatchEvent, PairingsAdjusted
from domain.tournament.rounds.events import RoundAnnulled, RoundDrawn, RoundPaired
from domain.tournament.rulings.events import AppealDecided, AppealWithdrawn, RulingEvent, RulingGiven, RulingResumed
from domain.tournament.state import Tournament
from projections.explain.documents import EventName

_RUN = 500
_MOST_EVENTS = 200_000


def matches_of(event: Event) -> tuple[int, ...]:
    """The matches an event itself names as made or changed; what follows from it, the state knows."""
    match event:
        case MatchEvent(match=match):
            return (match,)
        case RoundDrawn(pairings=pairings) | RoundPaired(pairings=pairings) | PairingsAdjusted(pairings=pairings):
            return tuple(pairing.match for pairing in pairings)
        case RoundAnnulled(matches=matches):
            return matches
        case ConsequencesChosen(kept=kept, set_aside=aside, tied_to_before=tied):
            return tuple(number for kind, number in (*kept, *aside, *tied) if kind == "match")
        case RulingGiven() | RulingResumed() | AppealDecided() | AppealWithdrawn():
            return tuple(layer.match for layer in event.layers)
        case MatchesMade(matches=matches, abandoned=abandoned):
            return (*(one.match for one in abandoned), *(one.match for one in matches))
        case _:
            return ()


class Watched(NamedTuple):
    """Something of a tournament's state, by its number."""

    kind: Literal["match", "bye", "entry", "opening", "ruling", "rating"]
    number: int


RATING = Watched("rating", 0)
"""The tournament's being rated, and how."""


class _Step(NamedTuple):
    """Where an event stands in the log, and what it is."""

    position: int
    topic: str
    recorded_at: datetime


class Trail:
    """The events of one stream by what they concern. Later ones than are asked for are left out of what is found, so
    it may be read while it is followed on."""

    def __init__(self, stream: StreamName) -> None:
        self._stream = stream
        self._steps: list[_Step] = []
        self._concerning: dict[Watched, list[int]] = {}

    def __len__(self) -> int:
        return len(self._steps)

    @classmethod
    def from_bytes(cls, stream: StreamName, content: bytes) -> "Trail":
        """The trail that was written so."""
        steps, concerning = orjson.loads(content)
        trail = cls(stream)
        trail._steps = [_Step(position, topic, datetime.fromisoformat(at)) for position, topic, at in steps]
        trail._concerning = {Watched(kind, number): versions for kind, number, versions in concerning}
        return trail

    def to_bytes(self) -> bytes:
        """The trail, to be read again."""
        steps = [(position, topic, at.isoformat()) for position, topic, at in self._steps]
        return orjson.dumps([steps, [(*watched, versions) for watched, versions in sorted(self._concerning.items())]])

    def follow(self, state: Tournament, history: Iterable[Stored]) -> Tournament:
        """Go on with the events that come after those known, which have made the state; the state after them. What
        reading them raises leaves the runs before it followed."""
        events = iter(history)
        while run := list(islice(events, _RUN)):
            states = [state]
            for stored in run:
                states.append(evolve(states[-1], stored.recorded))
            self._add(states, run)
            state = states[-1]
        return state

    def _add(self, states: Sequence[Tournament], run: Sequence[Stored]) -> None:
        found: dict[Watched, set[int]] = {}
        for watched, version in (*_named(states, run), *_changed(states), *_beside(states)):
            found.setdefault(watched, set()).add(version)
        for watched, versions in found.items():
            self._concerning.setdefault(watched, []).extend(sorted(versions))
        self._steps += (_Step(one.position, one.recorded.topic, one.recorded.recorded_at) for one in run)

    def versions(self, watched: Collection[Watched], upto: int) -> Sequence[int]:
        """The versions, up to that one, of the events that concern any of these, in order."""
        return sorted({one for each in watched for one in self._concerning.get(each, ()) if one <= upto})

    def names(self, watched: Collection[Watched], upto: int) -> tuple[EventName, ...]:
        """The events of those versions."""
        return tuple(self.name(version) for version in self.versions(watched, upto))

    def name(self, version: int) -> EventName:
        """The event by its stream, version and topic."""
        position, topic, recorded_at = self._steps[version - 1]
        return EventName(stream=self._stream, version=version, position=position, topic=topic, recorded_at=recorded_at)


def event_name(stored: Stored) -> EventName:
    """The event by its stream, version and topic."""
    return EventName.read_from(stored.recorded, position=stored.position)


def ruling_of(event: Event, before: Tournament) -> int | None:
    """The ruling that the event gave, or that it says more of."""
    match event:
        case RulingEvent(ruling=number):
            return number
        case AppealDecided(appeal=number) | AppealWithdrawn(appeal=number):
            return before.directing.appeals[number].ruling
        case _:
            return None


_Found = Iterator[tuple[Watched, int]]


def _named(states: Sequence[Tournament], run: Sequence[Stored]) -> _Found:
    """The matches and the ruling that an event names itself."""
    for before, stored in zip(states, run, strict=False):
        event, version = stored.recorded.event, stored.recorded.version
        for number in matches_of(event):
            yield Watched("match", number), version
        ruling = ruling_of(event, before)
        if ruling is not None:
            yield Watched("ruling", ruling), version


class _Revised(Protocol):
    @property
    def revision(self) -> int: ...


def _changed(states: Sequence[Tournament]) -> _Found:
    """What says itself which event has changed it last; of matches the state knows which it has laid."""
    for state in states[1:]:
        laid = (number for number in state.laid if number > 0)
        yield from ((Watched("match", n), state.version) for n in laid if state.matches[n].revision == state.version)
    for number in states[-1].entries:
        yield from _back(states, Watched("entry", number), lambda state, n: state.entries.get(n))
    for number in states[-1].rounds.byes:
        yield from _back(states, Watched("bye", number), lambda state, n: state.rounds.byes.get(n))


def _back(states: Sequence[Tournament], watched: Watched, find: Callable[[Tournament, int], _Revised | None]) -> _Found:
    first = states[0].version
    found = find(states[-1], watched.number)
    while found is not None and found.revision > first:
        yield watched, found.revision
        found = find(states[found.revision - first - 1], watched.number)


def _beside(states: Sequence[Tournament]) -> _Found:
    """What does not say it, and seldom changes: compared where it is another."""
    for before, after in pairwise(states):
        if before.rounds is not after.rounds:
            yield from ((watched, after.version) for watched in _in_rounds(before, after))
        if before.settings is not after.settings and _rating(before) != _rating(after):
            yield RATING, after.version


def _in_rounds(before: Tournament, after: Tournament) -> Iterator[Watched]:
    then, now = before.rounds, after.rounds
    for number in _otherwise(then.lots, now.lots) + _otherwise(then.seeds, now.seeds):
        yield Watched("entry", number)
    for number in _otherwise(then.stood, now.stood):
        yield Watched("match", number)
    for number in range(1, len(now.openings) + 1):
        if then.openings[number - 1 : number] != now.openings[number - 1 : number]:
            yield Watched("opening", number)


def _otherwise(then: Mapping[int, object], now: Mapping[int, object]) -> list[int]:
    if then is now:
        return []
    return [number for number in {**then, **now} if then.get(number) != now.get(number)]


def _rating(state: Tournament) -> object:
    return state.settings and (state.settings.rating, state.settings.status == "cancelled")


Since = Callable[[int], tuple[Tournament, Iterable[Stored]]]
"""Gives the state of a stream at a version, and its events after that."""


class Trails:
    """The trails asked for last, as many as have `most_events` events together (and always the newest one); those of
    long streams are kept `on_disk` too. May be used from any thread; one is made at a time."""

    def __init__(self, on_disk: Kept | None = None, most_events: int = _MOST_EVENTS) -> None:
        self._kept: Recent[Trail] = Recent(most_events, len)
        self._on_disk = on_disk
        self._working = Lock()

    def of(self, stream: StreamName, version: int, since: Since) -> Trail:
        """The stream's trail, up to that version at least; what `since` gives ends there."""
        with self._working:
            trail = self._kept.get(stream) or self._begun(stream, version)
            known = len(trail)
            if known < version:
                self._kept.drop(stream)
                try:
                    trail.follow(*since(known))
                finally:
                    self._kept.put(stream, trail)
            if self._on_disk is not None and len(trail) - known >= EVERY:
                self._on_disk.keep(stream, len(trail), trail.to_bytes())
            return trail

    def _begun(self, stream: StreamName, version: int) -> Trail:
        """As far as it was found before this program was started."""
        long = self._on_disk is not None and version >= EVERY
        content = self._on_disk.newest(stream, 0, LARGEST_INTEGER) if self._on_disk and long else None
        return Trail(stream) if content is None else Trail.from_bytes(stream, content)
