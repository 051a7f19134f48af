"""The envelope every event is recorded in: who did it, when, through which command, and why (ALL-1)."""

from typing import Annotated, ClassVar, Generic, Literal, TypeVar

from pydantic import Field, StringConstraints

from domain.kernel.ids import CommandId, PersonId, StreamName
from domain.kernel.values import Instant, Value
from domain.kernel.visibility import Part

Role = Literal["administrator", "director", "player", "auditor", "feed-reader"]


class Actor(Value):
    """Who does something: the API key used, the person behind it (none for a machine's key) and the key's role; or the
    service itself, which does what was asked for a time to come.

    `staff_of` is the tournament as whose director the act was done, where it was.
    """

    key: str
    role: Role | Literal["service"]
    person: PersonId | None = None
    staff_of: str | None = None


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
    recorded_at: Instant
    happened_at: Instant
    command: CommandId
    salt: Salt
    cause: str | None = None
    event: E
