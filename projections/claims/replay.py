"""The log replayed from its events alone, by the folds of the domain: no database and no network."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar, cast

from eventsourcing.persistence import StoredEvent

from domain.application.catalogue import FOLDS, REGISTRY
from domain.clubs.state import Clubs
from domain.federation.state import Federation
from domain.journal.errors import Corrupt
from domain.journal.mapper import AnyRecorded, JournalMapper
from domain.journal.states import fold_of, lay
from domain.kernel import canonical_json
from domain.kernel.ids import CLUBS, FEDERATION, StreamName
from domain.person.state import Person
from domain.ports.command_handling import State
from domain.series.state import Series
from domain.tournament.state import Tournament
from projections.engine.states import Batch, Touched
from projections.ratings.pools import Pools

S = TypeVar("S", Tournament, Person, Series)

_COLUMNS = re.compile(rb'"stream":"([^"\\]*)","topic":"([^"\\]*)","version":([0-9]+)}')
"""With these the envelope ends in its canonical form: they are found without reading the whole."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """All that the events so far come to, each kind in the order of ids."""

    tournaments: tuple[Tournament, ...]
    persons: tuple[Person, ...]
    series: tuple[Series, ...]
    clubs: Clubs
    pools: Pools
    federation: Federation


class Replay:
    """The states of all streams as their events come, in the order of the log."""

    def __init__(self) -> None:
        self._states: dict[StreamName, State] = {}
        self._mapper = JournalMapper(REGISTRY, lambda _: {})

    def take(self, content: bytes) -> tuple[State, AnyRecorded]:
        """Lays the event that is stored so; the state before it, and the event. Raises `Corrupt`, `Unfolded`."""
        [recorded] = self._mapper.read([_stored_event(content)])
        fold = fold_of(FOLDS, recorded.stream)
        before = self._states.get(recorded.stream) or fold.initial(recorded.stream)
        if recorded.version != before.version + 1:
            raise Corrupt(f"{recorded.stream}: event {recorded.version} stands behind event {before.version}")
        self._states[recorded.stream] = lay(fold, before, [recorded])
        return before, recorded

    def replayed_state(self) -> Replayed:
        """The state that the events so far make."""
        tournaments = tuple(self._of(Tournament))
        persons = tuple(self._of(Person))
        batch = Batch({one.stream: Touched(one, None) for one in tournaments}, {one.stream: one for one in persons})
        pools = Pools()
        pools.take(batch)
        pools.settle()
        clubs = cast("Clubs", self.state(CLUBS))
        federation = cast("Federation", self.state(FEDERATION))
        return Replayed(tournaments, persons, tuple(self._of(Series)), clubs, pools, federation)

    def state(self, stream: StreamName) -> State:
        """The state that a stream's events so far make."""
        return self._states.get(stream) or fold_of(FOLDS, stream).initial(stream)

    def _of(self, kind: type[S]) -> Iterator[S]:
        return (state for _, state in sorted(self._states.items()) if isinstance(state, kind))


def _stored_event(content: bytes) -> StoredEvent:
    """The event as a row would hold it; that these are its columns, the mapper finds when it reads the whole."""
    ending = _COLUMNS.fullmatch(content, max(0, content.rfind(b'"stream":"')))
    if ending is not None:
        stream, topic, version = ending.groups()
        return StoredEvent(stream.decode(), int(version), topic.decode(), content)
    said = canonical_json.decode(content)
    return StoredEvent(said["stream"], said["version"], said["topic"], content)
