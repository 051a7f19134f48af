"""The envelope every event is recorded in: who did it, when, through which command, and why (ALL-1)."""

from collections.abc import Collection
from datetime import datetime
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from pydantic import Field, StringConstraints

from domain.kernel.ids import CommandId, PersonId, StreamName
from domain.kernel.recorded_instants import RecordedInstant
from domain.kernel.values import Value
from domain.kernel.visibility import Part

Role = Literal["administrator", "director", "player", "auditor", "feed-reader"]
MACHINE: Literal["machine"] = "machine"
Maker = PersonId | Literal["machine"]
"""The maker of a key: an administrator, or `machine`, anyone who operates it."""


class Actor(Value):
    """Anyone who does something: the API key used, the person behind it (none for a machine's key) and the key's role;
    or the service itself, which does what was asked for a time to come.

    `staff_of` is the tournament as whose director the act was done, where it was. `key_maker` is who made the key,
    until its person has exchanged it for one of their own: an administrator, or the machine's operator.
    """

    HOLDS_OFFICES: ClassVar[bool] = True
    key: str
    role: Role | Literal["service"]
    person: PersonId | None = None
    staff_of: str | None = None
    key_maker: Maker | None = None

    @property
    def persons(self) -> tuple[PersonId, ...]:
        """Those who may have acted: the person, and anyone who made their key and may know it still. Wherever it takes
        the act of a second person they count as one. The operator of the machine is nobody in particular."""
        makers = () if self.key_maker in (None, MACHINE, self.person) else (self.key_maker,)
        return (*(() if self.person is None else (self.person,)), *makers)

    def is_none_of(self, persons: Collection[PersonId]) -> bool:
        """Whether somebody else acts, as far as is known: a key for nobody may be anybody's, and no persons are nobody
        who is known."""
        return bool(self.persons and persons) and set(self.persons).isdisjoint(persons)

    def is_another_than(self, other: "Actor") -> bool:
        """Whether these are two persons, as far as is known."""
        return self.is_none_of(other.persons)

    @property
    def behind(self) -> tuple[PersonId, ...]:
        """Anyone who else may have acted than the person."""
        return tuple(person for person in self.persons if person != self.person)


class PlayingActor(Actor):
    """Anyone who plays and nothing else, whatever else they are: who has logged in by a link in a mail. Events tell of
    them as of anyone."""

    HOLDS_OFFICES: ClassVar[bool] = False


SERVICE = Actor(key="service", role="service")
"""Has no key: nobody can send commands in its name."""


class Event(Value):
    """A fact, in the past tense. `TOPIC` names its kind and version for ever.

    Fields that may be a `PersonalText` are sealed when the event is recorded. `SEEN` says who sees the fields that bear
    no mark of their own, and who has done it (`domain/kernel/visibility.py`).
    """

    TOPIC: ClassVar[str]
    SEEN: ClassVar[Part]


E = TypeVar("E", bound=Event)


Salt = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
"""16 random bytes, in hexadecimal digits."""


class Recorded(Value, Generic[E]):
    """An event as recorded. `version` counts from 1 within the stream; the hashed bytes hold every field.

    `salt` is there so that the digest of those bytes, which is public, confirms no guess of a result or a vote
    (ALL-12).
    """

    stream: StreamName
    version: int = Field(strict=True, ge=1)
    topic: str
    actor: Actor
    recorded_at: RecordedInstant
    happened_at: RecordedInstant
    command: CommandId
    salt: Salt
    cause: str | None = None
    event: E


_NO_COMMAND = "0" * 64
_NO_SALT = "0" * 32
_NOT_RECORDED = Recorded[Any].model_construct(command=_NO_COMMAND, salt=_NO_SALT)


def as_recorded(event: Event, stream: StreamName, version: int, actor: Actor, now: datetime) -> Recorded[Any]:
    """The event as it would be recorded now, to be laid on a state; nothing is checked."""
    told = {"topic": event.TOPIC, "actor": actor, "recorded_at": now, "happened_at": now, "event": event}
    return _NOT_RECORDED.model_copy(update={"stream": stream, "version": version, **told})
