"""What can have happened to a person in the registry. Names, contacts and notes are sealed from the first day."""

from typing import Annotated, ClassVar

from pydantic import Field

from domain.history import Event
from domain.ids import PersonId
from domain.values import Name, Pool, Reason, Value


class Details(Value):
    """What is known of a person. The name is shown in tables; contact and note are for the staff only."""

    name: Name
    contact: Name | None = None
    note: Reason | None = None


Micropoints = Annotated[int, Field(strict=True, ge=-(10**10), le=10**10)]
"""A rating in millionths of a point (ELO-7)."""

Experience = Annotated[int, Field(strict=True, ge=0, le=10**9)]


class PersonRegistered(Event):
    TOPIC: ClassVar[str] = "person.registered.v1"
    SEALED: ClassVar[dict[str, str]] = {"details": "person"}
    person: PersonId
    details: Details | None


class PersonDetailsCorrected(Event):
    TOPIC: ClassVar[str] = "person.details-corrected.v1"
    SEALED: ClassVar[dict[str, str]] = {"details": "person"}
    person: PersonId
    details: Details | None


class OpeningRatingSet(Event):
    """What the person brings to a pool instead of the policy's start (ELO-1)."""

    TOPIC: ClassVar[str] = "person.opening-rating-set.v1"
    pool: Pool
    rating: Micropoints
    experience: Experience
    reason: Reason


class PersonErased(Event):
    """The key of the person's sealed fields is destroyed with this."""

    TOPIC: ClassVar[str] = "person.erased.v1"


EVENTS: tuple[type[Event], ...] = (PersonRegistered, PersonDetailsCorrected, OpeningRatingSet, PersonErased)
