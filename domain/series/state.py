"""A series of tournaments, as the events make it. Which tournaments and seasons it has, the tournaments say."""

from dataclasses import dataclass, replace
from typing import Any

from domain.kernel.envelope import Actor, Recorded
from domain.kernel.ids import PersonId, StreamName


@dataclass(frozen=True, slots=True)
class Series:
    """The state. `name` is None until the series is announced."""

    stream: StreamName
    version: int = 0
    name: str | None = None
    directors: tuple[PersonId, ...] = ()

    @property
    def id(self) -> str:
        return self.stream.removeprefix("series-")

    def kept_by(self, actor: Actor) -> bool:
        """Whether the actor may change it, and announce tournaments of it: who wins them is known everywhere."""
        return actor.role == "administrator" or (actor.role == "director" and actor.person in self.directors)


def initial(stream: StreamName) -> Series:
    """The state before the first event."""
    return Series(stream)


def evolve(state: Series, recorded: Recorded[Any]) -> Series:
    """The state after one more event of its stream."""
    event = recorded.event
    return replace(state, version=recorded.version, name=event.name, directors=event.directors)
