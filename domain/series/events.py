"""What can have happened to a series of tournaments."""

from typing import Annotated, ClassVar

from pydantic import Field

from domain.kernel.envelope import Event
from domain.kernel.ids import PersonId
from domain.kernel.values import Name
from domain.kernel.visibility import PUBLIC, Part

Directors = Annotated[tuple[PersonId, ...], Field(max_length=100)]
"""Who may announce tournaments of a series, besides the administrators."""


class SeriesAnnounced(Event):
    TOPIC: ClassVar[str] = "series.announced.v1"
    SEEN: ClassVar[Part] = PUBLIC
    name: Annotated[Name, PUBLIC]
    directors: Directors


class SeriesChanged(Event):
    TOPIC: ClassVar[str] = "series.changed.v1"
    SEEN: ClassVar[Part] = PUBLIC
    name: Annotated[Name, PUBLIC]
    directors: Directors


EVENTS: tuple[type[Event], ...] = (SeriesAnnounced, SeriesChanged)
