"""What each event of a tournament's history concerned: which matches, byes, entries, openings and rulings it names or
has changed.

It is found in one pass, which goes on where it ended when there are more events. States share what they have in common,
so those of a run of events are kept while it lasts, and from what is newest in them an entry is followed back to where
it was last changed. No text is kept, so nothing of a person who is erased.
"""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from threading import Lock
from typing import Literal, NamedTuple, get_args

from domain.journal.journal import Stored
from domain.journal.kept import Kept
from domain.journal.recent import Recent
from domain.kernel.entry_keys import matches_in
from domain.kernel.envelope import Event
from domain.kernel.ids import StreamName
from domain.kernel.values import LARGEST_INTEGER
from domain.tournament.answers import Revised
from domain.tournament.decisions.matches.rated import terms_of
from domain.tournament.evolve.tournament import evolve
from domain.tournament.matches.events import ConsequencesChosen, MatchesMade, MatchEvent, PairingsAdjusted
from domain.tournament.rounds.events import PairingsCorrected, PlaceTaken, RoundAnnulled, RoundDrawn, RoundPaired
from domain.tournament.rulings.events import AppealDecided, AppealWithdrawn, RulingEvent, RulingGiven, RulingResumed
from domain.tournament.state import Tournament
from projections.explain.documents import EventName
from projections.explain.number_lists import UNSIGNED, NumberLists, from_bytes, to_bytes
from projections.ratings.pools import microseconds, moment

EVERY = 1_000
"""Events after which a trail is written again, while it has no more than so many `_SPANS`."""

_SPANS = 64
_RUN = 500
_MOST_EVENTS = 200_000


def matches_of(event: Event) -> tuple[int, ...]:
    """The matches an event itself names as made or changed; what follows from it, the state knows."""
    match event:
        case MatchEvent(match=match):
            return (match,)
        case RoundDrawn(pairings=pairings) | RoundPaired(pairings=pairings) | PairingsAdjusted(pairings=pairings):
            return tuple(pairing.match for pairing in pairings)
        case RoundAnnulled(matches=matches) | PlaceTaken(matches=matches):
            return matches
        case PairingsCorrected(matches=corrected):
            return tuple(one.match for one in corrected)
        case ConsequencesChosen(kept=kept, set_aside=aside, tied_to_before=tied):
            return tuple(number for kind, number in (*kept, *aside, *tied) if kind == "match")
        case RulingGiven() | RulingResumed() | AppealDecided() | AppealWithdrawn():
            return tuple(layer.match for layer in event.layers)
        case MatchesMade(matches=matches, abandoned=abandoned):
            return (*(one.match for one in abandoned), *(one.match for one in matches))
        case _:
            return ()


Kind = Literal["match", "bye", "entry", "opening", "ruling", "rating"]
_KINDS: tuple[Kind, ...] = get_args(Kind)


class Watched(NamedTuple):
    """Something of a tournament's state, by its number."""

    kind: Kind
    number: int


RATING = Watched("rating", 0)
"""The tournament's being rated, and how."""


