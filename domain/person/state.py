"""A person in the registry, as the events make him: names are unsealed, or gone once erased."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from domain.history import Event, Recorded
from domain.ids import StreamName
from domain.person import events as happened
from domain.person.events import Details

Status = Literal["registered", "erased"]


@dataclass(frozen=True, slots=True)
class OpeningRating:
    """What the person brings to a pool: rating in millionths of a point, and experience."""

    rating: int
    experience: int


@dataclass(frozen=True, slots=True)
class Person:
    """The state. `status` is None until the person is registered."""

    stream: StreamName
    version: int = 0
    status: Status | None = None
    details: Details | None = None
    opening_ratings: Mapping[str, OpeningRating] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.stream.removeprefix("person-")


def initial(stream: StreamName) -> Person:
    """The state before the first event."""
    return Person(stream)


def evolve(state: Person, recorded: Recorded[Any]) -> Person:
    """The state after one more event of its stream."""
    return replace(_EVOLVE[type(recorded.event)](state, recorded.event), version=recorded.version)


def _registered(state: Person, event: happened.PersonRegistered) -> Person:
    return replace(state, status="registered", details=event.details)


def _details_corrected(state: Person, event: happened.PersonDetailsCorrected) -> Person:
    return replace(state, details=event.details)


def _opening_rating_set(state: Person, event: happened.OpeningRatingSet) -> Person:
    opening = OpeningRating(event.rating, event.experience)
    return replace(state, opening_ratings={**state.opening_ratings, event.pool: opening})


def _erased(state: Person, _: happened.PersonErased) -> Person:
    return replace(state, status="erased", details=None)


_EVOLVE: Mapping[type[Event], Callable[[Person, Any], Person]] = {
    happened.PersonRegistered: _registered,
    happened.PersonDetailsCorrected: _details_corrected,
    happened.OpeningRatingSet: _opening_rating_set,
    happened.PersonErased: _erased,
}