class Trail:
    """The events of one stream by what they concern, and the matches by who is or was one of their sides. Later ones
    than are asked for are left out of what is found, so it may be read while it is followed on. `written` is how long
    it was when it was read or written last."""

    def __init__(self, stream: StreamName) -> None:
        self._stream = stream
        self._positions, self._times, self._topics = array("Q"), array("q"), array(UNSIGNED)
        self._topic_names: list[str] = []
        self._concerning = {kind: NumberLists() for kind in _KINDS}
        self._played_by = NumberLists()
        self.written = 0

    def __len__(self) -> int:
        return len(self._positions)

    @classmethod
    def from_bytes(cls, stream: StreamName, content: bytes) -> "Trail":
        """The trail that was written so. Raises ValueError where it was not."""
        topics, arrays = from_bytes(content)
        trail = cls(stream)
        trail._topic_names = topics
        trail._positions, trail._times, trail._topics, *lists = arrays
        of_kinds = [NumberLists(*lists[place : place + 3]) for place in range(0, len(lists), 3)]
        trail._played_by, *concerning = of_kinds
        trail._concerning = dict(zip(_KINDS, concerning, strict=True))
        trail.written = len(trail)
        return trail

    def to_bytes(self) -> bytes:
        """The trail, to be read again."""
        lists = (self._played_by, *(self._concerning[kind] for kind in _KINDS))
        arrays = (one for each in lists for one in each.arrays())
        return to_bytes(self._topic_names, (self._positions, self._times, self._topics, *arrays))

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
        for (kind, number), version in (*_named_in_events(states, run), *_changed_in_states(states), *_beside(states)):
            self._concerning[kind].add(number, version)
        for entry, match in _sides(states):
            self._played_by.add(entry, match)
        for one in run:
            self._topics.append(self._topic(one.recorded.topic))
            self._times.append(microseconds(one.recorded.recorded_at))
            self._positions.append(one.position)

    def _topic(self, name: str) -> int:
        if name not in self._topic_names:
            self._topic_names.append(name)
        return self._topic_names.index(name)

    def matches_of(self, entry: int) -> Sequence[int]:
        """The matches, in order, of which the entry is or was a side by what is known, later ones included."""
        return self._played_by.of(entry)

    def versions(self, watched: Collection[Watched], upto: int, most: int = LARGEST_INTEGER) -> Sequence[int]:
        """The versions, up to that one, of the events that concern any of these, in order; the newest where there are
        more than so many."""
        found = set[int]()
        for kind, number in watched:
            versions = self._concerning[kind].of(number)
            end = bisect_right(versions, upto)
            found.update(versions[max(0, end - most) : end])
        return sorted(found)[-most:]

    def names(self, watched: Collection[Watched], upto: int, most: int = LARGEST_INTEGER) -> tuple[EventName, ...]:
        """The events of those versions."""
        return tuple(self.name(version) for version in self.versions(watched, upto, most))

    def name(self, version: int) -> EventName:
        """The event by its stream, version and topic."""
        place = version - 1
        return EventName(
            stream=self._stream,
            version=version,
            position=self._positions[place],
            topic=self._topic_names[self._topics[place]],
            recorded_at=moment(self._times[place]),
        )


def event_name(stored: Stored) -> EventName:
    """The event by its stream, version and topic."""
    return EventName.from_attributes(stored.recorded, position=stored.position)


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


def _named_in_events(states: Sequence[Tournament], run: Sequence[Stored]) -> _Found:
    """The matches and the ruling that an event names itself."""
    for before, stored in zip(states, run, strict=False):
        event, version = stored.recorded.event, stored.recorded.version
        for number in matches_of(event):
            yield Watched("match", number), version
        ruling = ruling_of(event, before)
        if ruling is not None:
            yield Watched("ruling", ruling), version


def _changed_in_states(states: Sequence[Tournament]) -> _Found:
    """The parts that name the event which changed them last; of matches the state knows which it has laid. A match that
    opens with its tournament again is another, though nobody has changed it."""
    for before, after in pairwise(states):
        laid = matches_in(after.laid)
        yield from ((Watched("match", n), after.version) for n in laid if before.matches.get(n) != after.matches[n])
    for number in states[-1].entries:
        yield from _back(states, Watched("entry", number), lambda state, n: state.entries.get(n))
    for number in states[-1].rounds.byes:
        yield from _back(states, Watched("bye", number), lambda state, n: state.rounds.byes.get(n))


def _back(states: Sequence[Tournament], watched: Watched, find: Callable[[Tournament, int], Revised | None]) -> _Found:
    first = states[0].version
    found = find(states[-1], watched.number)
    while found is not None and found.revision > first:
        yield watched, found.revision
        found = find(states[found.revision - first - 1], watched.number)


def _sides(states: Sequence[Tournament]) -> Iterator[tuple[int, int]]:
    """Entries, and matches of which they have become a side."""
    for state in states[1:]:
        for match in (state.matches[number] for number in matches_in(state.laid)):
            result = match.effective
            yield from ((entry, match.number) for entry in {*match.sides, *(result.sides if result else ())})


def _beside(states: Sequence[Tournament]) -> _Found:
    """The parts that don't name it and seldom change: compared where they are other objects."""
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
    return terms_of(state)


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
            trail = self._kept.get(stream) or self._begin_trail(stream, version)
            known = len(trail)
            if known < version:
                self._kept.drop(stream)
                try:
                    trail.follow(*since(known))
                finally:
                    self._kept.put(stream, trail)
            if self._on_disk is not None and len(trail) - trail.written >= max(EVERY, len(trail) // _SPANS):
                self._on_disk.keep(stream, len(trail), trail.to_bytes())
                trail.written = len(trail)
            return trail

    def _begin_trail(self, stream: StreamName, version: int) -> Trail:
        """As far as it was found before this program was started."""
        long = self._on_disk is not None and version >= EVERY
        content = self._on_disk.newest(stream, 0, LARGEST_INTEGER) if self._on_disk and long else None
        return Trail(stream) if content is None else Trail.from_bytes(stream, content)
